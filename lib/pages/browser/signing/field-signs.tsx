import type { ComponentChildren } from 'preact';
import type { Field } from '../shared/answers.ts';

/** Signs of the kinds of fields, where a label has no room. Nobody needs them to be read: the field has a name. */
const SIGNS: Record<string, string> = {
  signature: 'M1 12c3-1 6-9 4-10S2 12 5 12s3-4 5-4 0 4 2 4 2-1 3-2',
  initial: 'M1 13 4.5 3 8 13M2.3 9.5h4.4M10 13V3h3a2.5 2.5 0 0 1 0 5h-3',
  textbox: 'M3 3h10M8 3v10M6 13h4',
  textarea: 'M2 4h12M2 8h12M2 12h7',
  date: 'M2 4h12v10H2zM2 7h12M5 2v3M11 2v3',
  dropdown: 'M3 6l5 5 5-5',
  attachment: 'M13 7.5 7.7 12.8a3 3 0 0 1-4.3-4.3l6-6a2 2 0 0 1 2.9 2.9l-5.8 5.8a1 1 0 0 1-1.4-1.4L10 5',
};

export const Sign = ({ type }: { type: string }) => (
  <svg class="kind" viewBox="0 0 16 16" aria-hidden="true">
    <path d={SIGNS[type] ?? SIGNS.textbox} />
  </svg>
);

/** A sign with the field's number in the list of what is to be filled. */
export const NumberedSign = ({ type, number }: { type: string; number: number }) => (
  <span class="sign" aria-hidden="true">
    <Sign type={type} />
    <b>{number}</b>
  </span>
);

/** A box to tick or a radio button as the server stamps it once it is chosen, with an edge while it can be changed. */
export const TickBox = ({ field, edge }: { field: Field; edge?: boolean }): ComponentChildren => {
  const isRound = field.type === 'radio';
  return (
    <svg class={edge ? 'tick edge' : 'tick'} viewBox="0 0 100 100" aria-hidden="true">
      {edge &&
        (isRound ? (
          <circle class="rim" cx="50" cy="50" r="46" />
        ) : (
          <rect class="rim" x="4" y="4" width="92" height="92" rx="8" />
        ))}
      {field.value === 'true' && (isRound ? <circle cx="50" cy="50" r="30" /> : <path d="M18 50 41 76 82 22" />)}
    </svg>
  );
};
