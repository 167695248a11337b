import { normalEmail } from '../base/email-address.ts';
import { sha256 } from '../base/ids.ts';
import { collection, writeItems } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import { rememberedMarkKey } from './engine/keys.ts';
import { plain } from './engine/plain.ts';
import type { Write } from './engine/write.ts';
import type { BlockKind, RememberedMark } from './records/signature.ts';

/** Persons stand in the table by a hash: their addresses can't be read from it. */
const personOf = (email: string): string => sha256(normalEmail(email));

/** The marks that the person with this address had remembered; the table may still hold some that have expired. One query. */
export const marksOf = async (email: string): Promise<RememberedMark[]> => {
  const marks = await collection<RememberedMark & Key>(rememberedMarkKey(personOf(email), '').pk);
  return marks.map((mark) => plain(mark) as RememberedMark);
};

/** Remembers a mark in the place of the one of its kind. */
export const rememberWrite = (email: string, mark: RememberedMark): Write => ({
  put: { ...mark, ...rememberedMarkKey(personOf(email), mark.kind) },
});

/** Removes all marks of the person with this address, without a transaction. */
export const removeMarks = (email: string): Promise<void> => {
  const kinds: BlockKind[] = ['signature', 'initial'];
  return writeItems(
    [],
    kinds.map((kind) => rememberedMarkKey(personOf(email), kind)),
  );
};
