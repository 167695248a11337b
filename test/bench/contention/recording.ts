import type { Key } from '../../../lib/storage/engine/key.ts';
import { COUNT_PARTS, MANY_COUNT_PARTS, MESSAGE_COUNT_PARTS } from '../../../lib/storage/engine/keys.ts';
import type { Run } from '../../aws-calls.ts';
import { partitionsOf } from '../../partitions/load.ts';
import { unitsOf } from '../../partitions/units.ts';
import { isCalledInAws } from '../cost/called.ts';

/** Units that a call takes from a partition, or from one of several, that other envelopes use, too. */
export interface Use {
  /** `table` or the index, and the partition key without ids and without what tells parts apart. */
  place: string;
  parts: number;
  units: number;
  isRead: boolean;
}

/** One call to the table, as a run of a function made it. */
export interface RecordedCall {
  /** True for a transaction: of two that have an item in common, one is refused while the other runs. */
  transaction: boolean;
  /** The items that it writes or checks, by names: what several envelopes have in common has the same name in all. */
  shared: string[];
  /** Number of its other items. */
  own: number;
  units: number;
  uses: Use[];
}

/** The calls of one run, in their order. */
export interface RecordedRun {
  name: string;
  /** True for a run that somebody waits for. */
  isRequest: boolean;
  calls: RecordedCall[];
  /** Those that write. */
  writes: RecordedCall[];
}

/** Counts are in parts, any of which is written: for the comparison all are one. */
const partsOfItem = ({ pk }: Key): number => {
  if (/^COUNTS#(SENT|ENVELOPES)#/.test(pk) || pk.startsWith('USAGE#')) return MANY_COUNT_PARTS;
  if (pk.startsWith('COUNTS#')) return COUNT_PARTS;
  return pk.startsWith('ATTEMPTS#messages#') ? MESSAGE_COUNT_PARTS : 1;
};

const nameOf = (key: Key): string =>
  `${partitionsOf(key.pk).name}|${partsOfItem(key) > 1 ? key.sk.split('#')[0] : key.sk}`;

/**
 * The runs of one envelope, with what another envelope of the same sender uses, too. `runs` and `others` are the
 * recordings of the two.
 */
export const recordingOf = (runs: readonly Run[], others: readonly Run[]): RecordedRun[] => {
  const elsewhere = new Set(others.flatMap(({ calls }) => calls.flatMap(({ touched }) => touched.map(nameOf))));
  const places = new Set(
    [...unitsOf(others).values()].flat().flatMap((taken) => usesOf(taken).map(({ place }) => place)),
  );
  return [...unitsOf(runs)]
    .filter(([run]) => isCalledInAws(run))
    .map(([{ name }, calls]) => {
      const recorded = calls.map((taken): RecordedCall => {
        const { command, touched, units } = taken.call;
        const shared = touched.filter((key) => elsewhere.has(nameOf(key)));
        return {
          transaction: command.startsWith('Transact'),
          shared: shared.map(familyOf),
          own: touched.length - shared.length,
          units,
          uses: usesOf(taken)
            .filter(({ place }) => places.has(place))
            .map((use) => ({ ...use, place: withoutIds(use.place) })),
        };
      });
      return {
        name,
        isRequest: !name.includes('-'),
        calls: recorded,
        writes: recorded.filter(({ shared, own }) => shared.length + own > 0),
      };
    })
    .filter(({ calls }) => calls.length > 0);
};

type Taken = ReturnType<typeof unitsOf> extends Map<Run, (infer T)[]> ? T : never;

const usesOf = ({ reads, writes }: Taken): Use[] =>
  [false, true].flatMap((isRead) =>
    (isRead ? reads : writes).map(({ resource, pk, units }) => {
      const { name, parts } = partitionsOf(pk);
      return { place: `${resource} ${name}`, parts, units, isRead };
    }),
  );

/** The end of the name of an item that is in parts, with their number. */
export const IN_PARTS = /, in (\d+) parts$/;

/** The item's key without ids: an organization's counts are one item, whatever its id. */
const familyOf = (key: Key): string => {
  const parts = partsOfItem(key);
  return `${withoutIds(nameOf(key).replace('|', ' '))}${parts > 1 ? `, in ${parts} parts` : ''}`;
};

/** A name without ids and addresses. */
export const withoutIds = (name: string): string =>
  name.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '…').replaceAll(/[^\s#]+@[^\s#]+/g, '…');
