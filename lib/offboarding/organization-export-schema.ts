import * as z from 'zod';
import { Id, Timestamp } from '../base/common-schema.ts';

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
