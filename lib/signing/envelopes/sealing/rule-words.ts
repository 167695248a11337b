import {
  type Comparator,
  type Condition,
  type Formula,
  OPERATIONS,
  type Operation,
} from '../../../fields/rules/rule.ts';
import type { Spoken } from '../../../pdf/completion-certificate/words.ts';

/** Signs of comparisons that need no word. A date is before another as a number is below another. */
const SIGNS: Readonly<Record<Exclude<Comparator, 'contains'>, string>> = {
  equals: '=',
  above: '>',
  below: '<',
  at_least: '≥',
  at_most: '≤',
  before: '<',
  after: '>',
  on_or_before: '≤',
  on_or_after: '≥',
};

/** A condition in words of the certificate's language, with the names of fields as the sender gave them. */
export const conditionInWords = (condition: Condition, spoken: Spoken): string => {
  const { say } = spoken;
  if ('all' in condition) return joined(condition.all, ` ${say('rule_and')} `, spoken);
  if ('any' in condition) return joined(condition.any, ` ${say('rule_or')} `, spoken);
  if ('not' in condition) return say('rule_not', { rule: conditionInWords(condition.not, spoken) });
  const left: Formula =
    'of' in condition
      ? condition.of
      : 'field' in condition
        ? { field: condition.field }
        : { group_of: condition.group_of };
  const field = formulaInWords(left, spoken);
  if (condition.is === 'filled') return say('rule_filled', { field });
  const value = formulaInWords(condition.value, spoken);
  return condition.is === 'contains'
    ? say('rule_contains', { field, value })
    : `${field} ${SIGNS[condition.is]} ${value}`;
};

const joined = (conditions: readonly Condition[], between: string, spoken: Spoken): string => {
  const [first, ...others] = conditions.map((one) => conditionInWords(one, spoken));
  return others.length === 0 ? (first ?? '') : `(${[first, ...others].join(between)})`;
};

/** A formula: constants in quotation marks, fields and operations by their names, which no language changes. */
const formulaInWords = (formula: Formula, spoken: Spoken): string => {
  if (typeof formula === 'string') return JSON.stringify(formula);
  if ('field' in formula) return formula.field;
  if ('group_of' in formula) return `group(${formula.group_of})`;
  if ('round' in formula) return `round(${formulaInWords(formula.round, spoken)}, ${formula.digits})`;
  if ('if' in formula) {
    const parts = [
      conditionInWords(formula.if, spoken),
      formulaInWords(formula.then, spoken),
      ...(formula.else === undefined ? [] : [formulaInWords(formula.else, spoken)]),
    ];
    return `if(${parts.join(', ')})`;
  }
  const [name, operands] = Object.entries(formula).find(([one]) => Object.hasOwn(OPERATIONS, one)) as [
    Operation,
    Formula[],
  ];
  return `${name}(${operands.map((one) => formulaInWords(one, spoken)).join(', ')})`;
};
