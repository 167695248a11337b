import * as z from 'zod';
import { APP_KINDS, EMAIL_KINDS } from './notification-kinds.ts';

const switches = <Kind extends string, S extends z.ZodType>(kinds: readonly Kind[], of: S) =>
  Object.fromEntries(kinds.map((kind) => [kind, of])) as Record<Kind, S>;

/** A person's choice of notifications, the same in all organizations. */
export const NotificationPreferences = z
  .object({
    app: z.object(switches(APP_KINDS, z.boolean())).meta({ description: 'Entries of `GET /v2/notifications`' }),
    email: z.object(switches(EMAIL_KINDS, z.boolean())).meta({
      description:
        'Mails about envelopes that the person sent, to the own address; `member:waiting`: about people who wait for an administrator to let them in',
    }),
  })
  .meta({ id: 'NotificationPreferences', description: 'True for each kind of notification that the person gets' });
export type NotificationPreferences = z.output<typeof NotificationPreferences>;

/** Kinds that are left out or null stay as they are. Any other kind is refused: it can't be switched off. */
export const NotificationPreferencesChange = z.object({
  app: z.strictObject(switches(APP_KINDS, z.boolean().nullish())).nullish(),
  email: z.strictObject(switches(EMAIL_KINDS, z.boolean().nullish())).nullish(),
});
export type NotificationPreferencesChange = z.output<typeof NotificationPreferencesChange>;
