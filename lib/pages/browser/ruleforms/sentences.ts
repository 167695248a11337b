import { FIELD_KINDS } from '../../../fields/kinds.ts';
import type { Condition, FieldRules, Formula } from '../../../fields/rules/rule.ts';
import type { Contents, PlacedField } from '../sending/draft.ts';
import { numberInOrder } from '../sending/edits.ts';
import { kindOf } from '../sending/kind-words.ts';
import type { Trusted } from '../shared/words/spoken.ts';
import { spokenLocale } from '../shared/words/spoken.ts';
import type { Is } from './simple.ts';
import { quoted, say, w } from './words/index.ts';

/** A field as a sentence calls it: by its label, else by its kind and its number among all. */
const nameOf = (name: string, all: Contents): string | Trusted => {
  const field = all.fields.find((one) => one.name === name);
  if (!field) return name;
  return field.label?.trim() || { trusted: `${kindOf(field.type)} ${numberInOrder(all, name)}` };
};

/** The same outside of sentences. */
export const fieldName = (name: string, all: Contents): string => {
  const called = nameOf(name, all);
  return typeof called === 'string' ? quoted(called) : called.trusted;
};

/** The sentence of each rule of a field. */
export const ruleSentences = (rules: FieldRules, all: Contents): string[] => [
  ...(rules.show ? [say(w.ruleShown, { rule: { trusted: conditionText(rules.show, all) } })] : []),
  ...(rules.require ? [say(w.ruleRequired, { rule: { trusted: conditionText(rules.require, all) } })] : []),
  ...(rules.value === undefined ? [] : [say(w.ruleComputed, { rule: { trusted: formulaText(rules.value, all) } })]),
];

/** The sentence of a person's condition. */
export const conditionSentence = (condition: Condition, all: Contents): string =>
  say(w.onlyIfWords, { rule: { trusted: conditionText(condition, all) } });

const list = (texts: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat(spokenLocale(), { type }).format(texts);

/** A condition in words, of whatever depth. */
const conditionText = (condition: Condition, all: Contents): string => {
  if ('all' in condition || 'any' in condition) {
    const isAny = 'any' in condition;
    const parts = isAny ? condition.any : condition.all;
    const isList = (one: Condition) => 'all' in one || 'any' in one;
    const texts = parts.map((one) => (isList(one) ? `(${conditionText(one, all)})` : conditionText(one, all)));
    return list(texts, isAny ? 'disjunction' : 'conjunction');
  }
  if ('not' in condition) return negated(condition.not, all);
  if (condition.is === 'filled') return compared(isTick(condition, all) ? 'checked' : 'filled', condition, all);
  const { value } = condition;
  if (isTick(condition, all) && (value === 'true' || value === 'false')) {
    return compared(value === 'true' ? 'checked' : 'unchecked', condition, all);
  }
  return compared(condition.is, condition, all, valueText(condition, value, all));
};

const negated = (condition: Condition, all: Contents): string => {
  if ('is' in condition && condition.is === 'filled') {
    return compared(isTick(condition, all) ? 'unchecked' : 'empty', condition, all);
  }
  if ('is' in condition && (condition.is === 'equals' || condition.is === 'contains')) {
    const is = condition.is === 'equals' ? 'not' : 'contains_not';
    return compared(is, condition, all, valueText(condition, condition.value, all));
  }
  return say(w.ruleNot, { rule: { trusted: conditionText(condition, all) } });
};

type Subject = { field: string } | { group_of: string } | { of: Formula };

const compared = (is: Is, subject: Subject, all: Contents, value: string | Trusted = ''): string =>
  say(w[`is_${is}`], { field: subjectText(subject, all), value });

const subjectText = (subject: Subject, all: Contents): string | Trusted => {
  if ('of' in subject) return { trusted: formulaText(subject.of, all) };
  if ('field' in subject) return nameOf(subject.field, all);
  return all.fields.find(({ name }) => name === subject.group_of)?.group ?? nameOf(subject.group_of, all);
};

const fieldOf = (subject: Subject, all: Contents): PlacedField | undefined =>
  'field' in subject ? all.fields.find(({ name }) => name === subject.field) : undefined;

const isTick = (subject: Subject, all: Contents): boolean => {
  const field = fieldOf(subject, all);
  return field !== undefined && ['tick', 'choice'].includes(FIELD_KINDS[field.type].value);
};

/** A value beside a field: an option by its label, a choice by its field's. */
const valueText = (subject: Subject, value: Formula, all: Contents): string | Trusted => {
  if (typeof value !== 'string') return { trusted: formulaText(value, all) };
  if ('group_of' in subject) return nameOf(value, all);
  return fieldOf(subject, all)?.options.find(({ id }) => id === value)?.label ?? value;
};

/** A formula in words and signs, of whatever depth. */
const formulaText = (formula: Formula, all: Contents): string => {
  if (typeof formula === 'string') return /^-?\d+(\.\d+)?$/.test(formula) ? formula : quoted(formula);
  if ('field' in formula) return fieldName(formula.field, all);
  if ('group_of' in formula)
    return quoted(String(all.fields.find((one) => one.name === formula.group_of)?.group ?? ''));
  if ('if' in formula) {
    return say(w.ifThenElse, {
      rule: { trusted: conditionText(formula.if, all) },
      one: { trusted: formulaText(formula.then, all) },
      other: { trusted: formula.else === undefined ? '–' : formulaText(formula.else, all) },
    });
  }
  if ('round' in formula) {
    return say(w.roundedTo, { formula: { trusted: inner(formula.round, all) }, count: formula.digits });
  }
  if ('days_between' in formula) {
    const [from = '', to = ''] = formula.days_between.map((one) => inner(one, all));
    return say(w.daysFromTo, { from: { trusted: from }, to: { trusted: to } });
  }
  if ('add_days' in formula) {
    const [date = '', days = ''] = formula.add_days.map((one) => inner(one, all));
    return say(w.dateAndDays, { date: { trusted: date }, days: { trusted: days } });
  }
  const [[operation, operands] = ['', []]] = Object.entries(formula) as [string, Formula[]][];
  return operands.map((one) => inner(one, all)).join(` ${SIGNS[operation] ?? ','} `);
};

const SIGNS: Readonly<Record<string, string>> = { sum: '+', subtract: '−', product: '×', divide: '÷', concat: '&' };

/** An operand: one that has signs of its own stands in brackets. */
const inner = (formula: Formula, all: Contents): string => {
  const text = formulaText(formula, all);
  return typeof formula === 'string' || 'field' in formula || 'group_of' in formula ? text : `(${text})`;
};
