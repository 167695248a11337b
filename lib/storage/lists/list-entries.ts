import { type Position, type Read, readPart } from '../engine/client.ts';
import { listEntryKey, ownTemplatesList, templatesList } from '../engine/keys.ts';
import { is } from '../engine/where.ts';

export { ownTemplatesList, templatesList };

/**
 * Reads at most `limit` entries of a list by creation, after `after`, and the position to continue from; without `next`
 * there are no more. A page may be shorter, even empty, where entries were removed today. `eventual`: the latest writes
 * may be missing.
 */
export const listEntries = <T = { id: string }>(
  list: string,
  { after, limit, eventual = false }: { after?: unknown; limit: number; eventual?: boolean },
): Promise<Read<T>> =>
  readPart<T>({
    pk: listEntryKey(list, '').pk,
    after: after as Position,
    limit,
    eventual,
    where: { removed: is.missing },
  });
