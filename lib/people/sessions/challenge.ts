import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { Failure } from '../../base/errors.ts';
import { hashSecret, newSecret } from '../../base/ids.ts';
import { challengeAt, challengeWrites } from '../../storage/challenges.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { ChallengeItem } from '../../storage/records/challenge.ts';
import type { CurrentProfile } from '../profiles/enter-profile.ts';

const LIFE = 5 * MINUTE;

/**
 * Makes a sign-in that waits for the second factor: its write, and the `mfa_required` failure with an `mfa_token`,
 * and whether a passkey can be the second factor. `provider`: who was proven by the identity provider of the user's
 * current organization, in the place of the password.
 * Token and second factor sign this user in, once, within five minutes. The token opens nothing else.
 */
export const newChallenge = (
  user: { id: string; session_generation?: string; passkeys?: number } & CurrentProfile,
  provider?: ChallengeItem['provider'],
): { creation: Write; refusal: Failure; ttl: number } => {
  const mfa_token = newSecret();
  const ttl = epochSeconds() + LIFE / 1000;
  const creation = challengeWrites.create(hashSecret(mfa_token), {
    user_id: user.id,
    ...(user.session_generation === undefined ? {} : { generation: user.session_generation }),
    organization_id: user.current_organization_id,
    profile_id: user.current_profile_id,
    ...(provider ? { provider, begun_at: timestamp() } : {}),
    expires_at: timestampIn(LIFE),
    ttl,
  });
  return {
    ttl,
    creation,
    refusal: new Failure('mfa_required', {}, { mfa_token, ...(user.passkeys ? { passkey: true } : {}) }),
  };
};

/** Reads the sign-in that waits for the second factor; undefined if the token is unknown, used or too old. */
export const readChallenge = async (mfa_token: string): Promise<ChallengeItem | undefined> => {
  const item = await readAt(challengeAt(hashSecret(mfa_token)));
  return item && item.expires_at > timestamp() ? item : undefined;
};
