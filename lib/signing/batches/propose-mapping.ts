import type { ColumnTarget, EnvelopeMember, RecipientMember } from '../../storage/records/batch.ts';
import type { TemplateFieldItem, TemplateRoleItem } from '../../storage/records/template.ts';
import { COLUMN_WORDS, JOINING_WORDS } from './column-words.ts';
import type { RowTemplate } from './row-request.ts';

/** Letters and digits of a name, without case and accents: `E-Mail-Adresse` and `email adresse` are the same. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]/gu, '');

const MEMBERS: ReadonlyMap<string, string> = new Map(
  Object.values(COLUMN_WORDS)
    .flatMap((words) => Object.entries(words))
    .flatMap(([member, words]) => [member, ...words].map((word): [string, string] => [plain(word), member]))
    // Of a word in several languages, the use in the first of these counts.
    .toReversed(),
);

const JOINING = JOINING_WORDS.map(plain);

/** The name without its joining words at either end. */
const withoutJoining = (name: string): string[] =>
  [name].concat(
    JOINING.flatMap((word) => [
      ...(name.startsWith(word) ? [name.slice(word.length)] : []),
      ...(name.endsWith(word) ? [name.slice(0, -word.length)] : []),
    ]),
  );

const memberNamed = (name: string): string | undefined =>
  withoutJoining(name)
    .map((one) => MEMBERS.get(one))
    .find((member) => member !== undefined);

const asTarget = (member: string, role_name: string | undefined): ColumnTarget | undefined => {
  if (member.startsWith('envelope_')) {
    return { kind: 'envelope', member: member.slice('envelope_'.length) as EnvelopeMember };
  }
  return role_name === undefined ? undefined : { kind: 'recipient', role_name, member: member as RecipientMember };
};

const inOrder = (roles: readonly TemplateRoleItem[]): TemplateRoleItem[] =>
  roles.toSorted((a, b) => a.sequence - b.sequence || a.order - b.order);

const isField = (name: string, field: TemplateFieldItem): boolean =>
  [field.name, field.label ?? '', `field ${field.name}`, `fields ${field.name}`].some(
    (one) => one !== '' && plain(one) === name,
  );

/**
 * Proposes what columns are used for, by their names: the name or the label of a field, a role with a usual word for a
 * detail of a person (in any of the ten languages), such a word alone for the first role, or a detail of the envelope.
 * Nothing is proposed twice; null where nothing fits.
 */
export const proposeMapping = (
  columns: readonly string[],
  { roles, fields }: Omit<RowTemplate, 'header'>,
): (ColumnTarget | null)[] => {
  const people = inOrder(roles);
  // Longer names first: `tenant 2` holds `tenant`.
  const named = people.toSorted((a, b) => b.name.length - a.name.length);
  const first = (people.find(({ type }) => type !== 'cc') ?? people[0])?.name;
  const taken = new Set<string>();
  const mapping = columns.map((column) => {
    const proposed = targetOf(plain(column), { named, first, fields });
    const key = JSON.stringify(proposed);
    if (!proposed || taken.has(key)) return null;
    taken.add(key);
    return proposed;
  });
  return mapping.map((target) => otherHalf(target, mapping));
};

/**
 * Takes a column of names for one half where another column has the other half: `nom` beside `prénom` is the last
 * name, `nome` beside `cognome` the first one.
 */
const otherHalf = (target: ColumnTarget | null, mapping: readonly (ColumnTarget | null)[]): ColumnTarget | null => {
  if (target?.kind !== 'recipient' || target.member !== 'full_name') return target;
  const has = (member: RecipientMember): boolean =>
    mapping.some((one) => one?.kind === 'recipient' && one.role_name === target.role_name && one.member === member);
  if (has('first_name') === has('last_name')) return target;
  return { ...target, member: has('first_name') ? 'last_name' : 'first_name' };
};

interface Known {
  named: readonly TemplateRoleItem[];
  /** Name of the first role that acts. */
  first: string | undefined;
  fields: readonly TemplateFieldItem[];
}

const targetOf = (name: string, { named, first, fields }: Known): ColumnTarget | undefined => {
  if (name === '') return undefined;
  const field = fields.find((one) => isField(name, one));
  if (field) return { kind: 'field', name: field.name };
  for (const { name: role_name } of named) {
    const role = plain(role_name);
    if (role === '' || !name.includes(role)) continue;
    const rest = name.replace(role, '');
    if (rest === '') return { kind: 'recipient', role_name, member: 'full_name' };
    const member = memberNamed(rest);
    if (member) return asTarget(member, role_name);
  }
  const member = memberNamed(name);
  return member === undefined ? undefined : asTarget(member, first);
};
