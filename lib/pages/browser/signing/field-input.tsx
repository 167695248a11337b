import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { acceptedKinds, inputAccept, kindOf, namesOfKinds } from '../../../fields/attachment-kinds.ts';
import { choicesOf } from '../../../fields/kinds.ts';
import type { Field } from '../shared/answers.ts';
import { InSheet, later } from '../shared/later.tsx';
import { Choice } from '../shared/parts.tsx';
import { showSheet } from '../shared/sheet.tsx';
import { adoptedOf, type Kind, place, takeAway } from './adopted.ts';
import { isOpen, isoDate, labelOf, problemOf, shownValue, storedDate, textOnPage } from './fields.ts';
import { shrunk } from './pictures.ts';
import { save, saveFile } from './queue.ts';
import { changes, fieldProblems, own, session } from './state.ts';
import { say, w } from './words/index.ts';

/** The input of a field, of whatever type, with its label and what is wrong with it. Saved when it is left. */
export const FieldInput = ({ field, at }: { field: Field; at: string }) => {
  const id = `${at}-${field.name}`;
  const typed = useSignal('');
  const fault = typed.value || fieldProblems.value[field.name] || '';
  const more = { id, 'aria-describedby': fault ? `${id}-fault` : undefined, 'aria-invalid': fault !== '' } as const;
  const isGroup = field.type === 'radio' || field.type === 'signature' || field.type === 'initial';
  return (
    <div class="field" data-field={field.name}>
      {!isGroup && field.type !== 'checkbox' && <label for={id}>{nameOf(field)}</label>}
      <Control field={field} more={more} onFault={(text) => (typed.value = text)} />
      {field.type === 'date' && isOpen(field) && field.value && (
        // The browser writes a date in its own way, which may be another than the document's.
        <p class="soft">{say(w.asStamped, { text: textOnPage(field) })}</p>
      )}
      {/* There from the beginning: screen readers say what changes in it. */}
      <p class="bad" id={`${id}-fault`} role="status">
        {fault}
      </p>
    </div>
  );
};

const nameOf = (field: Field): string =>
  field.required || !isOpen(field) ? labelOf(field) : `${labelOf(field)} (${w.optional})`;

interface Control {
  field: Field;
  more: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
    'aria-label'?: string;
    placeholder?: string;
    style?: { fontSize: string; padding: string };
  };
  onFault: (text: string) => void;
}

const Control = (control: Control) => {
  const { field, more } = control;
  if (!isOpen(field)) {
    return <output id={more.id}>{shownValue(field) || w.empty}</output>;
  }
  switch (field.type) {
    case 'checkbox':
      return (
        <Choice
          {...more}
          type="checkbox"
          checked={field.value === 'true'}
          onChange={(event) => save(field, event.currentTarget.checked)}
        >
          {nameOf(field)}
        </Choice>
      );
    case 'radio':
      return <RadioControl {...control} />;
    case 'attachment':
      return <FileControl {...control} />;
    case 'signature':
    case 'initial':
      return <MarkControl {...control} />;
    default:
      return <ValueControl {...control} />;
  }
};

/** The input of a value that is typed or chosen from a list. */
export const ValueControl = (control: Control) => {
  const { field, more } = control;
  if (field.type === 'date') return <DateControl {...control} />;
  if (field.type !== 'dropdown') return <TextControl {...control} />;
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
 * Keeps an input at what the server holds: another tab may change it. What somebody is typing stays, and so does what was
 * refused.
 */
const useServerValue = ({ name }: Field, shown: (value: string) => string = (value) => value) => {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isTyped = useRef(false);
  const answered = session.value?.envelope.fields.find((one) => one.name === name)?.value ?? '';
  const isPending = changes.value.some((change) => change.field === name);
  useLayoutEffect(() => {
    if (input.current && !isTyped.current && !isPending) input.current.value = shown(answered);
  }, [answered]);
  return { input, isTyped };
};

const TextControl = ({ field, more, onFault }: Control) => {
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
  if (field.type === 'textarea' || field.multiline) {
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

const DateControl = ({ field, more }: Control) => {
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

const RadioControl = ({ field, more }: Control) => {
  const group = choicesOf(field, own.value);
  return (
    <fieldset id={more.id}>
      <legend>{field.group ?? nameOf(field)}</legend>
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

/** As base64 a file is a third larger, and the functions take requests of at most 6 MB. */
const LARGEST_FILE = 4_000_000;
/** Photographs as phones take them are far larger than anybody needs to read a paper. */
const LONGEST_SIDE = 2400;

const FileControl = ({ field, more, onFault }: Control) => {
  const accepted = acceptedKinds(field.settings);
  const kindFault = async (file: File): Promise<string> =>
    kindOf(new Uint8Array(await file.arrayBuffer()), accepted)
      ? ''
      : say(w.fileKind, { kinds: namesOfKinds(accepted) });
  const choose = async (input: HTMLInputElement): Promise<void> => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    const file = await shrunk(chosen, LONGEST_SIDE);
    const fault = file.size > LARGEST_FILE ? w.fileTooLarge : file.size === 0 ? w.fileEmpty : await kindFault(file);
    onFault(fault);
    if (!fault) saveFile(field, file);
  };
  return field.value ? (
    <button type="button" class="other" id={more.id} onClick={() => saveFile(field)}>
      {say(w.fileRemove, { name: String(field.settings.name ?? '') })}
    </button>
  ) : (
    <input
      {...more}
      type="file"
      accept={inputAccept(accepted)}
      required={field.required}
      onChange={(event) => void choose(event.currentTarget)}
    />
  );
};

/** A signature or initials: adopted once, then put into each field by a press. */
const MarkControl = ({ field, more }: Control) => {
  const kind = field.type as Kind;
  const { base64 } = field.settings;
  if (!field.value) {
    return (
      <button type="button" class="sign-here" id={more.id} onClick={() => putMark(field)}>
        {kind === 'signature' ? w.signHere : w.initialHere}
        {field.label && <span class="soft">{field.label}</span>}
      </button>
    );
  }
  return (
    <div class="ink">
      {typeof base64 === 'string' && <img src={base64} alt={`${nameOf(field)}: ${shownValue(field)}`} />}
      <div class="row">
        <button type="button" class="quiet" id={more.id} onClick={() => takeAway(field)}>
          {w.clear}
        </button>
        <button type="button" class="quiet" onClick={() => adoptAnother(field)}>
          {w.otherSignature}
        </button>
      </div>
    </div>
  );
};

const Adopt = later(() => import('./adopt.tsx').then((part) => part.Adopt), InSheet);

const adoptAnother = (field: Field): void => showSheet(() => <Adopt field={field} />);

/** Puts the adopted signature into the field, or has one adopted first. */
export const putMark = (field: Field): void => {
  if (adoptedOf(field.type as Kind)) place(field);
  else adoptAnother(field);
};
