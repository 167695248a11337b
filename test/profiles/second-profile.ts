import { newId } from '../../lib/base/ids.ts';
import type { Role } from '../../lib/people/access/permissions.ts';
import { newOrganization } from '../../lib/people/organizations/organization.ts';
import { newProfile } from '../../lib/people/profiles/profile.ts';
import { putRecord } from '../../lib/storage/engine/client.ts';
import type { ProfileItem } from '../../lib/storage/records/profile.ts';
import type { Person } from '../api.ts';

/** Another organization with the person as a member in it, as accepting an invitation would leave it. */
export const secondProfile = async (
  person: Pick<Person, 'user_id' | 'email'>,
  roles: Role[] = ['member'],
): Promise<ProfileItem> => {
  const organization = newOrganization({ id: newId(), name: 'Second Company', parent_id: null, contact_email: null });
  await putRecord(organization);
  return profileIn(organization.id, person, roles);
};

/** The person as a member of an existing organization. */
export const profileIn = async (
  organization_id: string,
  person: Pick<Person, 'user_id' | 'email'>,
  roles: Role[],
): Promise<ProfileItem> => {
  const profile = newProfile({
    id: newId(),
    user_id: person.user_id,
    organization_id,
    first_name: 'Ada',
    last_name: 'Elsewhere',
    email: person.email,
    phone: null,
    roles,
    locale: null,
    timezone: null,
  });
  await putRecord(profile);
  return profile;
};
