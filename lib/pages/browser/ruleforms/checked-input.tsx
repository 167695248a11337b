import { useSignal } from '@preact/signals';
import { TypedInput } from '../sending/typed.tsx';

/**
 * An input with a label whose text is checked while somebody types. Only a text without a fault is given to `onChosen`;
 * another one stays, to be corrected.
 */
export const CheckedInput = ({
  id,
  label,
  value,
  faultOf,
  onChosen,
  onTyping,
  ...more
}: {
  id: string;
  label: string;
  value: string;
  /** Says what is wrong with a text; an empty string for nothing. */
  faultOf: (typed: string) => string;
  onChosen: (typed: string) => void;
  onTyping?: (typed: string) => void;
  maxLength: number;
}) => {
  const fault = useSignal('');
  const check = (input: HTMLInputElement): void => {
    fault.value = faultOf(input.value);
    input.setCustomValidity(fault.value);
  };
  return (
    <div
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return;
        check(target);
        onTyping?.(target.value);
      }}
    >
      <label for={id}>{label}</label>
      <TypedInput
        {...more}
        id={id}
        value={value}
        aria-describedby={`${id}-fault`}
        autoComplete="off"
        onTyped={(input) => {
          check(input);
          if (fault.value === '') onChosen(input.value);
        }}
      />
      <p id={`${id}-fault`} class="bad" role="alert">
        {fault.value}
      </p>
    </div>
  );
};
