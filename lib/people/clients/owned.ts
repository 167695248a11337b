import { fail } from '../../base/errors.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { getItem, queryAll } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { orNotFound } from '../../storage/or-not-found.ts';
import type { KeptSecret } from '../../storage/records/kept-secret.ts';
import { untilWritten } from '../../storage/retry.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../sessions/grounds.ts';

/** What one organization has of a kind, in the order of gsi1. One query. */
export const listOwned = <T>(gsi1pk: string): Promise<T[]> =>
  queryAll<T>({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': gsi1pk },
  });

/** The item, if it is the caller's organization's; 404 for another's, and where there is none. */
export const readOwned = async <T extends { organization_id: string }>(caller: UserCaller, key: Key): Promise<T> => {
  const item = await getItem<T>(key);
  return item?.organization_id === caller.organization_id ? item : fail('not_found');
};

/**
 * Changes what is the caller's organization's and answers it; 404 for what is another's, or isn't there. Its secret and the
 * profile that it acts as are those that `change` was told, and the caller's standing as it was at the call's beginning.
 */
export const changeOwned = <T extends Key & KeptSecret & { organization_id: string; profile_id: string }>(
  caller: UserCaller,
  key: Key,
  change: (item: T) => Partial<T> | Promise<Partial<T>>,
): Promise<T> =>
  untilWritten(async () => {
    const item = await readOwned<T>(caller, key);
    const changes = await change(item);
    const unchanged = onlyIf(
      setting(changes),
      'secret_hash = :secret AND organization_id = :organization AND profile_id = :profile',
      { ':secret': item.secret_hash, ':organization': caller.organization_id, ':profile': item.profile_id },
    );
    await transactAs(caller, [{ update: key, ...unchanged }]);
    return { ...item, ...changes };
  });

/** Removes what is the caller's organization's; 404 for what is another's, or isn't there. */
export const removeOwned = (caller: UserCaller, key: Key): Promise<void> =>
  orNotFound(() =>
    transactAs(caller, [
      {
        remove: key,
        condition: 'organization_id = :organization',
        values: { ':organization': caller.organization_id },
      },
    ]),
  );
