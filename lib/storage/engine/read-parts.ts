import { type Part, type Position, readPart } from './client.ts';
import type { Key } from './key.ts';

/** A collection in several partitions, read in the order of its sort keys. */
export interface Parted extends Omit<Part, 'pk' | 'index' | 'names' | 'limit' | 'after'> {
  /** Partition keys of the parts. */
  pks: readonly string[];
  /** Number of items that are wanted. */
  wanted: number;
}

interface Cursor<T> {
  pk: string;
  read: T[];
  next: Position | undefined;
  ended: boolean;
}

/** Somewhat more than the average of a part, so that it is rarely read twice. */
const shareOf = ({ pks, wanted }: Parted): number => Math.ceil((1.5 * wanted) / pks.length) + 2;

/**
 * Reads the parts of a collection side by side, and returns the first items in the order of sort keys: those that are
 * wanted, if there are so many; fewer if large ones fill the calls. `isMore`: there may be more.
 */
export const readParts = async <T extends Key>(parted: Parted): Promise<{ items: T[]; isMore: boolean }> => {
  const { pks, wanted, ...part } = parted;
  const limit = shareOf(parted);
  const cursors = pks.map((pk): Cursor<T> => ({ pk, read: [], next: undefined, ended: false }));
  const items: T[] = [];
  let isCut = false;
  do {
    const empty = cursors.filter(({ read, ended }) => read.length === 0 && !ended);
    await Promise.all(
      empty.map(async (one) => {
        const { items: read, next } = await readPart<T>({ ...part, pk: one.pk, limit, after: one.next });
        isCut ||= next !== undefined && read.length < limit && part.where === undefined;
        Object.assign(one, { read, next, ended: next === undefined });
      }),
    );
    items.push(...inOrder(cursors, wanted - items.length, part.backwards));
  } while (items.length < wanted && !(isCut && items.length > 0) && cursors.some(isOpen));
  return { items, isMore: cursors.some(isOpen) };
};

const isOpen = ({ read, ended }: Cursor<unknown>): boolean => read.length > 0 || !ended;

/** Takes items in their order until so many are taken, or a part must be read on. */
const inOrder = <T extends Key>(cursors: readonly Cursor<T>[], most: number, backwards = false): T[] => {
  const taken: T[] = [];
  const direction = backwards ? -1 : 1;
  while (taken.length < most && cursors.every(({ read, ended }) => read.length > 0 || ended)) {
    const [first] = cursors
      .filter(({ read }) => read.length > 0)
      .sort((one, other) => direction * bySortKey(one.read[0], other.read[0]));
    const item = first?.read.shift();
    if (!item) break;
    taken.push(item);
  }
  return taken;
};

const bySortKey = (one: Key | undefined, other: Key | undefined): number =>
  Buffer.compare(Buffer.from(one?.sk ?? ''), Buffer.from(other?.sk ?? ''));
