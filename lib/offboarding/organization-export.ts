import * as z from 'zod';
import { linkToFile } from '../aws/files/store.ts';
import { HOUR, timestamp, timestampIn } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { Id, Timestamp } from '../base/schema.ts';
import type { UserCaller } from '../people/access/caller.ts';
import { demandOwn } from '../people/organizations/store.ts';
import { getItem, transact } from '../storage/client.ts';
import { newJob } from '../storage/jobs/record.ts';
import type { Key } from '../storage/key.ts';
import { exportKey } from '../storage/keys.ts';
import { untilWritten } from '../storage/retry.ts';

/** One ZIP of an export, each complete in itself. */
export interface ExportPart {
  key: string;
  /** Bytes. */
  size: number;
}

/** The latest export of an organization, as the table holds it. */
export interface ExportItem extends Key {
  id: string;
  organization_id: string;
  status: 'running' | 'ready';
  started_at: string;
  finished_at: string | null;
  parts: ExportPart[];
}

export const Export = z
  .object({
    id: Id,
    organization_id: Id,
    status: z.enum(['running', 'ready']),
    started_at: Timestamp,
    finished_at: Timestamp.nullable(),
    files: z
      .array(z.object({ name: z.string(), size: z.int().meta({ description: 'Bytes' }), url: z.url() }))
      .meta({ description: 'ZIP archives, each complete in itself: one, unless there is more than fits in one' }),
  })
  .meta({ id: 'OrganizationExport' });
export type Export = z.output<typeof Export>;

/** For how long an export is answered before another one is made. */
const FRESH = HOUR;
/** When one that has not ended is given up. */
const PATIENCE = 24 * HOUR;
const LINK_SECONDS = 15 * 60;

/**
 * The latest export of everything that the organization has; begins one where there is none that is running or was
 * finished within the hour. 404 for any organization but the caller's own.
 */
export const exportOrganization = async (caller: UserCaller, organization_id: string): Promise<Export> => {
  demandOwn(caller, organization_id);
  const latest = await untilWritten(async () => {
    const known = await getItem<ExportItem>(exportKey(organization_id));
    return known && isFresh(known) ? known : begin(organization_id, known);
  });
  return presentExport(latest);
};

const isFresh = ({ status, started_at, finished_at }: ExportItem): boolean =>
  status === 'running' ? started_at > timestampIn(-PATIENCE) : (finished_at ?? '') > timestampIn(-FRESH);

const begin = async (organization_id: string, earlier: ExportItem | undefined): Promise<ExportItem> => {
  const item: ExportItem = {
    ...exportKey(organization_id),
    id: newId(),
    organization_id,
    status: 'running',
    started_at: timestamp(),
    finished_at: null,
    parts: [],
  };
  const obsolete = earlier?.parts.map(({ key }) => key) ?? [];
  await transact([
    earlier
      ? { put: item, condition: 'id = :earlier', values: { ':earlier': earlier.id } }
      : { put: item, condition: 'attribute_not_exists(pk)' },
    { put: newJob('export_organization', organization_id, { export_id: item.id, obsolete }) },
  ]);
  return item;
};

const presentExport = async ({
  id,
  organization_id,
  status,
  started_at,
  finished_at,
  parts,
}: ExportItem): Promise<Export> => ({
  id,
  organization_id,
  status,
  started_at,
  finished_at,
  files: await Promise.all(
    parts.map(async ({ key, size }, index) => {
      const name = `Export ${started_at.slice(0, 10)}${parts.length > 1 ? ` (${index + 1} of ${parts.length})` : ''}.zip`;
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
