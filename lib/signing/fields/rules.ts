import { invalid } from '../../base/errors.ts';
import { FIELD_KINDS } from '../../fields/kinds.ts';
import { readValue } from '../../fields/read-value.ts';
import { isComputed } from '../../fields/rules/rule-fields.ts';
import { limitsFault } from '../../fields/texts/text-limits.ts';
import { sentenceOf, textProblem } from '../../fields/texts/text-problem.ts';
import type { FieldType } from '../../fields/types.ts';
import { isValidator, VALIDATORS } from '../../fields/validators.ts';
import { isVisible } from '../../fields/visible.ts';
import { changesIn } from '../changes.ts';
import type { PageSizes } from '../documents/document-schema.ts';
import type { DropdownOption, FieldDefinition, FieldDetails } from './field-schema.ts';
import { boundToForm, certifiedBy, type FormOwner, ownFieldAt, valueInForm } from './own-fields.ts';
import { checkOwnRules } from './rule-checks.ts';

/** Identity of a new field, without its details. */
export interface FieldIdentity {
  name: string;
  role_name: string;
  document_id: string;
  type: FieldType;
}

/** Makes a field with defaults for everything that `details` leaves out. */
export const newField = (identity: FieldIdentity, details: FieldDetails): FieldDefinition => ({
  ...identity,
  required: details.required ?? false,
  readonly: details.readonly ?? false,
  settings: details.settings ?? {},
  page: details.page ?? 1,
  x: details.x ?? 0,
  y: details.y ?? 0,
  width: details.width ?? FIELD_KINDS[identity.type].size.width,
  height: details.height ?? FIELD_KINDS[identity.type].size.height,
  validator: details.validator ?? null,
  label: details.label ?? null,
  placeholder: details.placeholder ?? null,
  group: details.group || null,
  multiline: details.multiline ?? FIELD_KINDS[identity.type].lines,
  options: details.options ?? [],
  default: details.default ?? null,
});

/** Details that null clears; for others null means unchanged. */
const CLEARABLE = ['validator', 'label', 'placeholder', 'group', 'default'] as const;

/** Returns `field` with the members of `change`: undefined means unchanged, null clears clearable ones. */
export const changedField = (
  field: FieldDefinition,
  change: Partial<FieldIdentity> & FieldDetails,
): FieldDefinition => ({ ...field, ...changesIn<FieldDefinition>(field, change, CLEARABLE) });

/** The part of a document that checks of its fields need. */
export interface FieldDocument {
  pages: number;
  page_sizes: PageSizes;
  record?: FormOwner['record'];
}

/**
 * Checks a field and returns it with its default in stored form. Throws `invalid`, naming the parameter after `prefix`
 * (`fields.3.`), if its type isn't supported, the field is beyond the document's pages or the page's edges, its default
 * is no value of its type, its validator, format of dates or accepted kind of files is unknown, options repeat, or it
 * is required, readonly and empty at once. Its rules are checked by themselves, not yet beside other fields. On a
 * document that is signed already, it is bound to a field of that one's own form (`boundToForm`), whose value is its
 * default unless it has one.
 */
export const checkField = (asked: FieldDefinition, document: FieldDocument, prefix = ''): FieldDefinition => {
  checkType(asked, prefix);
  const field = boundToForm(asked, document, prefix);
  checkPlace(field, document, prefix);
  checkOptions(field.options, `${prefix}options`);
  if (field.validator !== null && !isValidator(field.validator)) {
    return invalid(`${prefix}validator`, `must be one of ${VALIDATORS.join(', ')}`);
  }
  checkSettings(field, prefix);
  const ruled = checkOwnRules(field, prefix);
  const given = field.default || valueInForm(ruled, document);
  const read = readValue(field, FIELD_KINDS[field.type].hasDefault ? given : null);
  if ('problem' in read) return invalid(`${prefix}default`, read.problem);
  checkDefault(field, read.value ?? '', prefix);
  if (field.required && field.readonly && !isVisible(read.value ?? '') && !isComputed(ruled)) {
    return invalid(`${prefix}required`, 'a field may not be required, readonly and empty at once');
  }
  return { ...ruled, default: read.value };
};

const checkType = ({ name, type }: FieldDefinition, prefix: string): void => {
  const { refusal } = FIELD_KINDS[type];
  if (refusal) invalid(`${prefix}type`, `${refusal}, so ${name} would appear nowhere`);
};

const checkSettings = ({ type, settings }: FieldDefinition, prefix: string): void => {
  const isText = FIELD_KINDS[type].value === 'text';
  const fault = FIELD_KINDS[type].settingsProblem(settings) ?? (isText ? limitsFault(settings) : undefined);
  if (fault) invalid(`${prefix}settings.${fault.member}`, fault.problem);
};

/**
 * A text that is given beforehand must be one that its recipient could type. Validators that are patterns are left out:
 * clients that know them have never been refused a default.
 */
const checkDefault = (field: FieldDefinition, text: string, prefix: string): void => {
  if (FIELD_KINDS[field.type].value !== 'text') return;
  const problem = textProblem(field.validator === 'iban' ? field : { ...field, validator: null }, text);
  if (problem) invalid(`${prefix}default`, sentenceOf(problem, field));
};

/** Points by which a box may exceed the page, because of rounding. */
const TOLERANCE = 1;

type Place = Pick<FieldDefinition, 'page' | 'x' | 'y' | 'width' | 'height'>;

/**
 * True if the document has the field's page and the page has its box. Page 0 is no page: such a field stands nowhere.
 */
export const isWithinPages = (place: Place, document: FieldDocument): boolean => {
  const { page: number, x, y, width, height } = place;
  if (number === 0) return true;
  if (number > document.pages) return false;
  const own = ownFieldAt(place, document);
  if (own ? own.locked : certifiedBy(document) !== undefined) return false;
  const page = document.page_sizes[String(number)];
  if (!page) return true;
  const isAfterEdges = x >= -TOLERANCE && y >= -TOLERANCE;
  return isAfterEdges && x + width <= page.width + TOLERANCE && y + height <= page.height + TOLERANCE;
};

const checkPlace = (field: FieldDefinition, document: FieldDocument, prefix: string): void => {
  if (isWithinPages(field, document)) return;
  const { pages, page_sizes } = document;
  if (field.page > pages) invalid(`${prefix}page`, `the document has ${pages} ${pages === 1 ? 'page' : 'pages'}`);
  const page = page_sizes[String(field.page)];
  if (!page) return;
  const box = `${field.width} x ${field.height} at ${field.x}, ${field.y}`;
  invalid(`${prefix}x`, `the box (${box}) must be on page ${field.page}, which is ${page.width} x ${page.height}`);
};

const checkOptions = (options: readonly DropdownOption[], name: string): void => {
  const repeated = firstRepeated(options.map(({ id }) => id));
  if (repeated !== undefined) invalid(name, `the id ${repeated} is given twice`);
};

/** The first repeated value of `values`; undefined if there is none. */
export const firstRepeated = (values: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return values.find((value) => seen.has(value) || !seen.add(value));
};

/** Throws `invalid` if two fields have the same name. */
export const checkNamesUnique = (names: readonly string[], prefix: string): void => {
  const repeated = firstRepeated(names);
  if (repeated !== undefined) invalid(`${prefix}.${names.lastIndexOf(repeated)}.name`, `${repeated} is given twice`);
};
