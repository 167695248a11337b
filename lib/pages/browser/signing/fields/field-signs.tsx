import type { ComponentChildren } from 'preact';
import { isExclusive } from '../../../../fields/kinds.ts';
import type { FieldType } from '../../../../fields/types.ts';
import type { Field } from '../../shared/answers.ts';
import { Sign } from '../../shared/kind-sign.tsx';

/** A sign with the field's number in the list of what is to be filled. */
export const NumberedSign = ({ type, number }: { type: FieldType; number: number }) => (
  <span class="sign" aria-hidden="true">
    <Sign type={type} />
    <b>{number}</b>
  </span>
);

/** A box to tick or a radio button as the server stamps it once it is chosen, with an edge while it can be changed. */
export const TickBox = ({ field, edge }: { field: Field; edge?: boolean }): ComponentChildren => {
  const isRound = isExclusive(field);
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
