import { changeRecord, collection, getItem, putRecord, readPart, transact, writeItems } from './engine/client.ts';
import { ifHeld, isMade } from './engine/commit.ts';
import type { Key } from './engine/key.ts';
import {
  BATCH_LANE_PREFIX,
  BATCH_ROW_PREFIX,
  batchesIndex,
  batchKey,
  batchLaneKey,
  batchRowKey,
  organizationCountsKey,
} from './engine/keys.ts';
import { ABSENT, is } from './engine/where.ts';
import type { Alteration, Write } from './engine/write.ts';
import type { BatchItem, BatchLaneItem, BatchRowItem } from './records/batch.ts';

export type NewBatch = Omit<BatchItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'>;

/** Writes of a new batch; the second holds while the organization has fewer than `most`. */
export const newBatchWrites = (batch: NewBatch, most: number): Write[] => [
  {
    put: {
      ...batch,
      ...batchKey(batch.id),
      ...batchesIndex(batch.organization_id, batch.profile_id, batch.id),
    },
    where: ABSENT,
  },
  {
    change: organizationCountsKey(batch.organization_id),
    add: { batches: 1 },
    where: { batches: is.eitherOf(is.missing, is.below(most)) },
  },
];

/** Writes that remove a batch, its rows not yet. The first holds while it is as it was read. */
export const batchRemoval = ({ id, organization_id, run }: BatchItem): Write[] => [
  { remove: batchKey(id), where: { run } },
  { change: organizationCountsKey(organization_id), add: { batches: -1 } },
];

/** Removes a batch, its rows not yet; false if it has changed since it was read. */
export const removeBatch = (batch: BatchItem): Promise<boolean> => isMade(() => transact(batchRemoval(batch)));

export const findBatch = (id: string): Promise<BatchItem | undefined> => getItem<BatchItem>(batchKey(id));

/** The write of a change that holds while the batch is in the same run and state. */
export const batchWrite = ({ id, run, status }: BatchItem, alteration: Omit<Alteration, 'where'>): Write => ({
  change: batchKey(id),
  ...alteration,
  where: { run, status },
});

/** Notes a job's progress in its batch, and returns the new one; undefined if the batch is in another run, or gone. */
export const noteInBatch = (id: string, run: number, set: Partial<BatchItem>): Promise<BatchItem | undefined> =>
  ifHeld(() => changeRecord<BatchItem>(batchKey(id), { set, where: { run } }));

/** The batches of a member, the newest first; `before` is the id of one. */
export const batchesOf = async (
  { organization_id, profile_id }: Pick<BatchItem, 'organization_id' | 'profile_id'>,
  { rows, before }: { rows: number; before?: string | undefined },
): Promise<BatchItem[]> => {
  const { gsi1pk: pk, gsi1sk: from } = batchesIndex(organization_id, profile_id, '');
  // Ids are of digits and small letters up to f.
  const { gsi1sk: to } = batchesIndex(organization_id, profile_id, before ?? 'g');
  const { items } = await readPart<BatchItem>({ pk, index: 'gsi1', from, to, backwards: true, limit: rows + 1 });
  return items.filter(({ id }) => id !== before).slice(0, rows);
};

/** Some batches of an organization, whoever made them; `next` is where to go on. */
export const someBatchesOf = async (
  organization_id: string,
  limit: number,
  after?: unknown,
): Promise<{ items: BatchItem[]; next?: unknown }> =>
  readPart<BatchItem>({
    ...{ pk: batchesIndex(organization_id, '', '').gsi1pk, index: 'gsi1', limit },
    after: after as Record<string, unknown> | undefined,
  });

/**
 * Gives a batch to another member, who decides whether it goes on: one that is being sent is paused. Nothing if it has
 * changed since it was read.
 */
export const giveBatch = ({ id, organization_id, profile_id, run, status }: BatchItem, to: string): Promise<boolean> =>
  isMade(() =>
    changeRecord(batchKey(id), {
      set: {
        profile_id: to,
        ...batchesIndex(organization_id, to, id),
        ...(status === 'sending' ? { status: 'paused', stopped_by: 'owner_out', run: run + 1 } : {}),
      },
      where: { profile_id, run },
    }),
  );

export const lanesOf = (id: string): Promise<BatchLaneItem[]> =>
  collection<BatchLaneItem>(batchKey(id).pk, BATCH_LANE_PREFIX);

export const laneItem = (id: string, lane: Omit<BatchLaneItem, 'pk' | 'sk'>): BatchLaneItem => ({
  ...lane,
  ...batchLaneKey(id, lane.lane),
});

export const findLane = (id: string, lane: number): Promise<BatchLaneItem | undefined> =>
  getItem<BatchLaneItem>(batchLaneKey(id, lane));

/** Notes how far a lane is; undefined if it is in another run by now. */
export const noteLane = (
  id: string,
  { lane, run }: Pick<BatchLaneItem, 'lane' | 'run'>,
  set: Partial<BatchLaneItem>,
): Promise<BatchLaneItem | undefined> =>
  ifHeld(() => changeRecord<BatchLaneItem>(batchLaneKey(id, lane), { set, where: { run } }));

/** The write that takes a lane into another run. */
export const laneIntoRun = (id: string, lane: number, run: number): Write => ({
  change: batchLaneKey(id, lane),
  set: { run, held_until: null },
});

/** Ends of the rows from `from` up to `to`, by their index. Rows that wait have none. */
export const rowsOf = async (id: string, from: number, to: number): Promise<Map<number, BatchRowItem>> => {
  const found = new Map<number, BatchRowItem>();
  let after: Key | undefined;
  do {
    const { items, next } = await readPart<BatchRowItem>({
      pk: batchKey(id).pk,
      from: batchRowKey(id, from).sk,
      to: batchRowKey(id, to).sk,
      after: after as Record<string, unknown> | undefined,
    });
    for (const item of items) found.set(item.row, item);
    after = next as Key | undefined;
  } while (after);
  return found;
};

type NewRow = Omit<BatchRowItem, 'pk' | 'sk'>;

/** The write of a row's end. It holds if the row has none yet: so nothing ends a row twice. */
export const rowWrite = (batch_id: string, row: NewRow): Write & { put: BatchRowItem } => ({
  put: { ...row, ...batchRowKey(batch_id, row.row) },
  where: ABSENT,
});

/** Ends a row by itself; false if it has ended otherwise. */
export const endRow = (batch_id: string, row: NewRow): Promise<boolean> => {
  const { put, where } = rowWrite(batch_id, row);
  return isMade(() => putRecord(put, where));
};

/** Notes that the envelope of a row was canceled with its batch. */
export const withdrawRow = (batch_id: string, row: number, at: string): Promise<boolean> =>
  isMade(() => changeRecord(batchRowKey(batch_id, row), { set: { state: 'withdrawn', at }, where: { state: 'sent' } }));

/** Removes some of what is below a removed batch; true if there is more. */
export const removeBatchParts = async (id: string): Promise<boolean> => {
  for (const beginsWith of [BATCH_ROW_PREFIX, BATCH_LANE_PREFIX]) {
    const { items, next } = await readPart<Key>({ pk: batchKey(id).pk, beginsWith, limit: 500 });
    await writeItems([], items);
    if (next) return true;
  }
  return false;
};
