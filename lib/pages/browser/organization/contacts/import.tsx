import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CallFailed } from '../../shared/call.ts';
import { explain } from '../../shared/explain.ts';
import { ActButton, ActForm, SendButton } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { closeSheet, Sheet } from '../../shared/sheet.tsx';
import { Setting } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import { addContact, contacts, csv } from './address-book.ts';
import type { Column, ContactsFile, NewContact } from './csv.ts';

/** The largest file that is read, in bytes: a thousand rows are far smaller. */
const LARGEST = 2_000_000;

const labelOf = (column: Column): string =>
  ({ first_name: w.firstName, last_name: w.lastName, email: w.email, phone: w.contactPhone })[column];

/** A file's text. What isn't UTF-8 was saved by an older spreadsheet program. */
const textOf = async (file: File): Promise<string> => {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Reads a chosen file. Throws `InputRefused` where it can't be read as contacts. */
const readFile = async (file: FormDataEntryValue | null): Promise<ContactsFile> => {
  const refuse = (words: string): never => {
    throw new InputRefused('file', words);
  };
  if (!(file instanceof File) || file.size === 0) return refuse(w.importNone);
  if (file.size > LARGEST) return refuse(w.refused_too_large);
  const [{ readContacts, MOST_ROWS }, text] = await Promise.all([csv(), textOf(file), contacts.read()]);
  const known = (contacts.shown.value?.rows ?? []).map(({ email }) => email);
  const labels = { first_name: w.firstName, last_name: w.lastName, email: w.email, phone: w.contactPhone };
  const found = readContacts(text, known, labels);
  if (found.isTooLong) return refuse(say(w.importTooMany, { count: MOST_ROWS }));
  if (found.missing.length > 0) {
    return refuse(say(w.importMissing, { names: { trusted: found.missing.map(labelOf).join(', ') } }));
  }
  return found;
};

/** Adds the contacts of a file: first one looks at what was read, then they are made one after the other. */
export const ImportContacts = () => {
  const read = useSignal<ContactsFile | null>(null);
  const take = async (given: FormData): Promise<void> => {
    read.value = await readFile(given.get('file'));
  };
  if (read.value) return <Preview file={read.value} />;
  return (
    <Sheet title={w.contactsImport} typing>
      <ActForm act={take}>
        <Setting name="file" label={w.importFile} about={w.importAbout}>
          {(control) => <input {...control} type="file" accept=".csv,text/csv" />}
        </Setting>
        <SendButton>{w.continue}</SendButton>
      </ActForm>
    </Sheet>
  );
};

/** A contact that isn't made yet. */
interface Left {
  row: number;
  contact: NewContact;
  /** Names its request, so that another try doesn't make a second one. */
  key: string;
  /** Why it wasn't made, once that was tried. */
  refused?: string;
}

/** True where the next contact would fail for the same reason. */
const endsAll = (error: unknown): boolean =>
  !(error instanceof CallFailed) ||
  error.status >= 500 ||
  [401, 403, 429].includes(error.status) ||
  error.code === 'organization_full';

const Preview = ({ file }: { file: ContactsFile }) => {
  const left = useSignal<readonly Left[]>(file.good.map((one) => ({ ...one, key: crypto.randomUUID() })));
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const done = file.good.length - left.value.length;
  const add = async (): Promise<void> => {
    for (const one of left.value) {
      if (isGone.current) break;
      try {
        await addContact(one.contact, one.key);
        left.value = left.value.filter(({ key }) => key !== one.key);
      } catch (error) {
        // A refusal is remembered by its key: another try is another request.
        const key = error instanceof CallFailed && error.status < 500 ? crypto.randomUUID() : one.key;
        const ends = endsAll(error);
        const now = { ...one, key, ...(ends ? {} : { refused: explain(error) }) };
        left.value = left.value.map((other) => (other.row === one.row ? now : other));
        if (ends) throw error;
      }
    }
    await contacts.read();
  };
  const failed = left.value.filter(({ refused }) => refused !== undefined);
  const words = done > 0 || failed.length > 0 ? w.importAgain : w.importStart;
  return (
    <Sheet title={w.contactsImport}>
      <p>{say(w.importGood, { count: file.good.length })}</p>
      <Rows title={say(w.importBad, { count: new Set(file.bad.map(({ row }) => row)).size })}>
        {file.bad.map(({ row, column, fault }) => (
          <li key={`${row} ${column}`}>
            {say(w.importRow, { row, column: { trusted: labelOf(column) } })} {w[`importFault_${fault}`]}
          </li>
        ))}
      </Rows>
      <Rows title={say(w.importDoubles, { count: file.doubles.length })}>
        {file.doubles.map(({ row, email }) => (
          <li key={row}>
            {say(w.importRow, { row, column: { trusted: w.email } })} <bdi class="own">{email}</bdi>
          </li>
        ))}
      </Rows>
      <Rows title={say(w.importFailed, { count: failed.length })}>
        {failed.map(({ key, row, contact: { email }, refused }) => (
          <li key={key}>
            {say(w.importRow, { row, column: { trusted: w.email } })} <bdi class="own">{email}</bdi> {refused}
          </li>
        ))}
      </Rows>
      {done > 0 && <progress max={file.good.length} value={done} aria-label={w.contactsImport} />}
      <p role="status">{done > 0 && say(w.importDone, { done, count: file.good.length })}</p>
      {left.value.length > 0 ? (
        <ActButton act={add} doing={w.importDoing}>
          {say(words, { count: left.value.length })}
        </ActButton>
      ) : (
        <button type="button" onClick={closeSheet}>
          {w.close}
        </button>
      )}
    </Sheet>
  );
};

/** Rows of the file under a title; nothing where there are none. */
const Rows = ({ title, children }: { title: string; children: ComponentChild[] }) =>
  children.length > 0 ? (
    <details open>
      <summary>{title}</summary>
      <ul class="list">{children}</ul>
    </details>
  ) : null;
