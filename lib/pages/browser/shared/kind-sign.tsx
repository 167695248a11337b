import type { FieldType } from '../../../fields/types.ts';

/** Signs of the kinds of fields, where a label has no room. Nobody needs them to be read: the field has a name. */
const SIGNS: Record<FieldType, string> = {
  signature: 'M1 12c3-1 6-9 4-10S2 12 5 12s3-4 5-4 0 4 2 4 2-1 3-2',
  initial: 'M1 13 4.5 3 8 13M2.3 9.5h4.4M10 13V3h3a2.5 2.5 0 0 1 0 5h-3',
  textbox: 'M3 3h10M8 3v10M6 13h4',
  textarea: 'M2 4h12M2 8h12M2 12h7',
  date: 'M2 4h12v10H2zM2 7h12M5 2v3M11 2v3',
  dropdown: 'M3 6l5 5 5-5',
  checkbox: 'M3 3h10v10H3zM5.5 8l2 2 3.5-4.5',
  radio: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM9.5 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0z',
  timestamp: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 4.5V8l2.5 1.5',
  attachment: 'M13 7.5 7.7 12.8a3 3 0 0 1-4.3-4.3l6-6a2 2 0 0 1 2.9 2.9l-5.8 5.8a1 1 0 0 1-1.4-1.4L10 5',
  payment: 'M2 4h12v8H2z',
};

export const Sign = ({ type }: { type: FieldType }) => (
  <svg class="kind" viewBox="0 0 16 16" aria-hidden="true">
    <path d={SIGNS[type]} />
  </svg>
);
