import * as z from 'zod';
import { USAGE_TYPES } from './count.ts';

const Counts = z
  .partialRecord(z.enum(USAGE_TYPES), z.int())
  .meta({ id: 'UsageCounts', description: 'What was counted, by type; a type is left out where nothing was counted' });
export type Counts = z.output<typeof Counts>;

/**
 * The choice stands below the organization, and days first: generated clients try one alternative after the other, and
 * days would pass for counts without any type.
 */
export const OrganizationUsage = z.record(z.uuid(), z.union([z.record(z.iso.date(), Counts), Counts])).meta({
  id: 'OrganizationUsage',
  description: 'By organization: the counts; with `by: day`, the counts of each day',
});

const Day = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const UsageQuery = z.object({
  start_date: Day.optional().meta({
    description: 'The first day that counts (UTC); Default: 30 days before the last day',
  }),
  end_date: Day.optional().meta({ description: 'The last day that counts (UTC); Default: today' }),
  usage_type: z.enum(USAGE_TYPES).optional().meta({ description: 'Only this' }),
  by: z.enum(['day']).optional().meta({ description: '`day`: a count for every day on which something was counted' }),
});
export type UsageQuery = z.output<typeof UsageQuery>;
