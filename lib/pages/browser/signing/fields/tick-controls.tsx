import { choicesOf } from '../../../../fields/kinds.ts';
import { Choice } from '../../shared/parts.tsx';
import { save } from '../state/queue.ts';
import { own } from '../state/state.ts';
import type { Control } from './control.ts';
import { Label, Name } from './label.tsx';

/** A box to tick. */
export const BoxControl = ({ field, more }: Control) => (
  <Choice
    {...more}
    type="checkbox"
    checked={field.value === 'true'}
    onChange={(event) => save(field, event.currentTarget.checked)}
  >
    <Name field={field} />
  </Choice>
);

/** Buttons of which one is chosen: those of the field's group. */
export const ChoiceControl = ({ field, more }: Control) => {
  const group = choicesOf(field, own.value);
  return (
    <fieldset id={more.id}>
      <legend>
        <Name field={field} ofGroup />
      </legend>
      {group.map((one) => (
        <Choice
          key={one.name}
          type="radio"
          name={`${more.id}-group`}
          checked={one.value === 'true'}
          disabled={one.readonly}
          onChange={() => save(one, true)}
        >
          <Label field={one} />
        </Choice>
      ))}
    </fieldset>
  );
};
