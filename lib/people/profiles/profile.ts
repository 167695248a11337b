import { timestamp } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { type NewProfile, profileRecord } from '../../storage/memberships.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { presentOrganization } from '../organizations/organization.ts';
import type { Profile } from './profile-schema.ts';

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
