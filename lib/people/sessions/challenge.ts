import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { Failure } from '../../base/errors.ts';
import { hashSecret, newSecret } from '../../base/ids.ts';
import { getItem, type Write } from '../../storage/client.ts';
import { challengeKey } from '../../storage/keys.ts';
import type { ChallengeItem } from '../../storage/records/challenge.ts';
import type { Whereabouts } from '../profiles/entering.ts';

const LIFE = 5 * MINUTE;

/**
 * A sign-in that waits for the second factor: what to store, and the 401 `mfa_required` with an `mfa_token` to answer.
 * With the token and the second factor, this user is signed in, once, within five minutes. It opens nothing else.
 */
export const newChallenge = (
  user: { id: string; session_generation?: string } & Whereabouts,
): { item: ChallengeItem; refusal: Failure } => {
  const mfa_token = newSecret();
  const item: ChallengeItem = {
    ...challengeKey(hashSecret(mfa_token)),
    user_id: user.id,
    ...(user.session_generation === undefined ? {} : { generation: user.session_generation }),
    organization_id: user.current_organization_id,
    profile_id: user.current_profile_id,
    expires_at: timestampIn(LIFE),
    ttl: epochSeconds() + LIFE / 1000,
  };
  return { item, refusal: new Failure('mfa_required', {}, { mfa_token }) };
};

/** The sign-in that waits for the second factor; undefined for a token that is unknown, used or too old. */
export const readChallenge = async (mfa_token: string): Promise<ChallengeItem | undefined> => {
  const item = await getItem<ChallengeItem>(challengeKey(hashSecret(mfa_token)));
  return item && item.expires_at > timestamp() ? item : undefined;
};

/** The write that uses the token up; in its transaction, of two uses at once only one succeeds. */
export const useChallenge = ({ pk, sk }: ChallengeItem): Write => ({
  remove: { pk, sk },
  condition: 'attribute_exists(pk)',
});
