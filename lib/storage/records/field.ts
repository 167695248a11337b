import type { FieldType } from '../../fields/types.ts';

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
