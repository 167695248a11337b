import { changeRecord, collection, removeRecord } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { PASSKEY_PREFIX, passkeyChallengeKey, passkeyKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { PasskeyChallengeItem, PasskeyItem } from './records/passkey.ts';

export const passkeyAt = (user_id: string, id: string): At<PasskeyItem> => at(passkeyKey(user_id, id));

/** Makes the record of a new passkey. */
export const passkeyRecord = (passkey: Omit<PasskeyItem, 'pk' | 'sk'>): PasskeyItem => ({
  ...passkeyKey(passkey.user_id, passkey.id),
  ...passkey,
});

/** Lists a user's passkeys. One query. */
export const passkeysOf = (user_id: string): Promise<PasskeyItem[]> =>
  collection<PasskeyItem>(passkeyKey(user_id, '').pk, PASSKEY_PREFIX);

/** Changes a passkey and returns it; undefined if there is none. */
export const changePasskey = (
  user_id: string,
  id: string,
  set: Partial<Omit<PasskeyItem, 'pk' | 'sk'>>,
): Promise<PasskeyItem | undefined> =>
  ifHeld(() => changeRecord<PasskeyItem>(passkeyKey(user_id, id), { set, where: PRESENT }));

export const passkeyWrites = {
  create: (passkey: PasskeyItem): Write => ({ put: passkey, where: ABSENT }),
  /** Records a use; holds while the passkey is there and counts as it was read. */
  use: ({ pk, sk, sign_count }: PasskeyItem, set: Partial<PasskeyItem>): Write => ({
    change: { pk, sk },
    set,
    where: { sign_count },
  }),
  /** Removes it if it is there. */
  drop: ({ pk, sk }: PasskeyItem): Write => ({ remove: { pk, sk } }),
  /** Holds while the passkey is there. */
  remove: (user_id: string, id: string): Write => ({ remove: passkeyKey(user_id, id), where: PRESENT }),
};

/** The write of a challenge, under its hash. */
export const passkeyChallengeWrite = (
  challengeHash: string,
  challenge: Omit<PasskeyChallengeItem, 'pk' | 'sk'>,
): Write => ({ put: { ...passkeyChallengeKey(challengeHash), ...challenge } });

/** Removes a challenge and returns it: of two simultaneous uses only one gets it. */
export const takePasskeyChallenge = (challengeHash: string): Promise<PasskeyChallengeItem | undefined> =>
  removeRecord<PasskeyChallengeItem>(passkeyChallengeKey(challengeHash));
