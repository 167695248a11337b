import { type Position, readPart } from '../engine/client.ts';
import {
  draftsList,
  LIST_PARTS,
  listEntryKey,
  mayHaveParts,
  ownDraftsList,
  ownTemplatesList,
  partsOfList,
  templatesList,
} from '../engine/keys.ts';
import { is } from '../engine/where.ts';

export { draftsList, LIST_PARTS, ownDraftsList, ownTemplatesList, templatesList };

/** The place at which a read of a list stopped, which may be in parts. */
interface Place {
  part: number;
  at?: Position | undefined;
}

/**
 * Reads at most `limit` entries of a list after `after`, by creation in each of its parts, and the position to continue
 * from; without `next` there are no more. A page may be shorter, even empty, where entries were removed today.
 * `eventual`: the latest writes may be missing.
 */
export const listEntries = async <T = { id: string }>(
  list: string,
  { after, limit, eventual = false }: { after?: unknown; limit: number; eventual?: boolean },
): Promise<{ items: T[]; next?: unknown }> => {
  const begin = (after as Place | undefined) ?? { part: 0 };
  const parts = mayHaveParts(list) ? partsOfList(list, LIST_PARTS) : [list];
  for (let part = begin.part; part < parts.length; part++) {
    const { items, next } = await readPart<T>({
      pk: listEntryKey(parts[part] as string, '').pk,
      after: part === begin.part ? begin.at : undefined,
      limit,
      eventual,
      where: { removed: is.missing },
    });
    if (next !== undefined) return { items, next: { part, at: next } satisfies Place };
    if (items.length === 0) continue;
    return part + 1 < parts.length ? { items, next: { part: part + 1 } satisfies Place } : { items };
  }
  return { items: [] };
};
