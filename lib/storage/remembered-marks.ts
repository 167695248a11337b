import { normalEmail } from '../base/email-address.ts';
import { sha256 } from '../base/ids.ts';
import { normalName } from '../base/look.ts';
import { collection, writeItems } from './engine/client.ts';
import { type Key, plain } from './engine/key.ts';
import { rememberedMarkKey } from './engine/keys.ts';
import type { Write } from './engine/write.ts';
import type { BlockKind, RememberedMark } from './records/signature.ts';

/** A person: several may share a mailbox, and one's signature is nothing for another. */
export interface NamedAddress {
  email: string;
  name: string;
}

/** Persons stand in the table by hashes: neither addresses nor names can be read from them. */
const keyOf = ({ email, name }: NamedAddress, kind: BlockKind | ''): Key =>
  rememberedMarkKey(addressOf(email), sha256(normalName(name)), kind);

const addressOf = (email: string): string => sha256(normalEmail(email));

/** The marks that the person had remembered; the table may still hold some that have expired. One query. */
export const rememberedMarksOf = async (person: NamedAddress): Promise<RememberedMark[]> => {
  const { pk, sk } = keyOf(person, '');
  const marks = await collection<RememberedMark & Key>(pk, sk);
  return marks.map((mark) => plain(mark) as RememberedMark);
};

/** Remembers a mark in the place of the one of its kind. */
export const rememberWrite = (person: NamedAddress, mark: RememberedMark): Write => ({
  put: { ...mark, ...keyOf(person, mark.kind) },
});

/** Removes all marks of the person, without a transaction. */
export const removeMarks = (person: NamedAddress): Promise<void> => {
  const kinds: BlockKind[] = ['signature', 'initial'];
  return writeItems(
    [],
    kinds.map((kind) => keyOf(person, kind)),
  );
};

/** Removes all marks of an address, under whatever names, without a transaction. */
export const removeMarksAt = async (email: string): Promise<void> => {
  const marks = await collection<Key>(rememberedMarkKey(addressOf(email), '', '').pk);
  await writeItems(
    [],
    marks.map(({ pk, sk }) => ({ pk, sk })),
  );
};
