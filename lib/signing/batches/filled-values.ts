import { FIELD_KINDS } from '../../fields/kinds.ts';
import { type EnvelopeOutcome, filledIn } from '../../storage/envelopes/outcomes.ts';
import type { FieldItem } from '../../storage/records/envelope.ts';
import { isShown, submittedByRules } from '../envelopes/rules/field-rules.ts';

/** Values of one envelope by the titles of their columns. */
export type FilledValues = ReadonlyMap<string, string>;

/**
 * Values of all who have submitted, by envelope and column: as rules leave them, so that what is hidden has none.
 * Pictures of signatures have no column.
 */
export const filledValues = async (outcomes: Iterable<EnvelopeOutcome>): Promise<Map<string, FilledValues>> => {
  const begun = [...outcomes].filter(({ parties }) => parties.some(({ status }) => status === 'submitted'));
  const found = await filledIn(begun);
  return new Map([...found.values()].map(({ id, fields, parties }) => [id, valuesIn(fields, parties)]));
};

const valuesIn = (fields: readonly FieldItem[], parties: EnvelopeOutcome['parties']): FilledValues => {
  const submitted = new Set(parties.flatMap(({ role_name, status }) => (status === 'submitted' ? role_name : [])));
  const own = submittedByRules(fields, parties).filter(
    ({ type, role_name }) => submitted.has(role_name) && !['ink', 'none'].includes(FIELD_KINDS[type].value),
  );
  return new Map(own.map((field) => [titleOf(field), isShown(field) ? textOf(field) : '']));
};

/** A column has the field's label, and its name, which is unique. */
const titleOf = ({ name, label }: FieldItem): string =>
  `Value: ${label && label !== name ? `${label} (${name})` : name}`;

/** A value as it is stored; an option by its label, a file by its name. */
const textOf = ({ type, value, options, settings }: FieldItem): string => {
  const form = FIELD_KINDS[type].value;
  if (value === null || value === '') return '';
  if (form === 'option') return options.find(({ id }) => id === value)?.label ?? value;
  return form === 'file' ? String(settings.name ?? '') : value;
};
