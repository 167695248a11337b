import { useLayoutEffect, useRef } from 'preact/hooks';
import { hasLines } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';
import { isoDate, storedDate } from '../state/fields.ts';
import { problemOf } from '../state/limited.ts';
import { save } from '../state/queue.ts';
import { changes, session } from '../state/state.ts';
import { w } from '../words/index.ts';
import type { Control } from './control.ts';

/** Keyboard that phones show, and what browsers know to fill in. */
const KEYBOARDS: Record<
  string,
  { inputMode: 'email' | 'tel' | 'url' | 'numeric'; autoComplete?: 'email' | 'tel' | 'postal-code' }
> = {
  email: { inputMode: 'email', autoComplete: 'email' },
  phone: { inputMode: 'tel', autoComplete: 'tel' },
  url: { inputMode: 'url' },
  number: { inputMode: 'numeric' },
};

/**
 * Keeps an input at what the server holds: another tab may change it. What somebody is typing stays, and so does what
 * was refused.
 */
const useServerValue = ({ name }: Field, shown: (value: string) => string = (value) => value) => {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isTyped = useRef(false);
  const known = session.value?.envelope.fields.find((one) => one.name === name);
  // A field that was hidden when the server answered has kept its value.
  const answered = known?.rule?.kept_value ?? known?.value ?? '';
  const isPending = changes.value.some((change) => change.field === name);
  useLayoutEffect(() => {
    if (input.current && !isTyped.current && !isPending) input.current.value = shown(answered);
  }, [answered]);
  return { input, isTyped };
};

/** A text in one line, or in several where the field has them. */
export const TextControl = ({ field, more, onFault }: Control) => {
  const { input, isTyped } = useServerValue(field);
  const type = (text: string) => {
    isTyped.current = true;
    onFault(problemOf(field, text));
  };
  const leave = (text: string) => {
    if (!isTyped.current || problemOf(field, text)) return;
    isTyped.current = false;
    if (text !== (field.value ?? '')) save(field, text || null);
  };
  const shared = {
    placeholder: field.label ? (field.placeholder ?? '') : '',
    ...more,
    ref: input,
    required: field.required,
    defaultValue: field.value ?? '',
    maxLength: 10_000,
  };
  if (hasLines(field)) {
    return (
      <textarea
        {...shared}
        rows={3}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={(event) => leave(event.currentTarget.value)}
      />
    );
  }
  return (
    <input
      {...shared}
      type="text"
      autoComplete="off"
      {...KEYBOARDS[field.validator ?? '']}
      onInput={(event) => type(event.currentTarget.value)}
      onBlur={(event) => leave(event.currentTarget.value)}
    />
  );
};

/** A day, by the browser's own means. */
export const DateControl = ({ field, more }: Control) => {
  const { input } = useServerValue(field, isoDate);
  return (
    <input
      {...more}
      ref={input}
      type="date"
      required={field.required}
      defaultValue={isoDate(field.value)}
      onChange={(event) => save(field, storedDate(event.currentTarget.value) || null)}
    />
  );
};

/** A list of which one entry is chosen. */
export const ListControl = ({ field, more }: Control) => {
  const { placeholder, ...select } = more;
  return (
    <select
      {...select}
      required={field.required}
      value={field.value ?? ''}
      onChange={(event) => save(field, event.currentTarget.value || null)}
    >
      <option value="">{placeholder?.trim() || w.choose}</option>
      {field.options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
};
