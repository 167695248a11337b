import { FIELD_KINDS, isTick } from '../../../fields/kinds.ts';
import {
  type Comparator,
  type Comparison,
  type Condition,
  type Formula,
  OPERATIONS,
  type Operation,
} from '../../../fields/rules/rule.ts';
import type { Spoken } from '../../../pdf/completion-certificate/words.ts';
import type { FieldItem } from '../../../storage/records/envelope.ts';

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

/** Fields that a condition may name, and the certificate's language. */
export interface RuleSpeech {
  fields: readonly Pick<FieldItem, 'name' | 'type' | 'options'>[];
  spoken: Spoken;
}

/**
 * A condition in words of the certificate's language, with the names of fields as the sender gave them, boxes as ticked
 * or not, and options by their labels.
 */
export const conditionInWords = (condition: Condition, speech: RuleSpeech): string => {
  const { say } = speech.spoken;
  if ('all' in condition) return joined(condition.all, ` ${say('rule_and')} `, speech);
  if ('any' in condition) return joined(condition.any, ` ${say('rule_or')} `, speech);
  if ('not' in condition) {
    const tick = tickedIn(condition.not, speech);
    if (tick?.always) return say('rule_unticked', { field: tick.field });
    return say('rule_not', { rule: conditionInWords(condition.not, speech) });
  }
  const tick = tickedIn(condition, speech);
  if (tick) return say(tick.is ? 'rule_ticked' : 'rule_unticked', { field: tick.field });
  const field = formulaInWords(leftOf(condition), speech);
  if (condition.is === 'filled') return say('rule_filled', { field });
  const value = operandInWords(condition, condition.value, speech);
  return condition.is === 'contains'
    ? say('rule_contains', { field, value })
    : `${field} ${SIGNS[condition.is]} ${value}`;
};

const leftOf = (condition: Comparison): Formula => {
  if ('of' in condition) return condition.of;
  return 'field' in condition ? { field: condition.field } : { group_of: condition.group_of };
};

/**
 * A comparison that says whether a box is ticked: the box, and which it asks for. `always` is true where the opposite
 * holds whenever it doesn't: "not ticked" needs a value, which a hidden box hasn't.
 */
const tickedIn = (
  condition: Condition,
  { fields }: RuleSpeech,
): { field: string; is: boolean; always: boolean } | undefined => {
  if (!('is' in condition && 'field' in condition)) return undefined;
  const { field } = condition;
  const box = fields.find(({ name }) => name === field);
  if (!box || !isTick(box)) return undefined;
  if (condition.is === 'filled') return { field, is: true, always: true };
  if (condition.is !== 'equals' || (condition.value !== 'true' && condition.value !== 'false')) return undefined;
  return { field, is: condition.value === 'true', always: condition.value === 'true' };
};

const joined = (conditions: readonly Condition[], between: string, speech: RuleSpeech): string => {
  const [first, ...others] = conditions.map((one) => conditionInWords(one, speech));
  return others.length === 0 ? (first ?? '') : `(${[first, ...others].join(between)})`;
};

/** A value beside a field: an option by its label, the field of a choice by its name. */
const operandInWords = (condition: Comparison, value: Formula, speech: RuleSpeech): string => {
  if (typeof value !== 'string') return formulaInWords(value, speech);
  if ('group_of' in condition) return value;
  const field = 'field' in condition ? speech.fields.find(({ name }) => name === condition.field) : undefined;
  if (!field || FIELD_KINDS[field.type].value !== 'option') return formulaInWords(value, speech);
  return JSON.stringify(field.options.find(({ id }) => id === value)?.label ?? value);
};

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A formula: texts in quotation marks, fields and operations by their names, which no language changes. */
const formulaInWords = (formula: Formula, speech: RuleSpeech): string => {
  if (typeof formula === 'string') return NUMBER.test(formula) ? formula : JSON.stringify(formula);
  if ('field' in formula) return formula.field;
  if ('group_of' in formula) return `group(${formula.group_of})`;
  if ('round' in formula) return `round(${formulaInWords(formula.round, speech)}, ${formula.digits})`;
  if ('if' in formula) {
    const parts = [
      conditionInWords(formula.if, speech),
      formulaInWords(formula.then, speech),
      ...(formula.else === undefined ? [] : [formulaInWords(formula.else, speech)]),
    ];
    return `if(${parts.join(', ')})`;
  }
  const [name, operands] = Object.entries(formula).find(([one]) => Object.hasOwn(OPERATIONS, one)) as [
    Operation,
    Formula[],
  ];
  return `${name}(${operands.map((one) => formulaInWords(one, speech)).join(', ')})`;
};
