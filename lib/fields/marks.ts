import { FIELD_KINDS } from './kinds.ts';
import type { FieldSettings, FieldType } from './types.ts';

const MARKS: readonly string[] = Object.values(FIELD_KINDS).flatMap(({ marks }) => marks);

/** Removes the platform's marks of a signature or an attachment from a field's settings: senders may not set them. */
export const withoutMarks = (settings: FieldSettings): FieldSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !MARKS.includes(name)));

/** The platform's marks of a signature or an attachment in a field's settings. */
export const marksOf = (settings: FieldSettings): FieldSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => MARKS.includes(name)));

/** True if the filling of such a field is marked in its settings. */
export const isMarked = (type: FieldType): boolean => FIELD_KINDS[type].marks.length > 0;
