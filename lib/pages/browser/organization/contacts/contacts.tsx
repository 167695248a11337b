import { useSignal } from '@preact/signals';
import type { Profile } from '../../shared/answers.ts';
import { ActButton, ActForm, Input, SendButton, textIn } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { Search } from '../parts/find.tsx';
import { includesWords } from '../parts/find-words.ts';
import { List } from '../parts/list.tsx';
import { tell } from '../parts/notice.tsx';
import { may } from '../parts/rights.ts';
import { say, w } from '../words/index.ts';
import { addContact, changeContact, contacts, deleteContact, detailsOf, nameOf, saveContacts } from './address-book.ts';
import type { NewContact } from './csv.ts';
import { ImportContacts } from './import.tsx';

/** Rows that are shown before one asks for more. */
const PAGE = 50;

const mayWrite = (): boolean => may('envelope:create');
const mayDelete = (): boolean => may('envelope:create', 'org:update');

/** The organization's address book. */
export const Contacts = () => {
  const words = useSignal('');
  const most = useSignal(PAGE);
  const isFound = ({ email, phone, ...contact }: Profile) =>
    includesWords(words.value, nameOf(contact), email, phone ?? '');
  const all = contacts.shown.value?.rows ?? [];
  const found = all.filter(isFound);
  return (
    <>
      <div class="tools">
        <Search label={w.contactSearch} words={words} />
        {mayWrite() && (
          <button type="button" class="main" onClick={() => showSheet(Add)}>
            {w.contactAdd}
          </button>
        )}
      </div>
      <div class="row start">
        {mayWrite() && (
          <button type="button" class="other" onClick={() => showSheet(ImportContacts)}>
            {w.contactsImport}
          </button>
        )}
        {all.length > 0 && (
          <ActButton other act={saveContacts}>
            {w.contactsExport}
          </ActButton>
        )}
      </div>
      <p class="soft" role="status">
        {found.length > 0 && say(w.contactsCount, { count: found.length })}
      </p>
      <List
        of={contacts}
        label={w.contactsTitle}
        empty={<p>{all.length > 0 ? w.contactsNoneFound : w.contactsEmpty}</p>}
        narrowed={(rows) => rows.filter(isFound).slice(0, most.value)}
      >
        {(contact) => <Row key={contact.id} contact={contact} />}
      </List>
      {found.length > most.value && (
        <button
          type="button"
          class="other"
          onClick={() => {
            most.value += PAGE;
          }}
        >
          {w.showMore}
        </button>
      )}
    </>
  );
};

const Row = ({ contact }: { contact: Profile }) => (
  <li>
    <div class="entry-main">
      <p>
        <bdi class="own">{nameOf(contact)}</bdi>
      </p>
      <p class="soft">
        <bdi class="own">{contact.email}</bdi>
      </p>
    </div>
    <div class="entry-more">
      {contact.phone && (
        <p>
          <bdi class="own">{contact.phone}</bdi>
        </p>
      )}
    </div>
    {mayWrite() && (
      <button
        type="button"
        class="quiet"
        aria-label={say(w.contactEdit, { name: nameOf(contact) })}
        onClick={() => showSheet(() => <Change contact={contact} />)}
      >
        {w.orgChange}
      </button>
    )}
  </li>
);

const Inputs = ({ contact }: { contact?: Profile }) => (
  <>
    <Input name="first_name" label={w.firstName} value={contact?.first_name} maxLength={100} />
    <Input name="last_name" label={w.lastName} value={contact?.last_name} maxLength={100} />
    <Input name="email" label={w.email} type="email" value={contact?.email} maxLength={254} />
    <Input name="phone" label={w.contactPhone} type="tel" value={contact?.phone} maxLength={40} optional />
  </>
);

const given = (form: FormData): NewContact => ({
  first_name: textIn(form, 'first_name'),
  last_name: textIn(form, 'last_name'),
  email: textIn(form, 'email'),
  phone: textIn(form, 'phone') || null,
});

const Add = () => {
  const add = async (form: FormData): Promise<void> => {
    const details = given(form);
    await addContact(details);
    closeSheet();
    tell(say(w.contactAdded, { name: nameOf(details) }));
  };
  return (
    <Sheet title={w.contactAdd} typing>
      <ActForm act={add}>
        <Inputs />
        <SendButton>{w.contactAdd}</SendButton>
      </ActForm>
    </Sheet>
  );
};

const Change = ({ contact }: { contact: Profile }) => {
  const name = nameOf(contact);
  const before = detailsOf(contact);
  const save = async (form: FormData): Promise<void> => {
    await changeContact(contact, given(form));
    closeSheet();
    tell(say(w.contactChanged, { name }), () => changeContact(contact, before));
  };
  const remove = async (): Promise<void> => {
    await deleteContact(contact);
    closeSheet();
    tell(say(w.contactDeleted, { name }), () => addContact(before));
  };
  return (
    <Sheet title={say(w.contactNamed, { name })}>
      <p class="soft">{w.contactChangeAbout}</p>
      <ActForm act={save}>
        <Inputs contact={contact} />
        <SendButton>{w.orgSave}</SendButton>
      </ActForm>
      {mayDelete() && (
        <ActButton other act={remove}>
          {w.contactDelete}
        </ActButton>
      )}
    </Sheet>
  );
};
