import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { Failure } from '../../base/errors.ts';
import { hashSecret, newSecret } from '../../base/ids.ts';
import { challengeAt, challengeWrites } from '../../storage/challenges.ts';
import { readAt } from '../../storage/read.ts';
import type { ChallengeItem } from '../../storage/records/challenge.ts';
import type { Write } from '../../storage/write.ts';
import type { Whereabouts } from '../profiles/entering.ts';

const LIFE = 5 * MINUTE;

/**
 * A sign-in that waits for the second factor: the write that stores it, and the 401 `mfa_required` with an `mfa_token` to answer.
 * With the token and the second factor, this user is signed in, once, within five minutes. It opens nothing else.
 */
export const newChallenge = (
  user: { id: string; session_generation?: string } & Whereabouts,
): { creation: Write; refusal: Failure } => {
  const mfa_token = newSecret();
  const creation = challengeWrites.create(hashSecret(mfa_token), {
    user_id: user.id,
    ...(user.session_generation === undefined ? {} : { generation: user.session_generation }),
    organization_id: user.current_organization_id,
    profile_id: user.current_profile_id,
    expires_at: timestampIn(LIFE),
    ttl: epochSeconds() + LIFE / 1000,
  });
  return { creation, refusal: new Failure('mfa_required', {}, { mfa_token }) };
};

/** The sign-in that waits for the second factor; undefined for a token that is unknown, used or too old. */
export const readChallenge = async (mfa_token: string): Promise<ChallengeItem | undefined> => {
  const item = await readAt(challengeAt(hashSecret(mfa_token)));
  return item && item.expires_at > timestamp() ? item : undefined;
};
