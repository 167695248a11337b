import type { FieldItem } from '../../storage/records/envelope.ts';
import { isVisible } from '../fields/visible.ts';

const MARKS = ['signature_id', 'signed_at', 'base64', 'name', 'size', 'mime', 'sha256', 'file'];

/** Removes the platform's marks of a signature or an attachment from a field's settings: senders may not set them. */
export const withoutMarks = (settings: FieldItem['settings']): FieldItem['settings'] =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !MARKS.includes(name)));

/** The platform's marks of a signature or an attachment in a field's settings. */
export const marksOf = (settings: FieldItem['settings']): FieldItem['settings'] =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => MARKS.includes(name)));

/** Types whose filling is marked in their settings. */
export const MARKED: readonly FieldItem['type'][] = ['signature', 'initial', 'attachment'];

/** True if a field counts as filled. `others` are the fields of the same recipient. */
const isFilled = (field: FieldItem, others: readonly FieldItem[]): boolean => {
  switch (field.type) {
    case 'signature':
      return field.value === 'signed';
    case 'initial':
      return field.value === 'initialed';
    case 'attachment':
      return field.value === 'attached';
    case 'checkbox':
      return field.value === 'true';
    case 'radio':
      return field.group
        ? others.some(({ type, group, value }) => type === 'radio' && group === field.group && value === 'true')
        : field.value === 'true';
    // The platform sets timestamps at submit; a payment is no part of the document.
    case 'timestamp':
    case 'payment':
      return true;
    default:
      return isVisible(field.value ?? '');
  }
};

/** Names of the recipient's required fields that are not filled. */
export const missingFields = (fields: readonly FieldItem[], role_name: string): string[] => {
  const own = fields.filter((field) => field.role_name === role_name);
  return own.filter((field) => field.required && !isFilled(field, own)).map(({ name }) => name);
};

/**
 * True for a required field that isn't filled and can't be, so that nobody could submit. A group of radio buttons needs
 * one that can be chosen. `all` are the envelope's fields.
 */
export const isStuck = (field: FieldItem, all: readonly FieldItem[]): boolean => {
  if (!field.required) return false;
  const own = all
    .filter(({ role_name }) => role_name === field.role_name)
    .map((one) => (one.name === field.name ? field : one));
  if (isFilled(field, own)) return false;
  const group = own.filter((one) => one.type === 'radio' && field.type === 'radio' && one.group === field.group);
  const ways = field.type === 'radio' && field.group ? group : [field];
  return ways.every((one) => one.readonly || (one.type === 'dropdown' && !one.options.some(({ id }) => isVisible(id))));
};
