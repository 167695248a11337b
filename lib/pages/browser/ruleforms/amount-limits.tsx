import { findHidden } from '../../../base/look.ts';
import { LIMIT_BOUNDS } from '../../../fields/texts/text-limits.ts';
import type { PlacedField } from '../sending/draft.ts';
import type { ChosenFields } from '../sending/rule-forms.ts';
import { CheckedInput } from './checked-input.tsx';
import { amountOf, boundIn, isSound, withAmount } from './held.ts';
import { w } from './words/index.ts';

/** Bounds, decimals and unit of the numbers that a field takes. */
export const AmountLimits = ({ field, change }: { field: PlacedField; change: ChosenFields['change'] }) => {
  const amount = amountOf(field) ?? {};
  const set = (member: string, value: unknown) => change((one) => withAmount(one, member, value));
  const { decimals } = amount;
  return (
    <>
      {(['min', 'max'] as const).map((member) => (
        <CheckedInput
          key={member}
          id={`property-${member}`}
          label={member === 'min' ? w.smallest : w.largest}
          value={writtenBound(amount[member])}
          maxLength={80}
          faultOf={(typed) => {
            const bound = boundIn(typed);
            if (bound === undefined) return w.noNumberHere;
            return isSound(withAmount(field, member, bound ?? undefined)) ? '' : w.boundsCross;
          }}
          onChosen={(typed) => set(member, boundIn(typed) ?? undefined)}
        />
      ))}
      <label for="property-decimals">{w.decimals}</label>
      <select
        id="property-decimals"
        value={typeof decimals === 'number' ? decimals : ''}
        onChange={({ currentTarget: { value } }) => set('decimals', value === '' ? undefined : Number(value))}
      >
        <option value="">{w.decimalsAny}</option>
        {[...new Set([0, 1, 2, 3, 4, ...(typeof decimals === 'number' ? [decimals] : [])])].map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </select>
      <CheckedInput
        id="property-unit"
        label={w.unit}
        value={typeof amount.unit === 'string' ? amount.unit : ''}
        maxLength={LIMIT_BOUNDS.unit}
        faultOf={(typed) => (findHidden(typed) === undefined ? '' : w.hiddenCharacter)}
        onChosen={(typed) => set('unit', typed.trim() || undefined)}
      />
    </>
  );
};

const writtenBound = (bound: unknown): string =>
  typeof bound === 'number' || typeof bound === 'string' ? String(bound) : '';
