import type { FieldType } from '../../../fields/types.ts';
import { wordOf } from './kinds.ts';
import { w } from './words/index.ts';

/** The words for a kind. */
export const kindOf = (type: FieldType): string => {
  const word = wordOf(type);
  return word ? w[word] : type;
};
