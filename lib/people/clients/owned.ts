import { fail } from '../../base/errors.ts';
import { type ClientItem, clientWrites } from '../../storage/clients.ts';
import { change } from '../../storage/engine/change.ts';
import { type At, readAt } from '../../storage/engine/read.ts';
import type { UserCaller } from '../access/caller.ts';
import { commitAs, transactAs } from '../access/commit-as.ts';

/**
 * Reads a client of the caller's organization. Throws `not_found` for an unknown one and for another organization's.
 */
export const readOwned = async <T extends ClientItem>(caller: UserCaller, place: At<T>): Promise<T> => {
  const item = await readAt(place);
  return item?.organization_id === caller.organization_id ? item : fail('not_found');
};

/**
 * Changes a client of the caller's organization and returns it. Throws `not_found` for an unknown one and for another
 * organization's. The change holds only if the client's secret and profile are as `decide` got them, and the caller's
 * rights are unchanged.
 */
export const changeOwned = <T extends ClientItem>(
  caller: UserCaller,
  place: At<T>,
  decide: (item: T) => Partial<T> | Promise<Partial<T>>,
): Promise<T> =>
  change(
    () => readOwned(caller, place),
    async (item) => {
      const changes = await decide(item);
      return { writes: [clientWrites.change(item, changes)], answer: { ...item, ...changes } };
    },
    { write: (writes) => transactAs(caller, writes) },
  );

/**
 * Removes a client of the caller's organization, if `demand` lets it. Throws `not_found` for an unknown one and for
 * another organization's.
 */
export const removeOwned = async <T extends ClientItem>(
  caller: UserCaller,
  place: At<T>,
  demand?: (item: T) => Promise<void>,
): Promise<void> => {
  const item = demand && (await readOwned(caller, place));
  if (item) await demand?.(item);
  await commitAs(caller, [clientWrites.remove(place, caller.organization_id, item?.profile_id)], () =>
    fail('not_found'),
  );
};
