import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { changePasskey, passkeyAt, passkeysOf, passkeyWrites } from '../../storage/passkeys.ts';
import type { PasskeyItem } from '../../storage/records/passkey.ts';
import { userAt, userWrites } from '../../storage/users.ts';
import { demandOwnAccount, type UserCaller } from '../access/caller.ts';
import { demandOwnFactor } from '../policy/factor-guard.ts';
import { securityNotice } from '../users/security-notice.ts';
import type { Passkey } from './passkey-schema.ts';

/** Lists the caller's passkeys, the newest first. */
export const listPasskeys = async ({ user_id }: UserCaller): Promise<Passkey[]> =>
  (await passkeysOf(user_id)).map(presentPasskey).sort((one, other) => (one.created_at < other.created_at ? 1 : -1));

/** Gives one of the caller's passkeys another name. Throws `not_found` and `provider_session`. */
export const renamePasskey = async (caller: UserCaller, id: string, name: string): Promise<Passkey> => {
  demandOwnAccount(caller);
  return presentPasskey(orFail(await changePasskey(caller.user_id, id, { name }), 'not_found'));
};

/**
 * Removes one of the caller's passkeys, and notifies the user. Throws `not_found`, `provider_session`, and
 * `second_factor_required` for a session by password alone where an organization demands the factor.
 */
export const removePasskey = async (caller: UserCaller, id: string): Promise<void> => {
  demandOwnAccount(caller);
  const { user_id } = caller;
  const [passkey, user] = await readTogether([passkeyAt(user_id, id), userAt(user_id)]);
  const { name } = orFail(passkey, 'not_found');
  await demandOwnFactor(caller, orFail(user, 'unauthorized'));
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
