import { linkToFile } from '../aws/files/file-store.ts';
import { HOUR, timestamp, timestampIn } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { UserCaller } from '../people/access/caller.ts';
import { demandOwn } from '../people/organizations/organization-store.ts';
import { change } from '../storage/engine/change.ts';
import { exportWrite, findExport } from '../storage/exports.ts';
import { newJob } from '../storage/jobs/record.ts';
import { membersOf } from '../storage/members.ts';
import type { ExportItem } from '../storage/records/export.ts';
import type { Export } from './organization-export-schema.ts';

type Stored = Omit<ExportItem, 'pk' | 'sk'>;

/** Time for which a finished export is returned before a new one is made. */
const FRESH = HOUR;
/** Time after which an unfinished export is given up. */
const PATIENCE = 24 * HOUR;
const LINK_SECONDS = 15 * 60;

/**
 * Returns the organization's latest export; starts one if none is running or was finished within the hour. Throws
 * `not_found` for any organization but the caller's own.
 */
export const exportOrganization = async (caller: UserCaller, organization_id: string): Promise<Export> => {
  demandOwn(caller, organization_id);
  const latest = await change<Stored | undefined, Stored>(
    () => findExport(organization_id),
    (known) => {
      if (known && isFresh(known)) return { answer: known };
      const begun = newExport(organization_id);
      const obsolete = known?.parts.map(({ key }) => key) ?? [];
      const job = newJob('export_organization', organization_id, { export_id: begun.id, obsolete });
      return { writes: [exportWrite(begun, known), { put: job }], answer: begun };
    },
  );
  return presentExport(membersOf(latest));
};

const isFresh = ({ status, started_at, finished_at }: Stored): boolean =>
  status === 'running' ? started_at > timestampIn(-PATIENCE) : (finished_at ?? '') > timestampIn(-FRESH);

const newExport = (organization_id: string): Stored => ({
  id: newId(),
  organization_id,
  status: 'running',
  started_at: timestamp(),
  finished_at: null,
  parts: [],
});

const presentExport = async ({ parts, ...record }: Stored): Promise<Export> => ({
  ...record,
  files: await Promise.all(
    parts.map(async ({ key, size }, index) => {
      const name = `Export ${record.started_at.slice(0, 10)}${parts.length > 1 ? ` (${index + 1} of ${parts.length})` : ''}.zip`;
      const link = {
        filename: name,
        mime: 'application/zip',
        disposition: 'attachment',
        expiresIn: LINK_SECONDS,
      } as const;
      return { name, size, url: await linkToFile(key, link) };
    }),
  ),
});
