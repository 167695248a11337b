import { FIELD_KINDS, isTick } from '../../fields/kinds.ts';
import type { BatchSettings, ColumnTarget } from '../../storage/records/batch.ts';
import type { Template, TemplateFieldItem } from '../../storage/records/template.ts';

/** The part of a template that decides what a row becomes. */
export type RowTemplate = Pick<Template, 'header' | 'roles' | 'fields'>;

/** The request that a row makes, not validated yet, and the column of each of its members. */
export interface RowRequest {
  request: Record<string, unknown>;
  /** The column from which a member of the request comes, by the member's path; undefined for none. */
  columnOf: (path: string) => number | undefined;
}

interface Batch {
  template_id: string;
  mapping: readonly (ColumnTarget | null)[];
  settings: BatchSettings;
}

/**
 * Makes the request for the envelope of a row, as `POST /v2/envelopes` would take it. Empty cells say nothing: then
 * what the template has stands. `without`: columns that are known to be wrong; something harmless stands for them.
 */
export const rowRequest = (
  { template_id, mapping, settings }: Batch,
  { roles, fields: definitions }: RowTemplate,
  cells: readonly string[],
  without: ReadonlySet<number> = new Set(),
): RowRequest => {
  const columns = new Map<string, number>();
  const envelope: Record<string, unknown> = {};
  const people = new Map(roles.map(({ name }) => [name, { role_name: name } as Record<string, unknown>]));
  const order = [...people.keys()];
  const fields: Record<string, unknown>[] = [];
  for (const [column, target] of mapping.entries()) {
    const cell = cells[column] ?? '';
    if (!target) continue;
    if (target.kind === 'recipient') {
      const path = `recipients.${order.indexOf(target.role_name)}`;
      for (const member of target.member === 'full_name' ? NAMES : [target.member]) {
        columns.set(`${path}.${member}`, columns.get(`${path}.${member}`) ?? column);
      }
      const given = without.has(column) ? STAND_INS[target.member] : cell;
      if (given) Object.assign(people.get(target.role_name) ?? {}, membersOf(target.member, given));
    } else if (target.kind === 'field') {
      const field = definitions.find(({ name }) => name === target.name);
      if (!field || cell === '' || without.has(column)) continue;
      columns.set(`fields.${fields.length}.default`, column);
      fields.push({ name: field.name, role_name: field.role_name, default: writtenFor(field, cell) });
    } else {
      columns.set(target.member, column);
      if (cell !== '' && !without.has(column)) envelope[target.member] = cell;
    }
  }
  return {
    request: { template_id, ...settings, ...envelope, recipients: [...people.values()], fields },
    columnOf: (path) => nearest(columns, path),
  };
};

/** Stand for wrong details, so that what else is wrong can be found. */
const STAND_INS: Partial<Record<string, string>> = {
  first_name: 'A',
  last_name: 'A',
  full_name: 'A',
  email: 'stand-in@example.com',
};

const NAMES = ['first_name', 'last_name'] as const;

/** The column of the member, or of what it belongs to. */
const nearest = (columns: ReadonlyMap<string, number>, path: string): number | undefined => {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length--) {
    const found = columns.get(parts.slice(0, length).join('.'));
    if (found !== undefined) return found;
  }
  return undefined;
};

/** A name in one cell: its last word is the last name, unless a comma stands behind that. */
const membersOf = (member: string, cell: string): Record<string, string> => {
  if (member !== 'full_name') return { [member]: cell };
  const [last, first] = cell.split(',').map((part) => part.trim());
  if (first && last) return { first_name: first, last_name: last };
  const words = cell.split(/\s+/);
  const last_name = words.length > 1 ? words.pop() : undefined;
  return { first_name: words.join(' '), ...(last_name ? { last_name } : {}) };
};

const YES = new Set(['true', 'yes', 'x', '1']);
const NO = new Set(['false', 'no', '0']);

/** The value as fields take it: people write the label of an option, and a cross for a tick. */
const writtenFor = (field: TemplateFieldItem, cell: string): string => {
  const word = cell.toLowerCase();
  if (isTick(field)) return YES.has(word) ? 'true' : NO.has(word) ? 'false' : cell;
  if (FIELD_KINDS[field.type].value !== 'option' || field.options.some(({ id }) => id === cell)) return cell;
  return field.options.find(({ label }) => label.trim().toLowerCase() === word)?.id ?? cell;
};
