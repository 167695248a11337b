import type { Field } from '../shared/answers.ts';
import { missing, own } from './state.ts';

/** The name under which a field counts as due: of radio buttons the first of the group. */
export const groupName = (field: Field): string =>
  (field.type === 'radio' &&
    field.group &&
    own.value.find(({ type, group }) => type === 'radio' && group === field.group)?.name) ||
  field.name;

/** True where the recipient still has to fill it. */
export const isDue = (field: Field): boolean => missing.value.some(({ name }) => name === groupName(field));
