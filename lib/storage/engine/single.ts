import { changeRecord, putRecord, removeRecord, writeItems } from './client.ts';
import type { Write } from './write.ts';

/** Makes the only write of a change directly, at half the cost of a transaction. Throws ConditionFailed. */
export const single = async ([write]: readonly Write[]): Promise<void> => {
  if (!write) return;
  if ('put' in write) await putRecord(write.put, write.where);
  else if ('change' in write) await changeRecord(write.change, write);
  else if ('remove' in write) await removeRecord(write.remove, write.where);
  else throw new Error('A check changes nothing');
};

/** Makes unconditional writes, 25 a call. They aren't atomic: a part of them must be harmless. */
export const writeBatch = (writes: readonly Write[]): Promise<void> => {
  if (writes.some((write) => !('put' in write || 'remove' in write) || write.where)) {
    throw new Error('Writes with conditions are made in transactions');
  }
  return writeItems(
    writes.flatMap((write) => ('put' in write ? [write.put] : [])),
    writes.flatMap((write) => ('remove' in write ? [write.remove] : [])),
  );
};
