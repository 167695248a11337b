import { isExclusive } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';

/** The fields after a change of one. A chosen radio button takes the choice from the others of its group. */
export const withValue = (fields: readonly Field[], name: string, change: Partial<Field>): Field[] => {
  const changed = fields.find((field) => field.name === name);
  const isChoice = changed && isExclusive(changed) && changed.group && change.value === 'true';
  return fields.map((field) => {
    if (field.name === name) return { ...field, ...change };
    const isOther = isExclusive(field) && field.group === changed?.group && field.role_name === changed?.role_name;
    if (!isChoice || !isOther) return field;
    // One that a rule has hidden is chosen no more, either.
    return { ...field, value: 'false', rule: field.rule && { ...field.rule, kept_value: 'false' } };
  });
};
