import { changeRecord, getItem } from './engine/client.ts';
import { isMade } from './engine/commit.ts';
import { exportKey } from './engine/keys.ts';
import { ABSENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { ExportItem } from './records/export.ts';

type Export = Omit<ExportItem, 'pk' | 'sk'>;

export const findExport = (organization_id: string): Promise<ExportItem | undefined> =>
  getItem<ExportItem>(exportKey(organization_id));

/** The write of a new export that replaces `earlier`; it holds while that is the latest. */
export const exportWrite = (latest: Export, earlier: Export | undefined): Write => ({
  put: { ...exportKey(latest.organization_id), ...latest },
  where: earlier ? { id: earlier.id } : ABSENT,
});

/** Changes an export; false if a newer one exists, or the organization is gone. */
export const changeExport = (organization_id: string, id: string, set: Partial<Export>): Promise<boolean> =>
  isMade(() => changeRecord(exportKey(organization_id), { set, where: { id } }));
