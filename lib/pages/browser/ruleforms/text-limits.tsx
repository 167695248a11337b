import { FIELD_KINDS } from '../../../fields/kinds.ts';
import { isValidator, VALIDATORS, type Validator } from '../../../fields/validators.ts';
import type { PlacedField } from '../sending/draft.ts';
import type { ChosenFields } from '../sending/rule-forms.ts';
import { TypedInput } from '../sending/typed.tsx';
import { rulesOf } from './without.ts';
import { w } from './words/index.ts';

const HOLDS = {
  email: 'hold_email',
  phone: 'hold_phone',
  url: 'hold_url',
  postal_code: 'hold_postal_code',
  number: 'hold_number',
  date: 'hold_date',
  iban: 'hold_iban',
} as const satisfies Record<Validator, string>;

/** Most characters that any text may have. */
const LONGEST = 10_000;

/** Limits of the text in the chosen fields, if all are of texts that somebody types. */
export const TextLimits = ({ fields, change }: ChosenFields) => {
  const [first] = fields;
  const isTyped = (field: PlacedField) =>
    FIELD_KINDS[field.type].value === 'text' && rulesOf(field)?.value === undefined;
  if (!first || !fields.every(isTyped)) return null;
  const { max_length } = first.settings;
  return (
    <>
      <label for="field-holds">{w.mayHold}</label>
      <select
        id="field-holds"
        value={first.validator ?? ''}
        onChange={({ currentTarget: { value } }) => change((field) => ({ ...field, validator: value || null }))}
      >
        <option value="">{w.hold_any}</option>
        {VALIDATORS.map((validator) => (
          <option key={validator} value={validator}>
            {w[HOLDS[validator]]}
          </option>
        ))}
        {first.validator && !isValidator(first.validator) && <option value={first.validator}>{first.validator}</option>}
      </select>
      <label for="field-longest">{w.longest}</label>
      <TypedInput
        id="field-longest"
        value={typeof max_length === 'number' ? String(max_length) : ''}
        maxLength={5}
        onTyped={({ value }) => change((field) => withLongest(field, Number(value)))}
      />
    </>
  );
};

const withLongest = (field: PlacedField, longest: number): PlacedField => {
  const { max_length: _, ...others } = field.settings;
  const isLimit = Number.isInteger(longest) && longest > 0 && longest <= LONGEST;
  return { ...field, settings: isLimit ? { ...others, max_length: longest } : others };
};
