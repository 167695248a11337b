import type { ComponentChildren } from 'preact';
import { FIELD_KINDS, type FieldInput } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';
import { save } from '../state/queue.ts';
import type { Control } from './control.ts';
import { FileControl } from './file-control.tsx';
import { InkControl, putMark } from './ink-control.tsx';
import { BoxControl, ChoiceControl } from './tick-controls.tsx';
import { DateControl, ListControl, TextControl } from './typed-controls.tsx';

/** The way in which one kind of input is shown and works. */
interface Input {
  /** The control in a list of fields and on a sheet. */
  Control: (control: Control) => ComponentChildren;
  /** True if the control has the field's name in it. */
  hasName: boolean;
  /** Fills the field by a press alone. False if the control has to be shown; null if it always has to be. */
  press: ((field: Field) => boolean) | null;
}

const saves =
  (valueAfter: (field: Field) => boolean) =>
  (field: Field): boolean => {
    save(field, valueAfter(field));
    return true;
  };

/** Everything that pages know of the kinds of inputs. */
const INPUTS: Record<FieldInput, Input> = {
  text: { Control: TextControl, hasName: false, press: null },
  date: { Control: DateControl, hasName: false, press: null },
  list: { Control: ListControl, hasName: false, press: null },
  box: { Control: BoxControl, hasName: true, press: saves(({ value }) => value !== 'true') },
  choice: { Control: ChoiceControl, hasName: true, press: saves(() => true) },
  ink: { Control: InkControl, hasName: true, press: putMark },
  file: { Control: FileControl, hasName: false, press: null },
};

/** The input of a field; undefined if its recipient can't change it. */
export const inputOf = ({ type, readonly }: Field): Input | undefined => {
  const { input } = FIELD_KINDS[type];
  return readonly || input === null ? undefined : INPUTS[input];
};
