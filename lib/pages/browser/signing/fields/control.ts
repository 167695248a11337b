import type { Field } from '../../shared/answers.ts';
import { isOpen, labelOf } from '../state/fields.ts';
import { w } from '../words/index.ts';

/** Properties of every control that fills a field. */
export interface Control {
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

/** The field's name, with a word for those that may stay empty. */
export const nameOf = (field: Field): string =>
  field.required || !isOpen(field) ? labelOf(field) : `${labelOf(field)} (${w.optional})`;
