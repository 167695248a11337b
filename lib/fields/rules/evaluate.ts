import { isVisible } from '../visible.ts';
import { dayAfter, readDay, writeIso, writeStored } from './dates.ts';
import {
  type Big,
  divide,
  product,
  readCanonical,
  readTyped,
  round,
  sum,
  wholeNumber,
  writeNumber,
} from './numbers.ts';
import { type Comparator, type Condition, type Formula, type Operation, RULE_BOUNDS, type RuleField } from './rule.ts';

/**
 * A value while formulas are computed. `typed` is a text that a person wrote; `constant` one of a rule, whose numbers
 * have one form only.
 */
export type Value = { number: Big } | { day: number } | { typed: string } | { constant: string };

/** No value, because an operand can't be read or the result is beyond the bounds. It makes the whole formula so. */
export const FAULT = 'fault';

/** A value, nothing (an operand is not filled), or a fault. */
export type Outcome = Value | null | typeof FAULT;

/** Values of the fields that a rule may see. */
export interface Scope {
  /** The field's value as rules read it: null while it is hidden, not filled, or another's and not submitted. */
  outcomeOf: (name: string) => Outcome;
  /** True if the field is shown and counts as filled. */
  isFilled: (name: string) => boolean;
  /** Names of the boxes or buttons that are chosen in the field's group; the field itself if it has none. */
  choiceOf: (name: string) => readonly string[];
  /** As what `equals` compares the field. */
  kindOf: (name: string) => Kind;
}

/** As what a side of `equals` is compared; `any` adapts to the other. */
export type Kind = 'number' | 'date' | 'text' | 'any';

/** The kind of a field's value. */
export const kindOfField = ({ form, number }: Pick<RuleField, 'form' | 'number'>): Kind => {
  if (form === 'date') return 'date';
  return number ? 'number' : 'text';
};

/** The kind of a formula's value. */
const kindOf = (formula: Formula, ofField: (name: string) => Kind): Kind => {
  if (typeof formula === 'string') return 'any';
  if ('field' in formula) return ofField(formula.field);
  if ('group_of' in formula || 'concat' in formula) return 'text';
  if ('add_days' in formula) return 'date';
  if (!('if' in formula)) return 'number';
  const one = kindOf(formula.then, ofField);
  return one === 'any' && formula.else !== undefined ? kindOf(formula.else, ofField) : one;
};

/** Evaluates a condition. Total: whatever can't be compared isn't so. */
export const holds = (condition: Condition, scope: Scope): boolean => {
  if ('all' in condition) return condition.all.every((one) => holds(one, scope));
  if ('any' in condition) return condition.any.some((one) => holds(one, scope));
  if ('not' in condition) return !holds(condition.not, scope);
  if (condition.is === 'filled') return isFilled(condition, scope);
  if ('group_of' in condition)
    return choiceIs(condition.is, scope.choiceOf(condition.group_of), condition.value, scope);
  const left = 'field' in condition ? { field: condition.field } : condition.of;
  return compare(condition.is, left, condition.value, scope);
};

const isFilled = (subject: { field: string } | { group_of: string } | { of: Formula }, scope: Scope): boolean => {
  if ('field' in subject) return scope.isFilled(subject.field);
  if ('group_of' in subject) return scope.choiceOf(subject.group_of).length > 0;
  return textOf(compute(subject.of, scope)) !== null;
};

/** A choice equals a name if that one alone is chosen, and contains it if it is among the chosen. */
const choiceIs = (is: Comparator, chosen: readonly string[], value: Formula, scope: Scope): boolean => {
  const name = textOf(compute(value, scope));
  if (name === null || !chosen.includes(name)) return false;
  return is === 'contains' || (is === 'equals' && chosen.length === 1);
};

const compare = (is: Comparator, left: Formula, right: Formula, scope: Scope): boolean => {
  const one = compute(left, scope);
  const other = compute(right, scope);
  if (is === 'equals') return areEqual(one, other, [kindOf(left, scope.kindOf), kindOf(right, scope.kindOf)]);
  if (is === 'contains') {
    const [whole, part] = [textOf(one), textOf(other)];
    return whole !== null && part !== null && whole.normalize().includes(part.normalize());
  }
  const numeric = NUMERIC[is];
  if (numeric) {
    const [a, b] = [numberOf(one), numberOf(other)];
    return a !== null && b !== null && numeric(a.cmp(b));
  }
  const [a, b] = [dayOf(one), dayOf(other)];
  return a !== null && b !== null && (DATED[is]?.(a - b) ?? false);
};

const NUMERIC: Partial<Record<Comparator, (order: number) => boolean>> = {
  above: (order) => order > 0,
  below: (order) => order < 0,
  at_least: (order) => order >= 0,
  at_most: (order) => order <= 0,
};

const DATED: Partial<Record<Comparator, (days: number) => boolean>> = {
  before: (days) => days < 0,
  after: (days) => days > 0,
  on_or_before: (days) => days <= 0,
  on_or_after: (days) => days >= 0,
};

/** Numbers if one side is of numbers, dates if one is of dates, else texts letter for letter without outer blanks. */
const areEqual = (one: Outcome, other: Outcome, kinds: readonly Kind[]): boolean => {
  if (kinds.includes('number')) {
    const [a, b] = [numberOf(one), numberOf(other)];
    return a !== null && b !== null && a.eq(b);
  }
  if (kinds.includes('date')) {
    const [a, b] = [dayOf(one), dayOf(other)];
    return a !== null && a === b;
  }
  const [a, b] = [textOf(one), textOf(other)];
  return a !== null && b !== null && a.normalize().trim() === b.normalize().trim();
};

/** Computes a formula. Total: nothing throws, and whatever has no value says so. */
export const compute = (formula: Formula, scope: Scope): Outcome => {
  if (typeof formula === 'string') return { constant: formula };
  if ('field' in formula) return scope.outcomeOf(formula.field);
  if ('group_of' in formula) return written(scope.choiceOf(formula.group_of).join(', '));
  if ('if' in formula) {
    if (holds(formula.if, scope)) return compute(formula.then, scope);
    return formula.else === undefined ? null : compute(formula.else, scope);
  }
  if ('round' in formula) {
    const number = readAs(numberOf, compute(formula.round, scope));
    return found(number, (one) => ({ number: round(one, formula.digits, formula.half ?? 'away') }));
  }
  const [operation, operands] = Object.entries(formula)[0] as [Operation, Formula[]];
  return OPERATORS[operation](operands.map((operand) => compute(operand, scope)));
};

const written = (text: string): Outcome => {
  if (text === '') return null;
  return text.length > RULE_BOUNDS.text ? FAULT : { typed: text };
};

/** Reads an outcome: nothing stays nothing, and an operand that can't be read is a fault. */
const readAs = <T>(read: (outcome: Outcome) => T | null, outcome: Outcome): T | null | typeof FAULT =>
  outcome === null || outcome === FAULT ? outcome : (read(outcome) ?? FAULT);

const found = <T>(operand: T | null | typeof FAULT, use: (operand: T) => Outcome): Outcome =>
  operand === null || operand === FAULT ? (operand as null | typeof FAULT) : use(operand as T);

/** All operands, or nothing if one is nothing, or a fault if one is a fault. */
const allOf = <T>(operands: readonly (T | null | typeof FAULT)[]): readonly T[] | null | typeof FAULT => {
  if (operands.includes(FAULT)) return FAULT;
  return operands.includes(null) ? null : (operands as readonly T[]);
};

const numeric = (number: Big | null): Outcome => (number === null ? FAULT : { number });
const dated = (day: number | null): Outcome => (day === null ? FAULT : { day });
const numbersOf = (operands: readonly Outcome[]) => operands.map((one) => readAs(numberOf, one));

const OPERATORS: Record<Operation, (operands: readonly Outcome[]) => Outcome> = {
  sum: (operands) => {
    const numbers = allOf(numbersOf(operands).filter((one) => one !== null));
    return found(numbers, (all) => (all.length === 0 ? null : numeric(sum(all))));
  },
  product: (operands) => found(allOf(numbersOf(operands)), (all) => numeric(product(all))),
  subtract: (operands) =>
    found(allOf(numbersOf(operands)), ([one, other]) => (one && other ? numeric(sum([one, other.times(-1)])) : FAULT)),
  divide: (operands) =>
    found(allOf(numbersOf(operands)), ([one, other]) => (one && other ? numeric(divide(one, other)) : FAULT)),
  days_between: (operands) =>
    found(allOf(operands.map((one) => readAs(dayOf, one))), ([from = 0, to = 0]) => numeric(wholeNumber(to - from))),
  add_days: ([date = null, days = null]) =>
    found(readAs(dayOf, date), (day) =>
      found(readAs(numberOf, days), (number) => dated(dayAfter(day, Number(writeNumber(number))))),
    ),
  concat: (operands) => (operands.includes(FAULT) ? FAULT : written(operands.map((one) => textOf(one) ?? '').join(''))),
};

/** Numbers of texts that were read, by their outcome: many formulas read the same field. */
const numbers = new WeakMap<Value, Big | null>();

/** The outcome as a number; null if it isn't one. */
const numberOf = (outcome: Outcome): Big | null => {
  if (outcome === null || outcome === FAULT || 'day' in outcome) return null;
  if ('number' in outcome) return outcome.number;
  const known = numbers.get(outcome);
  if (known !== undefined) return known;
  const number = 'typed' in outcome ? readTyped(outcome.typed) : readCanonical(outcome.constant);
  numbers.set(outcome, number);
  return number;
};

const dayOf = (outcome: Outcome): number | null => {
  if (outcome === null || outcome === FAULT || 'number' in outcome) return null;
  if ('day' in outcome) return outcome.day;
  return readDay('typed' in outcome ? outcome.typed : outcome.constant);
};

/** The outcome as a text: numbers in canonical form, days as `2026-12-31`. */
const textOf = (outcome: Outcome): string | null => {
  if (outcome === null || outcome === FAULT) return null;
  if ('number' in outcome) return writeNumber(outcome.number);
  if ('day' in outcome) return writeIso(outcome.day);
  return 'typed' in outcome ? outcome.typed : outcome.constant;
};

/**
 * The text of a formula's field: dates as they are stored, numbers with the field's decimals. Null for nothing; a fault
 * for what doesn't fit the field.
 */
export const textFor = (
  outcome: Outcome,
  { form, number }: Pick<RuleField, 'form' | 'number'>,
): string | null | typeof FAULT => {
  if (outcome === null || outcome === FAULT) return outcome;
  if (form === 'date') {
    const day = dayOf(outcome);
    return day === null ? FAULT : writeStored(day);
  }
  if (!number) return textOf(outcome) || null;
  const computed = numberOf(outcome);
  return computed === null ? FAULT : writeNumber(computed, number.decimals);
};

/** A field's stored value as formulas read it. */
export const outcomeFrom = (text: string | null, { form, rules }: Pick<RuleField, 'form' | 'rules'>): Outcome => {
  if (text === null || !isVisible(text)) return null;
  if (form === 'date') return dated(readDay(text));
  return rules?.value === undefined ? { typed: text } : { constant: text };
};
