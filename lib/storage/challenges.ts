import { challengeKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { ChallengeItem } from './records/challenge.ts';

export const challengeAt = (tokenHash: string): At<ChallengeItem> => at(challengeKey(tokenHash));

export const challengeWrites = {
  create: (tokenHash: string, challenge: Omit<ChallengeItem, 'pk' | 'sk'>): Write => ({
    put: { ...challengeKey(tokenHash), ...challenge },
  }),
  /** Uses the challenge up; of two simultaneous uses only one holds. */
  use: ({ pk, sk }: ChallengeItem): Write => ({ remove: { pk, sk }, where: PRESENT }),
};
