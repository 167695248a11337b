import { getItem, getItems, type Reading } from './client.ts';
import type { Key } from './key.ts';

declare const RECORD: unique symbol;

/** Place of one record, with its type. Repositories make places; others only pass them on. */
export interface At<T> extends Key {
  readonly [RECORD]?: T;
}

/** The place of a record of the kind `T`. */
export const at = <T>({ pk, sk }: Key): At<T> => ({ pk, sk });

/** Reads the record at this place consistently; undefined if there is none. */
export const readAt = <T>(place: At<T>): Promise<T | undefined> => getItem<T>(place);

type RecordAt<P> = P extends At<infer T> ? T : never;

/**
 * Reads the records at these places, of any kinds, in the order of the places; undefined for missing ones. One read,
 * consistent by default.
 */
export const readTogether = async <const P extends readonly At<unknown>[]>(
  places: P,
  reading?: Reading,
): Promise<{ -readonly [I in keyof P]: RecordAt<P[I]> | undefined }> => (await getItems<Key>(places, reading)) as never;
