import { choicesOf } from '../../../fields/kinds.ts';
import { Choice } from '../shared/parts.tsx';
import { type Control, nameOf } from './control.ts';
import { labelOf } from './fields.ts';
import { save } from './queue.ts';
import { own } from './state.ts';

/** A box to tick. */
export const BoxControl = ({ field, more }: Control) => (
  <Choice
    {...more}
    type="checkbox"
    checked={field.value === 'true'}
    onChange={(event) => save(field, event.currentTarget.checked)}
  >
    {nameOf(field)}
  </Choice>
);

/** Buttons of which one is chosen: those of the field's group. */
export const ChoiceControl = ({ field, more }: Control) => {
  const group = choicesOf(field, own.value);
  return (
    <fieldset id={more.id}>
      <legend>{field.group || nameOf(field)}</legend>
      {group.map((one) => (
        <Choice
          key={one.name}
          type="radio"
          name={`${more.id}-group`}
          checked={one.value === 'true'}
          disabled={one.readonly}
          onChange={() => save(one, true)}
        >
          {labelOf(one)}
        </Choice>
      ))}
    </fieldset>
  );
};
