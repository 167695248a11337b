import { useSignal } from '@preact/signals';

/**
 * Inputs whose text counts once it is typed to its end. Until then it is theirs: what is saved or comes from others
 * meanwhile draws the page anew, and must not overwrite what somebody is typing.
 */

/** The part of an input's properties that both kinds need. `onTyped` gets the input once its text is complete. */
interface Typing<Element> {
  value: string;
  onTyped: (input: Element) => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const useTyped = <Element extends Field>({ value, onTyped }: Typing<Element>) => {
  const typed = useSignal<string | null>(null);
  const finish = (input: Element): void => {
    // A text that can't be taken stays, to be corrected.
    if (input.checkValidity()) typed.value = null;
  };
  return {
    value: typed.value ?? value,
    onInput: ({ currentTarget }: { currentTarget: Element }) => {
      typed.value = currentTarget.value;
    },
    onChange: ({ currentTarget }: { currentTarget: Element }) => {
      onTyped(currentTarget);
      finish(currentTarget);
    },
    onBlur: ({ currentTarget }: { currentTarget: Element }) => finish(currentTarget),
  };
};

/** Attributes that these inputs are given. */
interface Attributes {
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'data-begin'?: string;
  type?: 'text' | 'email' | 'tel' | 'date';
  maxLength?: number;
  min?: string;
  rows?: number;
  list?: string;
  pattern?: string;
  required?: boolean;
  placeholder?: string;
  autoComplete?: string;
  onKeyDown?: (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => void;
}

/** A text of one line. */
export const TypedInput = ({ value, onTyped, type = 'text', ...more }: Typing<HTMLInputElement> & Attributes) => (
  <input type={type} {...more} {...useTyped({ value, onTyped })} />
);

/** A text of several lines. */
export const TypedText = ({
  value,
  onTyped,
  ...more
}: Typing<HTMLTextAreaElement> & Omit<Attributes, 'type' | 'list' | 'onKeyDown'>) => (
  <textarea {...more} {...useTyped({ value, onTyped })} />
);
