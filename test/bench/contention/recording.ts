import type { Key } from '../../../lib/storage/engine/key.ts';
import { COUNT_PARTS } from '../../../lib/storage/engine/keys.ts';
import type { Run } from '../../aws-calls.ts';

/** One write to the table, as a run of a function made it. */
export interface RecordedWrite {
  /** True for a transaction: of two that have an item in common, one is refused while the other runs. */
  transaction: boolean;
  /** The items that it writes or checks, by names: what several envelopes have in common has the same name in all. */
  shared: string[];
  /** Number of its other items. */
  own: number;
  units: number;
}

/** The writes of one run, in their order. */
export interface RecordedRun {
  name: string;
  /** True for a run that somebody waits for. */
  isRequest: boolean;
  writes: RecordedWrite[];
}

/** Counts are in parts, any of which is written: for the comparison all are one. */
const nameOf = ({ pk, sk }: Key): string => `${pk}|${isInParts({ pk }) ? sk.split('#')[0] : sk}`;

const isInParts = ({ pk }: Pick<Key, 'pk'>): boolean => /^(COUNTS|USAGE)#/.test(pk);

/**
 * The runs of one envelope, with what another envelope of the same sender writes, too. `runs` and `others` are the
 * recordings of the two.
 */
export const recordingOf = (runs: readonly Run[], others: readonly Run[]): RecordedRun[] => {
  const elsewhere = new Set(others.flatMap(({ calls }) => calls.flatMap(({ touched }) => touched.map(nameOf))));
  return runs
    .map(({ name, calls }) => ({
      name,
      isRequest: !name.includes('-'),
      writes: calls
        .filter(({ touched }) => touched.length > 0)
        .map(({ command, touched, units }) => {
          const shared = touched.filter((key) => elsewhere.has(nameOf(key)));
          return {
            transaction: command.startsWith('Transact'),
            shared: shared.map(familyOf),
            own: touched.length - shared.length,
            units,
          };
        }),
    }))
    .filter(({ writes }) => writes.length > 0);
};

/** The end of the name of an item that is in parts. */
export const IN_PARTS = `, in ${COUNT_PARTS} parts`;

/** The item's key without ids: an organization's counts are one item, whatever its id. */
const familyOf = (key: Key): string =>
  `${nameOf(key).replace('|', ' ')}${isInParts(key) ? IN_PARTS : ''}`
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '…')
    .replaceAll(/\S+@\S+/g, '…');
