import * as z from 'zod';
import { Locale, Name, orNothing, Phone, Timezone } from '../../base/common-schema.ts';

/**
 * Members of their own profile that people may change. Absent: unchanged; null or empty: cleared, if possible. Roles
 * and permissions, which clients echo back, must be what they are: they are changed with the organization's members.
 */
export const ProfileChange = z.object({
  first_name: Name.nullish(),
  last_name: Name.nullish(),
  phone: orNothing(Phone.min(1)),
  timezone: orNothing(Timezone.min(1)),
  locale: orNothing(Locale),
  picture: z.string().max(2000).nullish().meta({
    description:
      'Null removes the photo. An address changes nothing, because clients send back the one that they received',
  }),
  roles: z.array(z.string()).nullish().meta({ description: 'If given, must equal what the profile has' }),
  permissions: z.array(z.string()).nullish().meta({ description: 'If given, must equal what the profile has' }),
});
export type ProfileChange = z.output<typeof ProfileChange>;

/** Answer to the deletion of a user's last profile. */
export const SignedOut = z.object({ status: z.literal('OK'), message: z.string() });
