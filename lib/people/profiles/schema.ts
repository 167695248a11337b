import * as z from 'zod';
import { Locale, Name, orNothing, Phone, Timezone } from '../../base/schema.ts';

/**
 * Members of their own profile that people may change. Absent: unchanged; null or empty: cleared, if possible. Other
 * members that clients echo back are ignored; roles and permissions are changed with the organization's members.
 */
export const ProfileChange = z.object({
  first_name: Name.nullish(),
  last_name: Name.nullish(),
  phone: orNothing(Phone.min(1)),
  timezone: orNothing(Timezone.min(1)),
  locale: orNothing(Locale),
});
export type ProfileChange = z.output<typeof ProfileChange>;

/** Answer to the deletion of a user's last profile. */
export const SignedOut = z.object({ status: z.literal('OK'), message: z.string() });
