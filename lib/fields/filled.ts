import { choicesOf, FIELD_KINDS } from './kinds.ts';
import type { FillableField } from './types.ts';

/** A field whose filling can be demanded. */
interface DemandedField extends FillableField {
  role_name: string;
  required: boolean;
  readonly: boolean;
}

/** True if a field counts as filled. `own` are the fields of the same recipient. */
export const isFilled = (field: FillableField, own: readonly FillableField[]): boolean =>
  FIELD_KINDS[field.type].isFilled(field, own);

/** Names of the recipient's required fields that are not filled. */
export const missingFields = (fields: readonly DemandedField[], role_name: string): string[] => {
  const own = fields.filter((field) => field.role_name === role_name);
  return own.filter((field) => field.required && !isFilled(field, own)).map(({ name }) => name);
};

/**
 * True for a required field that isn't filled and can't be, so that nobody could submit. A group of radio buttons needs
 * one that can be chosen. `all` are the envelope's fields.
 */
export const isStuck = (field: DemandedField, all: readonly DemandedField[]): boolean => {
  if (!field.required) return false;
  const own = all
    .filter(({ role_name }) => role_name === field.role_name)
    .map((one) => (one.name === field.name ? field : one));
  if (isFilled(field, own)) return false;
  return choicesOf(field, own).every((one) => one.readonly || !FIELD_KINDS[one.type].canBeFilled(one));
};
