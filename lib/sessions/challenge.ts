import { epochSeconds, MINUTE, timestamp, timestampIn } from '../clock.ts';
import { hashSecret, newSecret } from '../ids.ts';
import { Failure } from '../operation/errors.ts';
import { getItem, type Key, putItem, type Write } from '../table/client.ts';
import { challengeKey } from '../table/keys.ts';

/** That a user has shown the first factor, as the table holds it under the token's hash. */
export interface ChallengeItem extends Key {
  user_id: string;
  expires_at: string;
  ttl: number;
}

const LIFE = 5 * MINUTE;

/**
 * Ends the request with 401 `mfa_required` and an `mfa_token`: with it and the second factor, this user is signed in,
 * once, within five minutes. It opens nothing else.
 */
export const demandSecondFactor = async (user_id: string): Promise<never> => {
  const mfa_token = newSecret();
  const item: ChallengeItem = {
    ...challengeKey(hashSecret(mfa_token)),
    user_id,
    expires_at: timestampIn(LIFE),
    ttl: epochSeconds() + LIFE / 1000,
  };
  await putItem(item);
  throw new Failure('mfa_required', {}, { mfa_token });
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
