import { choicesOf } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';
import { missing, own } from '../state/state.ts';

/** The name under which a field counts as due: of radio buttons the first of the group. */
export const groupName = (field: Field): string => choicesOf(field, own.value)[0]?.name ?? field.name;

/** True where the recipient still has to fill it. */
export const isDue = (field: Field): boolean => missing.value.some(({ name }) => name === groupName(field));
