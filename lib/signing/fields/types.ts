import { FIELD_TYPES, type FieldType } from '../../storage/records/field.ts';

export { FIELD_TYPES, type FieldType };

/** Default width and height of each type, in points, as existing clients assume them. */
export const DEFAULT_SIZES: Record<FieldType, { width: number; height: number }> = {
  signature: { width: 71, height: 36 },
  initial: { width: 71, height: 36 },
  date: { width: 75, height: 15 },
  timestamp: { width: 130, height: 15 },
  textbox: { width: 150, height: 15 },
  textarea: { width: 150, height: 41 },
  checkbox: { width: 14, height: 14 },
  radio: { width: 14, height: 14 },
  dropdown: { width: 85, height: 20 },
  attachment: { width: 24, height: 24 },
  payment: { width: 24, height: 24 },
};

/** Types whose value a person types or chooses: only these can have a default. */
export const VALUE_TYPES: readonly FieldType[] = ['textbox', 'textarea', 'date', 'dropdown', 'checkbox', 'radio'];
