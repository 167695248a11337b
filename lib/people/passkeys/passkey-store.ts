import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import { changePasskey, passkeyAt, passkeysOf, passkeyWrites } from '../../storage/passkeys.ts';
import type { PasskeyItem } from '../../storage/records/passkey.ts';
import { userWrites } from '../../storage/users.ts';
import type { UserCaller } from '../access/caller.ts';
import { securityNotice } from '../users/security-notice.ts';
import type { Passkey } from './passkey-schema.ts';

/** Lists the caller's passkeys, the newest first. */
export const listPasskeys = async ({ user_id }: UserCaller): Promise<Passkey[]> =>
  (await passkeysOf(user_id)).map(presentPasskey).sort((one, other) => (one.created_at < other.created_at ? 1 : -1));

/** Gives one of the caller's passkeys another name. Throws `not_found`. */
export const renamePasskey = async ({ user_id }: UserCaller, id: string, name: string): Promise<Passkey> =>
  presentPasskey(orFail(await changePasskey(user_id, id, { name }), 'not_found'));

/** Removes one of the caller's passkeys, and notifies the user. Throws `not_found`. */
export const removePasskey = async ({ user_id }: UserCaller, id: string): Promise<void> => {
  const { name } = orFail(await readAt(passkeyAt(user_id, id)), 'not_found');
  await commit(
    [
      passkeyWrites.remove(user_id, id),
      userWrites.removePasskey(user_id, timestamp()),
      securityNotice('passkey_removed', user_id, { passkey_name: name }),
    ],
    { refuse: () => fail('not_found') },
  );
};

/** Presents a passkey: never its key. */
export const presentPasskey = ({ id, name, backed_up, ...item }: PasskeyItem): Passkey => ({
  id,
  name,
  synced: backed_up,
  created_at: item.created_at,
  last_used_at: item.last_used_at,
  counter_behind_at: item.counter_behind_at ?? null,
});
