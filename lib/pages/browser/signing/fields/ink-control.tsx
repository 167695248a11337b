import type { Field } from '../../shared/answers.ts';
import { InSheet, later } from '../../shared/later.tsx';
import { showSheet } from '../../shared/sheet.tsx';
import { adoptedOf, inkOf, place, takeAway } from '../marks/adopted.ts';
import { shownValue } from '../state/fields.ts';
import { w } from '../words/index.ts';
import { type Control, nameOf } from './control.ts';

/** A signature or initials: adopted once, then put into each field by a press. */
export const InkControl = ({ field, more }: Control) => {
  const { base64 } = field.settings;
  if (!field.value) {
    return (
      <button type="button" class="sign-here" id={more.id} onClick={() => putMark(field)}>
        {inkOf(field) === 'initials' ? w.initialHere : w.signHere}
        {field.label && <bdi class="own soft">{field.label}</bdi>}
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

const Adopt = later(() => import('../marks/adopt.tsx').then((part) => part.Adopt), InSheet);

const adoptAnother = (field: Field): void => showSheet(() => <Adopt field={field} />);

/** Puts the adopted signature into the field, or has one adopted first. False if there is one already. */
export const putMark = (field: Field): boolean => {
  if (field.value) return false;
  if (adoptedOf(inkOf(field))) place(field);
  else adoptAnother(field);
  return true;
};
