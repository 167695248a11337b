import { InSheet, later } from '../shared/later.tsx';
import { needsOf } from '../shared/places.ts';
import { showSheet } from '../shared/sheet.tsx';
import type { Contents } from './draft.ts';
import { contents, edit } from './editor.ts';
import { removeFields, removeRole } from './edits.ts';
import { ruleForms } from './rule-forms.ts';
import { selectNothing } from './selection.ts';

const Removing = later(() => ruleForms.load().then((part) => part.Removing), InSheet, needsOf('ruleforms'));

/** Removes fields. Where rules of others, or people's conditions, use them, it says so first and adapts these. */
export const removeNamed = (names: ReadonlySet<string>): void =>
  removeWith(names, (now) => removeFields(now, names), selectNothing);

/** Removes a person with all fields, in the same way. */
export const removePerson = (role_name: string): void => {
  const own = contents.peek()?.fields.filter((field) => field.role_name === role_name) ?? [];
  removeWith(
    new Set(own.map(({ name }) => name)),
    (now) => removeRole(now, role_name),
    () => {},
    role_name,
  );
};

const removeWith = (
  names: ReadonlySet<string>,
  remove: (contents: Contents) => Contents,
  onDone: () => void,
  person: string | null = null,
): void => {
  const now = contents.peek();
  const conditions = now?.roles.filter(({ name }) => name !== person).map(({ only_if }) => only_if);
  if (!areNamed(names, now?.fields ?? []) && !nameIn(conditions, names)) {
    edit(remove);
    onDone();
    return;
  }
  showSheet(() => <Removing names={names} remove={remove} onDone={onDone} person={person} />);
};

/** True if the rules of other fields name one of these. */
const areNamed = (names: ReadonlySet<string>, fields: Contents['fields']): boolean =>
  fields.some(
    ({ name, settings }) => !names.has(name) && settings.rules !== undefined && nameIn(settings.rules, names),
  );

const nameIn = (part: unknown, names: ReadonlySet<string>): boolean =>
  typeof part === 'object' &&
  part !== null &&
  Object.entries(part).some(
    ([member, value]) =>
      (NAMING.includes(member) && isName(member, part) && names.has(String(value))) || nameIn(value, names),
  );

/** Members of rules that can hold the name of a field; the value of a comparison only where that is of a choice. */
const NAMING = ['field', 'group_of', 'value'];
const isName = (member: string, part: object): boolean => member !== 'value' || 'group_of' in part;
