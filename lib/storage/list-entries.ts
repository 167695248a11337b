import { readPart } from './client.ts';
import { listEntryKey, ownTemplatesList, templatesList } from './keys.ts';

export { ownTemplatesList, templatesList };

/** Position at which a reading of a list stopped; storage alone knows what it says. */
export type ListPlace = Record<string, unknown>;

/**
 * At most `limit` entries of a list in the order of creation, after `after`, and where to go on; without `next` there are no
 * more. `eventual`: what was written just now may be missing.
 */
export const listEntries = <T = { id: string }>(
  list: string,
  { after, limit, eventual = false }: { after?: ListPlace | undefined; limit: number; eventual?: boolean },
): Promise<{ items: T[]; next?: ListPlace }> => readPart<T>({ pk: listEntryKey(list, '').pk, after, limit, eventual });
