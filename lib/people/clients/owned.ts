import { fail } from '../../base/errors.ts';
import { change } from '../../storage/change.ts';
import { type ClientItem, clientWrites } from '../../storage/clients.ts';
import { type At, readAt } from '../../storage/read.ts';
import type { UserCaller } from '../access/caller.ts';
import { commitAs, transactAs } from '../sessions/grounds.ts';

/** The client at this place, if it is the caller's organization's; 404 for another's, and where there is none. */
export const readOwned = async <T extends ClientItem>(caller: UserCaller, place: At<T>): Promise<T> => {
  const item = await readAt(place);
  return item?.organization_id === caller.organization_id ? item : fail('not_found');
};

/**
 * Changes what is the caller's organization's and answers it; 404 for what is another's, or isn't there. Its secret and the
 * profile that it acts as are those that `decide` was told, and the caller's standing as it was at the call's beginning.
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

/** Removes what is the caller's organization's; 404 for what is another's, or isn't there. */
export const removeOwned = (caller: UserCaller, place: At<ClientItem>): Promise<void> =>
  commitAs(caller, [clientWrites.remove(place, caller.organization_id)], () => fail('not_found'));
