/** Demands of a field on its recipient. */
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

/** Definition of a field, in a template as in an envelope. */
export interface StoredField {
  name: string;
  role_name: string;
  document_id: string;
  type: FieldType;
  required: boolean;
  readonly: boolean;
  settings: Record<string, unknown>;
  page: number;
  /** In points. */
  x: number;
  y: number;
  width: number;
  height: number;
  validator: string | null;
  label: string | null;
  placeholder: string | null;
  group: string | null;
  multiline: boolean;
  options: { id: string; label: string }[];
  default: string | null;
}
