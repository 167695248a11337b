import { challengeKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { ChallengeItem } from './records/challenge.ts';
import { PRESENT } from './where.ts';
import type { Write } from './write.ts';

export const challengeAt = (tokenHash: string): At<ChallengeItem> => at(challengeKey(tokenHash));

export const challengeWrites = {
  create: (tokenHash: string, challenge: Omit<ChallengeItem, 'pk' | 'sk'>): Write => ({
    put: { ...challengeKey(tokenHash), ...challenge },
  }),
  /** Uses the challenge up; of two simultaneous uses only one holds. */
  use: ({ pk, sk }: ChallengeItem): Write => ({ remove: { pk, sk }, where: PRESENT }),
};
