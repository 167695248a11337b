import * as z from 'zod';
import { USAGE_TYPES } from './count.ts';

const Counts = z.partialRecord(z.enum(USAGE_TYPES), z.int());
export type Counts = z.output<typeof Counts>;

/** By organization, then by type; with `by: day`, by day in between. */
export const OrganizationUsage = z
  .union([z.record(z.uuid(), Counts), z.record(z.uuid(), z.record(z.iso.date(), Counts))])
  .meta({ id: 'OrganizationUsage' });

const Day = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const UsageQuery = z.object({
  start_date: Day.optional().meta({
    description: 'The first day that counts (UTC); 30 days before the last unless stated',
  }),
  end_date: Day.optional().meta({ description: 'The last day that counts (UTC); today unless stated' }),
  usage_type: z.enum(USAGE_TYPES).optional().meta({ description: 'Only this' }),
  by: z.enum(['day']).optional().meta({ description: '`day`: a count for every day on which something was counted' }),
});
export type UsageQuery = z.output<typeof UsageQuery>;
