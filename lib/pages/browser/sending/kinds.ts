import { FIELD_KINDS, isExclusive } from '../../../fields/kinds.ts';
import type { FieldType } from '../../../fields/types.ts';
import type { PlacedField } from './draft.ts';
import type { SendingWords } from './words/en.ts';

/** Names of words without plural forms. */
type Word = { [Name in keyof SendingWords]: SendingWords[Name] extends string ? Name : never }[keyof SendingWords];

interface EditedKind {
  word: Word;
  /** True if a new field must be filled until the sender says otherwise. */
  required: boolean;
}

/**
 * Facts of each kind that only the editor knows; `lib/fields` has the others. They stand in the order of their use.
 * Null for kinds that no new field may have.
 */
const EDITED_KINDS: Readonly<Record<FieldType, EditedKind | null>> = {
  signature: { word: 'kind_signature', required: true },
  initial: { word: 'kind_initial', required: true },
  date: { word: 'kind_date', required: true },
  textbox: { word: 'kind_textbox', required: true },
  textarea: { word: 'kind_textarea', required: true },
  checkbox: { word: 'kind_checkbox', required: false },
  radio: { word: 'kind_radio', required: true },
  dropdown: { word: 'kind_dropdown', required: true },
  attachment: { word: 'kind_attachment', required: false },
  timestamp: { word: 'kind_timestamp', required: false },
  payment: null,
};

/** Kinds of fields that one can choose. */
export const TOOLS = (Object.keys(EDITED_KINDS) as FieldType[]).filter((type) => EDITED_KINDS[type] !== null);

/** The word for a kind of field, by its name. */
export const wordOf = (type: FieldType): Word | undefined => EDITED_KINDS[type]?.word;

/** A new field's members that follow from its kind. */
export const beginningOf = (
  type: FieldType,
  role_name: string,
): Pick<PlacedField, 'width' | 'height' | 'required' | 'group' | 'options'> => ({
  ...FIELD_KINDS[type].size,
  required: EDITED_KINDS[type]?.required ?? false,
  group: isExclusive({ type }) ? `${role_name}-choice` : null,
  options: hasOptions(type) ? [{ id: '1', label: '1' }] : [],
});

/** True if somebody fills such a field, so that it can be required. */
export const canBeRequired = (type: FieldType): boolean => FIELD_KINDS[type].input !== null;

/** True if the sender may type a text that stands there beforehand. */
export const hasDefaultText = (type: FieldType): boolean =>
  FIELD_KINDS[type].hasDefault && FIELD_KINDS[type].input === 'text';

/** True if one of several entries is chosen. */
export const hasOptions = (type: FieldType): boolean => FIELD_KINDS[type].value === 'option';
