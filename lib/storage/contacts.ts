import { changeRecord, collection, transact } from './engine/client.ts';
import { ifHeld, isMade } from './engine/commit.ts';
import { contactKey, organizationCountsKey } from './engine/keys.ts';
import { is, PRESENT } from './engine/where.ts';
import type { NewProfile } from './memberships.ts';
import type { ProfileItem } from './records/profile.ts';

/** Lists all contacts of an organization. One query. */
export const contactsOf = (organization_id: string): Promise<ProfileItem[]> =>
  collection<ProfileItem>(contactKey(organization_id, '').pk);

/** Stores a contact; false if the organization has `most` already. */
export const addContact = (contact: NewProfile, most: number): Promise<boolean> => {
  const { organization_id, id } = contact;
  return isMade(() =>
    transact([
      { put: { ...contact, ...contactKey(organization_id, id) } },
      {
        change: organizationCountsKey(organization_id),
        add: { contacts: 1 },
        where: { contacts: is.eitherOf(is.missing, is.below(most)) },
      },
    ]),
  );
};

/** Changes a contact and returns the new one; undefined if there is none. */
export const changeContact = (
  organization_id: string,
  id: string,
  set: Partial<NewProfile>,
): Promise<ProfileItem | undefined> =>
  ifHeld(() => changeRecord<ProfileItem>(contactKey(organization_id, id), { set, where: PRESENT }));

/** Removes a contact; false if there is none. */
export const removeContact = (organization_id: string, id: string): Promise<boolean> =>
  isMade(() =>
    transact([
      { remove: contactKey(organization_id, id), where: PRESENT },
      { change: organizationCountsKey(organization_id), add: { contacts: -1 } },
    ]),
  );
