import * as z from 'zod';
import { Locale, Name, orNothing, Phone, Timezone } from '../../base/schema.ts';

/**
 * What people may change of their own profile. Left out: stays; null or empty: cleared, where it can be. Everything
 * else that clients echo back is ignored; roles and permissions are changed by those who manage the members.
 */
export const ProfileChange = z.object({
  first_name: Name.nullish(),
  last_name: Name.nullish(),
  phone: orNothing(Phone.min(1)),
  timezone: orNothing(Timezone.min(1)),
  locale: orNothing(Locale),
});
export type ProfileChange = z.output<typeof ProfileChange>;

/** The answer to who deletes their last profile. */
export const SignedOut = z.object({ status: z.literal('OK'), message: z.string() });
