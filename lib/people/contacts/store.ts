import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { ConditionFailed, collection, transact, updateItem, type Write } from '../../storage/client.ts';
import { contactKey, organizationCountsKey } from '../../storage/keys.ts';
import { orNotFound } from '../../storage/or-not-found.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserCaller } from '../access/caller.ts';
import { newProfile, type Profile, presentProfile } from '../profiles/record.ts';
import { type ContactChange, MAX_CONTACTS, type NewContact } from './schema.ts';

/** The organization's contacts, by name. One query. */
export const listContacts = async (caller: UserCaller): Promise<Profile[]> =>
  (await contactsOf(caller.organization_id)).map((item) => presentProfile(item)).sort(byName);

/** All contacts of an organization, as the table holds them. */
export const contactsOf = (organization_id: string): Promise<ProfileItem[]> =>
  collection<ProfileItem>(contactKey(organization_id, '').pk);

/** Keeps a contact: a profile without an account. One call; 400 where the organization has too many. */
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
  const item: ProfileItem = { ...profile, ...contactKey(organization_id, id) };
  try {
    await transact([{ put: item }, counting(organization_id, 1)]);
  } catch (error) {
    if (error instanceof ConditionFailed) return fail('organization_full', { limit: MAX_CONTACTS, things: 'contacts' });
    throw error;
  }
  return presentProfile(item);
};

/** Changes a contact; 404 where the organization has no such one. */
export const updateContact = (caller: UserCaller, profile_id: string, change: ContactChange): Promise<Profile> =>
  orNotFound(async () => {
    const changes = setting({
      first_name: change.first_name ?? undefined,
      last_name: change.last_name ?? undefined,
      email: change.email ?? undefined,
      phone: change.phone,
      updated_at: timestamp(),
    });
    const key = contactKey(caller.organization_id, profile_id);
    return presentProfile(await updateItem<ProfileItem>(key, onlyIf(changes, 'attribute_exists(pk)')));
  });

/** Forgets a contact; 404 where the organization has no such one. */
export const deleteContact = ({ organization_id }: UserCaller, profile_id: string): Promise<void> =>
  orNotFound(() =>
    transact([
      { remove: contactKey(organization_id, profile_id), condition: 'attribute_exists(pk)' },
      counting(organization_id, -1),
    ]),
  );

const counting = (organization_id: string, by: 1 | -1): Write => ({
  update: organizationCountsKey(organization_id),
  UpdateExpression: 'ADD contacts :by',
  ...(by === 1 ? { ConditionExpression: 'attribute_not_exists(contacts) OR contacts < :most' } : {}),
  ExpressionAttributeValues: { ':by': by, ...(by === 1 ? { ':most': MAX_CONTACTS } : {}) },
});

const byName = (one: Profile, other: Profile): number =>
  `${one.last_name} ${one.first_name}`.localeCompare(`${other.last_name} ${other.first_name}`) ||
  (one.id < other.id ? -1 : 1);
