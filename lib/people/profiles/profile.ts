import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { Email, Id, Locale, Name, Phone, Timestamp, Timezone } from '../../base/schema.ts';
import { type NewProfile, profileRecord } from '../../storage/memberships.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { Permission, Role } from '../access/schema.ts';
import { Organization, presentOrganization } from '../organizations/organization.ts';

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

/** Makes the item of a user's new profile. Contacts have no user and so no index entry. */
export const newProfile = (
  details: Omit<NewProfile, 'picture' | 'permissions' | 'created_at' | 'updated_at'>,
): ProfileItem => {
  const created_at = timestamp();
  return profileRecord({
    ...details,
    picture: null,
    permissions: [],
    created_at,
    updated_at: created_at,
  });
};

/** Presents the profile. `current`: the caller acts as it. */
export const presentProfile = (
  item: ProfileItem,
  { organization, current = false }: { organization?: OrganizationItem; current?: boolean } = {},
): Profile => ({
  id: item.id,
  user_id: item.user_id,
  organization_id: item.organization_id,
  first_name: item.first_name,
  last_name: item.last_name,
  email: item.email,
  phone: item.phone,
  picture: item.picture === null ? null : `${config.baseUrl()}${item.picture}`,
  current,
  permissions: item.permissions,
  roles: item.roles,
  locale: item.locale,
  timezone: item.timezone,
  created_at: item.created_at,
  updated_at: item.updated_at,
  ...(organization ? { organization: presentOrganization(organization) } : {}),
});
