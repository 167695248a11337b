import { useSignal } from '@preact/signals';
import { findHiddenInLines } from '../../../base/look.ts';
import { FIELD_KINDS } from '../../../fields/kinds.ts';
import { type PatternFault, readPattern } from '../../../fields/texts/pattern.ts';
import { LIMIT_BOUNDS, LONGEST_TEXT } from '../../../fields/texts/text-limits.ts';
import { textProblem } from '../../../fields/texts/text-problem.ts';
import { VALIDATORS } from '../../../fields/validators.ts';
import type { PlacedField } from '../sending/draft.ts';
import type { ChosenFields } from '../sending/rule-forms.ts';
import { AmountLimits } from './amount-limits.tsx';
import { CheckedInput } from './checked-input.tsx';
import {
  COMMON_PATTERNS,
  type CommonPattern,
  countIn,
  type Held,
  heldIn,
  isSound,
  patternOf,
  takesDefault,
  withHeld,
  withSetting,
} from './held.ts';
import { rulesOf } from './without.ts';
import { say, w } from './words/index.ts';

const CHOICES: readonly Exclude<Held, 'several' | 'unknown'>[] = [
  'any',
  ...VALIDATORS,
  ...(Object.keys(COMMON_PATTERNS) as CommonPattern[]),
  'amount',
  'own',
];

const PATTERN_FAULTS = {
  syntax: 'patternSyntax',
  part: 'patternPart',
  repeats: 'patternLarge',
  large: 'patternLarge',
  length: 'patternEmpty',
} as const satisfies Record<PatternFault, string>;

/** Limits of the text in the chosen fields, if all are of texts that somebody types. */
export const TextLimits = ({ fields, change }: ChosenFields) => {
  const pattern = useSignal<string | null>(null);
  const [first] = fields;
  const isTyped = (field: PlacedField) =>
    FIELD_KINDS[field.type].value === 'text' && rulesOf(field)?.value === undefined;
  if (!first || !fields.every(isTyped)) return null;
  const held = heldIn(first);
  const tried = held === 'own' && pattern.value !== null ? withSetting(first, 'pattern', pattern.value) : first;
  const patternFault = (source: string): string => {
    const read = readPattern(source);
    return 'problem' in read ? w[PATTERN_FAULTS[read.fault]] : '';
  };
  return (
    <>
      <label for="property-holds">{w.mayHold}</label>
      <select
        id="property-holds"
        value={held}
        onChange={({ currentTarget: { value } }) => {
          pattern.value = null;
          change((field) => withHeld(field, value as Held));
        }}
      >
        {CHOICES.map((one) => (
          <option key={one} value={one}>
            {w[`hold_${one}`]}
          </option>
        ))}
        {held === 'several' && <option value={held}>{w.hold_several}</option>}
        {held === 'unknown' && <option value={held}>{first.validator}</option>}
      </select>
      {held === 'own' && (
        <CheckedInput
          id="property-pattern"
          label={w.pattern}
          value={patternOf(first) ?? ''}
          maxLength={200}
          faultOf={patternFault}
          onTyping={(source) => (pattern.value = source)}
          onChosen={(source) => change((field) => withSetting(field, 'pattern', source))}
        />
      )}
      {held === 'amount' && <AmountLimits field={first} change={change} />}
      <Lengths field={first} change={change} />
      <Message field={first} change={change} isShown={held !== 'any' || hasLength(first)} />
      {(held !== 'any' || hasLength(first)) && <TryOut field={tried} />}
      <p class="bad" role="alert">
        {fields.some((field) => !takesDefault(field)) && w.defaultMisfits}
      </p>
    </>
  );
};

const hasLength = ({ settings: { min_length, max_length } }: PlacedField): boolean =>
  typeof min_length === 'number' || typeof max_length === 'number';

interface OfFirst {
  field: PlacedField;
  change: ChosenFields['change'];
}

const Lengths = ({ field, change }: OfFirst) =>
  (['min_length', 'max_length'] as const).map((member) => {
    const stored = field.settings[member];
    const [id, label, least] =
      member === 'min_length' ? (['fewest', w.fewest, 0] as const) : (['longest', w.longest, 1] as const);
    const faultOf = (typed: string): string => {
      const count = countIn(typed, least, LONGEST_TEXT);
      if (count === undefined)
        return say(w.wholeNumber, { least: { trusted: `${least}` }, most: { trusted: `${LONGEST_TEXT}` } });
      return isSound(withSetting(field, member, count ?? undefined)) ? '' : w.lengthsCross;
    };
    return (
      <CheckedInput
        key={member}
        id={`property-${id}`}
        label={label}
        value={typeof stored === 'number' ? String(stored) : ''}
        maxLength={5}
        faultOf={faultOf}
        onChosen={(typed) =>
          change((one) => withSetting(one, member, countIn(typed, least, LONGEST_TEXT) ?? undefined))
        }
      />
    );
  });

/** The sender's own words for a text that doesn't fit: asked for where there are limits. */
const Message = ({ field, change, isShown }: OfFirst & { isShown: boolean }) => {
  const { validator_message: message } = field.settings;
  if (!isShown && !message) return null;
  return (
    <CheckedInput
      id="property-message"
      label={w.ownMessage}
      value={typeof message === 'string' ? message : ''}
      maxLength={LIMIT_BOUNDS.message}
      faultOf={(typed) => (findHiddenInLines(typed) === undefined ? '' : w.hiddenCharacter)}
      onChosen={(typed) => change((one) => withSetting(one, 'validator_message', typed.trim() || undefined))}
    />
  );
};

/** Lets the sender type a text, and says at once whether the field would take it. Nothing of it is kept. */
const TryOut = ({ field }: { field: PlacedField }) => {
  const text = useSignal('');
  const isTaken = textProblem(field, text.value) === null;
  return (
    <>
      <label for="property-try">{w.tryOut}</label>
      <input
        id="property-try"
        type="text"
        autoComplete="off"
        maxLength={LONGEST_TEXT}
        value={text.value}
        onInput={({ currentTarget: { value } }) => (text.value = value)}
      />
      <p role="status" class={isTaken ? 'soft' : 'bad'}>
        {text.value !== '' && (isTaken ? w.tryTaken : w.tryRefused)}
      </p>
    </>
  );
};
