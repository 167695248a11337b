import * as z from 'zod';
import { Email, Id, Locale, Name, Phone, Timestamp, Timezone } from '../../base/common-schema.ts';

/** A user as the API returns it to that user. */
export const User = z
  .object({
    id: Id,
    email: Email,
    email_verified: z.boolean(),
    first_name: Name.nullable(),
    last_name: Name.nullable(),
    phone: Phone.nullable(),
    picture: z.string().nullable(),
    b2cId: z.string().nullable(),
    googleId: z.string().nullable(),
    appleId: z.string().nullable(),
    githubId: z.string().nullable(),
    locked: z.boolean(),
    lock_reason: z.string().nullable(),
    mfa_enabled: z.boolean(),
    mfa_enrolled_at: Timestamp.nullable(),
    locale: Locale.nullable(),
    timezone: Timezone.nullable(),
    has_password: z.boolean(),
    password_changed_at: Timestamp.nullable(),
    sign_in_providers: z.array(z.string()),
    mfa: z.object({
      enabled: z.boolean(),
      enrolled_at: Timestamp.nullable(),
      backup_codes_remaining: z.int(),
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;
