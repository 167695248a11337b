import type { Profile } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { laterModule } from '../../shared/later.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { ask } from '../../user/session.ts';
import { pagedList } from '../parts/list-state.ts';
import { say, w } from '../words/index.ts';
import type { NewContact } from './csv.ts';

/** The contacts, and what is done with them. */

const PATH = '/v2/organization-contacts';

/** All contacts: the API gives them at once. */
export const contacts = pagedList<Profile>(async () => ({ rows: await ask<Profile[]>('GET', PATH), next: null }));

/** Reads and writes files of contacts. */
export const csv = laterModule(() => import('./csv.ts'));

export const nameOf = ({ first_name, last_name }: Pick<Profile, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`;

/** The part of a contact that people write. */
export const detailsOf = ({ first_name, last_name, email, phone }: Profile): NewContact => ({
  first_name,
  last_name,
  email,
  phone,
});

/** Adds a contact and shows it. With the same `key` it is made once, however often it is tried. */
export const addContact = async (details: NewContact, key: string = crypto.randomUUID()): Promise<void> => {
  const made = await ask<Profile>('POST', PATH, details, key);
  contacts.change((rows) => [made, ...rows.filter(({ id }) => id !== made.id)]);
};

/** Carries out an act on a contact. Where somebody else was faster and it is gone, the list is read again. */
const act = async (contact: Profile, method: 'PATCH' | 'DELETE', body?: NewContact): Promise<void> => {
  try {
    await ask(method, `${PATH}/${contact.id}`, body);
  } catch (error) {
    if (!(error instanceof CallFailed && error.status === 404)) throw error;
    await contacts.read();
    throw new Error(say(w.contactGone, { name: nameOf(contact) }));
  }
};

export const changeContact = async (contact: Profile, details: NewContact): Promise<void> => {
  await act(contact, 'PATCH', details);
  contacts.change((rows) => rows.map((one) => (one.id === contact.id ? { ...one, ...details } : one)));
};

export const deleteContact = async (contact: Profile): Promise<void> => {
  await act(contact, 'DELETE');
  contacts.change((rows) => rows.filter(({ id }) => id !== contact.id));
};

/** Saves all contacts as a file for spreadsheets. */
export const saveContacts = async (): Promise<void> => {
  const { writeContacts } = await csv();
  await contacts.read();
  saveFile('contacts.csv', writeContacts((contacts.shown.value?.rows ?? []).map(detailsOf)), 'text/csv;charset=utf-8');
};
