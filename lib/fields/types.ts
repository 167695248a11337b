/** Kinds of fields, as the interface names them. */
export const FIELD_TYPES = [
  'textbox',
  'signature',
  'initial',
  'date',
  'dropdown',
  'timestamp',
  'textarea',
  'checkbox',
  'radio',
  'attachment',
  'payment',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** An option of a dropdown. */
export interface FieldOption {
  id: string;
  label: string;
}

/** Data that a sender or the platform keeps with a field. */
export type FieldSettings = Record<string, unknown>;

/** The part of a field that decides whether it counts as filled. */
export interface FillableField {
  name: string;
  type: FieldType;
  value: string | null;
  group: string | null;
  options: readonly FieldOption[];
}
