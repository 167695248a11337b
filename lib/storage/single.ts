import { changeRecord, putRecord, removeRecord, writeItems } from './client.ts';
import type { Write } from './write.ts';

/** Makes the only write of a change by itself: it needs no transaction, which costs twice as much. Throws ConditionFailed. */
export const single = async ([write]: readonly Write[]): Promise<void> => {
  if (!write) return;
  if ('put' in write) await putRecord(write.put, write.where);
  else if ('change' in write) await changeRecord(write.change, write);
  else if ('remove' in write) await removeRecord(write.remove, write.where);
  else throw new Error('A check changes nothing');
};

/** Makes writes that have no conditions, 25 a call. Not all at once: a half of them must be harmless. */
export const writeBatch = (writes: readonly Write[]): Promise<void> => {
  if (writes.some((write) => !('put' in write || 'remove' in write) || write.where)) {
    throw new Error('Writes with conditions are made in transactions');
  }
  return writeItems(
    writes.flatMap((write) => ('put' in write ? [write.put] : [])),
    writes.flatMap((write) => ('remove' in write ? [write.remove] : [])),
  );
};
