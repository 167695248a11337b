import { readPart } from '../engine/client.ts';
import { listEntryKey, ownTemplatesList, templatesList } from '../engine/keys.ts';
import { is } from '../engine/where.ts';

export { ownTemplatesList, templatesList };

/** Position in a list; only storage reads it. */
export type ListPosition = Record<string, unknown>;

/**
 * Reads at most `limit` entries of a list by creation, after `after`, and the position to continue from; without `next`
 * there are no more. A page may be shorter, even empty, where entries were removed today. `eventual`: the latest writes
 * may be missing.
 */
export const listEntries = <T = { id: string }>(
  list: string,
  { after, limit, eventual = false }: { after?: ListPosition | undefined; limit: number; eventual?: boolean },
): Promise<{ items: T[]; next?: ListPosition }> =>
  readPart<T>({ pk: listEntryKey(list, '').pk, after, limit, eventual, where: { removed: is.missing } });
