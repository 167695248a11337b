import { invalid } from '../../base/errors.ts';
import { FIELD_KINDS } from '../../fields/kinds.ts';
import { readValue } from '../../fields/read-value.ts';
import { isComputed } from '../../fields/rules/rule-fields.ts';
import { textProblem } from '../../fields/texts/text-problem.ts';
import { type OwnField, takes } from '../../pdf/form/own-field.ts';
import type { FieldDefinition } from './field-schema.ts';

/** Fields that fill in the form of a document that is signed already: `settings.form_field` names the form's field. */

/** Facts of a document that concern its own form. */
export interface FormOwner {
  record?: { signatures?: { signer: string; permits: string }[]; form?: OwnField[] };
}

type Placed = Pick<FieldDefinition, 'page' | 'x' | 'y' | 'width' | 'height'>;

/** In points: clients round places. */
const TOLERANCE = 1;

const isAt = (own: OwnField, field: Placed): boolean =>
  own.page === field.page &&
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(own[side] - field[side]) <= TOLERANCE);

/** The form's field in this place; undefined where there is none. */
export const ownFieldAt = (field: Placed, { record }: FormOwner): OwnField | undefined =>
  record?.form?.find((own) => isAt(own, field));

/** The name of a certification that permits no new field on any page. */
export const certifiedBy = ({ record }: FormOwner): string | undefined =>
  record?.signatures?.find(({ permits }) => permits === 'filling')?.signer;

/**
 * Binds a field to that of the document's own form in whose place it stands, or which `settings.form_field` names while
 * it has no place. Throws `invalid`, naming the parameter after `prefix`, if the form has no such field or nobody may
 * fill it in, if the field is of another kind or elsewhere, or if a certification permits no other field on pages.
 * Documents without signatures have no form any more.
 */
export const boundToForm = (field: FieldDefinition, document: FormOwner, prefix: string): FieldDefinition => {
  if (!document.record?.signatures || field.page === 0) return field;
  const own = namedField(field, document, prefix) ?? ownFieldAt(field, document);
  if (own) return bound(field, own, prefix);
  const certified = certifiedBy(document);
  return certified === undefined ? field : refuseNew(certified, document, prefix);
};

const namedField = (field: FieldDefinition, { record }: FormOwner, prefix: string): OwnField | undefined => {
  const { form_field: name } = field.settings;
  if (typeof name !== 'string') return undefined;
  const own = record?.form?.find((one) => one.name === name);
  if (!own) return invalid(`${prefix}settings.form_field`, `the form of the document has no field ${name}`);
  const isUnplaced = field.page === 1 && field.x === 0 && field.y === 0;
  // Buttons of one name are none that anybody may fill in.
  if (isUnplaced || own.locked || isAt(own, field)) return own;
  return invalid(`${prefix}x`, `the field ${name} of the form can't be moved: it is at ${placeOf(own)}`);
};

const placeOf = ({ page, x, y, width, height }: OwnField): string =>
  `page ${page}, x ${x}, y ${y}, width ${width}, height ${height}`;

/** Things that a message names. */
const SHOWN = 5;

const bound = (field: FieldDefinition, own: OwnField, prefix: string): FieldDefinition => {
  const { name, kind, page, x, y, width, height, locked } = own;
  if (locked) return invalid(`${prefix}page`, `the field ${name} of the form can't be filled in: ${locked}`);
  if (!takes(kind, FIELD_KINDS[field.type].value)) {
    return invalid(`${prefix}type`, `doesn't fit the field ${name} of the form, which is a ${KINDS[kind]}`);
  }
  const strange = own.options && field.options.find(({ id }) => !own.options?.includes(id));
  if (strange) {
    const ids = own.options?.slice(0, SHOWN).join(', ');
    return invalid(`${prefix}options`, `${strange.id} is no option of the field ${name} of the form: ${ids}`);
  }
  const settings = { ...field.settings, ...longestOf(field, own), form_field: name };
  return { ...field, page, x, y, width, height, settings };
};

/**
 * The value that the file has where a field fills in its form, so that the recipient sees and may change it; null where
 * it has none, or one that the field doesn't take. No date is read: 01/02/2026 may be two days.
 */
export const valueInForm = (field: FieldDefinition, document: FormOwner): string | null => {
  const own = field.settings.form_field ? ownFieldAt(field, document) : undefined;
  const form = FIELD_KINDS[field.type].value;
  if (own?.value === undefined || form === 'date' || isComputed(field)) return null;
  if (form === 'text' && textProblem(field, own.value)) return null;
  const read = readValue(field, own.value);
  return 'value' in read ? read.value : null;
};

const KINDS: Record<OwnField['kind'], string> = {
  text: 'text',
  checkbox: 'checkbox',
  radio: 'radio button',
  choice: 'dropdown',
  signature: 'signature',
};

const longestOf = ({ type, settings: { max_length } }: FieldDefinition, own: OwnField): { max_length?: number } => {
  if (own.max_length === undefined || FIELD_KINDS[type].value !== 'text') return {};
  const isShorter = typeof max_length === 'number' && max_length <= own.max_length;
  return isShorter ? {} : { max_length: own.max_length };
};

const refuseNew = (signer: string, { record }: FormOwner, prefix: string): never => {
  const names = [...new Set((record?.form ?? []).filter(({ locked }) => !locked).map(({ name }) => name))];
  const more = names.length > SHOWN ? ' …' : '';
  const instead =
    names.length > 0
      ? `name one of its form's in settings.form_field (${names.slice(0, SHOWN).join(', ')}${more}), `
      : '';
  const why = `the document is certified by ${signer}, which permits no new field on its pages`;
  return invalid(`${prefix}page`, `${why}: ${instead}give page 0, or send the document without the certification`);
};

/**
 * Throws `invalid` if two fields fill in the same field of a document's own form. `formOf` finds the form of a
 * document.
 */
export const demandFilledOnce = (
  fields: readonly FieldDefinition[],
  formOf: (document_id: string) => readonly OwnField[] | undefined,
): void => {
  const first = new Map<string, string>();
  for (const [index, { name, page, document_id, settings }] of fields.entries()) {
    const own = page > 0 ? formOf(document_id)?.find((one) => one.name === settings.form_field) : undefined;
    if (!own) continue;
    const key = JSON.stringify([document_id, own.name]);
    const other = first.get(key);
    if (other) {
      invalid(`fields.${index}.settings.form_field`, `${other} fills in the field ${own.name} of the form already`);
    }
    first.set(key, name);
  }
};
