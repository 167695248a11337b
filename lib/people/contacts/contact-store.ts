import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import * as contacts from '../../storage/contacts.ts';
import type { UserCaller } from '../access/caller.ts';
import { newProfile, presentProfile } from '../profiles/profile.ts';
import type { Profile } from '../profiles/profile-schema.ts';
import { type ContactChange, MAX_CONTACTS, type NewContact } from './contact-schema.ts';

/** Lists the organization's contacts by name. One query. */
export const listContacts = async (caller: UserCaller): Promise<Profile[]> =>
  (await contacts.contactsOf(caller.organization_id)).map((item) => presentProfile(item)).sort(byName);

/** Creates a contact: a profile without an account. One call. Throws `organization_full`. */
export const createContact = async (caller: UserCaller, details: NewContact): Promise<Profile> => {
  const { organization_id } = caller;
  const id = newId();
  const profile = newProfile({
    id,
    user_id: null,
    organization_id,
    roles: ['contact'],
    locale: null,
    timezone: null,
    ...details,
    phone: details.phone ?? null,
  });
  if (!(await contacts.addContact(profile, MAX_CONTACTS))) {
    return fail('organization_full', { limit: MAX_CONTACTS, things: 'contacts' });
  }
  return presentProfile(profile);
};

/** Changes a contact. Throws `not_found` if the organization has no such contact. */
export const updateContact = async (
  caller: UserCaller,
  profile_id: string,
  change: ContactChange,
): Promise<Profile> => {
  const changed = await contacts.changeContact(caller.organization_id, profile_id, {
    first_name: change.first_name ?? undefined,
    last_name: change.last_name ?? undefined,
    email: change.email ?? undefined,
    phone: change.phone,
    updated_at: timestamp(),
  });
  return presentProfile(orFail(changed, 'not_found'));
};

/** Deletes a contact. Throws `not_found` if the organization has no such contact. */
export const deleteContact = async ({ organization_id }: UserCaller, profile_id: string): Promise<void> => {
  if (!(await contacts.removeContact(organization_id, profile_id))) fail('not_found');
};

const byName = (one: Profile, other: Profile): number =>
  `${one.last_name} ${one.first_name}`.localeCompare(`${other.last_name} ${other.first_name}`) ||
  (one.id < other.id ? -1 : 1);
