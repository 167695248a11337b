import * as z from 'zod';
import { DAY, HOUR } from './clock.ts';

const YEAR = 366 * DAY;

/** A delay in milliseconds of at least so many hours; 0 and null mean none. */
const delay = (hours: number, what: string) =>
  z
    .int()
    .min(0)
    .max(YEAR)
    .refine(
      (milliseconds) => milliseconds === 0 || milliseconds >= hours * HOUR,
      `must be 0 for none, or at least ${hours * HOUR} milliseconds (${hours} hours)`,
    )
    .nullish()
    .meta({ description: `${what}, in milliseconds: at least ${hours} hours (${hours * HOUR}); 0 or null for none` });

/**
 * Settings of reminders that envelopes, templates and an organization's defaults share. Bounds: the client's
 * declarations.
 */
export const ReminderSettings = {
  initial_reminder: delay(4, 'Delay of the first reminder after the invitation'),
  followup_reminders: delay(12, 'Time between the reminders that follow'),
  max_reminder_days: z
    .int()
    .min(0)
    .max(366)
    .nullish()
    .meta({ description: 'Days after the creation during which reminders are sent; Default: 14' }),
};
