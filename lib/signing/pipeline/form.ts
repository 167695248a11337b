import { asOneLine, withoutHidden } from '../../base/look.ts';
import { FIELD_KINDS, isExclusive } from '../../fields/kinds.ts';
import { readValue } from '../../fields/read-value.ts';
import type { FieldType } from '../../fields/types.ts';
import type { FormField } from '../../pdf/form/form-fields.ts';
import type { AcceptedDocument } from '../documents/accept.ts';
import type { FieldDetails } from '../fields/field-schema.ts';
import type { Additions, Problem } from './additions.ts';

/**
 * Makes a field from one of the PDF form's fields, for the first signer. A form field with several widgets becomes one
 * field each: `name`, `name-2` …. Radio buttons become a group, named after the first of them: `groups` maps the form's
 * names to the names of groups.
 */
export const addFormField = (
  field: FormField,
  document: AcceptedDocument,
  additions: Additions,
  groups: Map<string, string>,
): Problem | undefined => {
  const role_name = additions.role(null);
  if (typeof role_name !== 'string') return role_name;
  const type = typeOf(field);
  const name = additions.freeName(nameOf(field));
  const group = isExclusive({ type }) ? (groups.get(field.name) ?? name) : null;
  if (group !== null) groups.set(field.name, group);
  return additions.add({ name, role_name, type }, { ...detailsOf(field, type), group }, document);
};

const typeOf = ({ kind, multiline }: FormField): FieldType => {
  if (kind === 'text') return multiline ? 'textarea' : 'textbox';
  return kind === 'choice' ? 'dropdown' : kind;
};

const LONGEST_NAME = 150;

/** Removes characters that names in paths can't have. */
const nameOf = ({ name, kind }: Pick<FormField, 'name' | 'kind'>): string => {
  const clean = withoutHidden(name)
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .trim();
  return clean === '' || clean === '.' || clean === '..' ? kind : clean;
};

const detailsOf = (field: FormField, type: FieldType): FieldDetails => {
  const { page, box, readonly, maxLength, value } = field;
  const options = field.options.map(({ id, label }) => ({ id, label: asOneLine(label) }));
  const label = field.label ?? (isExclusive({ type }) ? field.choice : null);
  const given = readValue({ type, options }, FIELD_KINDS[type].hasDefault ? value : '');
  return {
    page,
    x: thousandths(box.x),
    y: thousandths(box.y),
    width: thousandths(box.width),
    height: thousandths(box.height),
    readonly,
    // A required readonly field could never be filled.
    required: field.required && !readonly,
    label: label && asOneLine(label).slice(0, 500),
    options,
    // An invalid date was a hint to the reader. An empty box is the initial state anyway.
    default: 'value' in given && given.value !== 'false' ? given.value : null,
    settings: maxLength === null ? {} : { max_length: Math.max(maxLength, value.length) },
  };
};

const thousandths = (points: number): number => Math.round(points * 1000) / 1000;
