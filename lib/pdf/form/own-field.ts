import type { ValueForm } from '../../fields/kinds.ts';

/**
 * A place of a field of the form that a signed document brought (ISO 32000-2 section 12.7): it can be filled in without
 * breaking signatures that permit no new fields.
 */
export interface OwnField {
  /** Fully qualified: `applicant.city`. Places of one field have the same. */
  name: string;
  kind: 'text' | 'checkbox' | 'radio' | 'choice' | 'signature';
  /** 1-based. */
  page: number;
  /** Its box, in points of the page as displayed. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The most characters; absent without a limit. */
  max_length?: number;
  /** Ids of the options of a choice. */
  options?: string[];
  /** Value that the file has; absent where it has none. */
  value?: string;
  /** Reason why nobody may fill it in, as a clause; absent where it may be. */
  locked?: string;
}

const TAKEN: Record<OwnField['kind'], readonly ValueForm[]> = {
  text: ['text', 'date', 'moment', 'option'],
  checkbox: ['tick'],
  radio: [],
  choice: ['option'],
  signature: ['ink'],
};

/** True if fields of this kind take values of this form. */
export const takes = (kind: OwnField['kind'], form: ValueForm): boolean => TAKEN[kind].includes(form);
