import { changeRecord } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { codeKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { CodeItem, VisitorKind } from './records/mailed-codes.ts';

/** Place of the latest codes that were mailed to a user for one purpose. */
export const mailedCodesAt = (purpose: string, user_id: string): At<CodeItem> => at(codeKey(purpose, user_id));

/** Counts an attempt at them; undefined if there are none. */
export const countGuessAt = (place: At<CodeItem>, visitor: VisitorKind): Promise<CodeItem | undefined> =>
  ifHeld(() => changeRecord<CodeItem>(place, { add: { [visitor]: 1 }, where: PRESENT }));

export const mailedCodesWrites = {
  /** Replaces the codes that were read and keeps the counts of attempts; holds while they are unchanged. */
  replace: (place: At<CodeItem>, known: CodeItem | undefined, changes: Pick<CodeItem, 'codes' | 'ttl'>): Write => ({
    change: place,
    set: changes,
    where: known ? { codes: known.codes } : ABSENT,
  }),
  /** Uses the codes up; of two simultaneous uses only one holds. */
  use: ({ pk, sk }: CodeItem): Write => ({ remove: { pk, sk }, where: PRESENT }),
};
