import * as z from 'zod';
import { Email, Id, Locale, Name, Phone, Timestamp, Timezone } from '../../base/common-schema.ts';
import { Permission, Role } from '../access/role-schema.ts';
import { Organization } from '../organizations/organization-schema.ts';

/** A user's (or a contact's) profile in one organization, as the API returns it. */
export const Profile = z
  .object({
    id: Id,
    user_id: Id.nullable().meta({ description: 'Null for a contact, who has no account' }),
    organization_id: Id,
    first_name: Name,
    last_name: Name,
    email: Email,
    phone: Phone.nullable(),
    picture: z.url().nullable().meta({ description: 'Address of the photo' }),
    current: z.boolean().meta({ description: 'True for the profile that the caller acts as' }),
    permissions: z.array(Permission).meta({ description: "Beside those that the profile's roles confer" }),
    roles: z.array(Role),
    locale: Locale.nullable(),
    timezone: Timezone.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    organization: Organization.optional(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.output<typeof Profile>;
