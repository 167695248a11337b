import { changeRecord, putRecord, removeRecord, type Write, writeItems } from './client.ts';

/** Makes the only write of a change by itself: it needs no transaction, which costs twice as much. Throws ConditionFailed. */
export const single = async ([write]: readonly Write[]): Promise<void> => {
  if (!write) return;
  if ('put' in write && !('condition' in write))
    return putRecord(write.put, 'where' in write ? write.where : undefined);
  if ('change' in write) return void (await changeRecord(write.change, write));
  if ('remove' in write && 'where' in write) return void (await removeRecord(write.remove, write.where));
  throw new Error('No write that stands alone');
};

/** Makes writes that have no conditions, 25 a call. Not all at once: a half of them must be harmless. */
export const writeBatch = (writes: readonly Write[]): Promise<void> =>
  writeItems(
    writes.flatMap((write) => ('put' in write ? [write.put] : [])),
    writes.flatMap((write) => ('remove' in write ? [write.remove] : [])),
  );
