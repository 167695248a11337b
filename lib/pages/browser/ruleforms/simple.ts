import { readDay } from '../../../fields/rules/dates.ts';
import { readTyped, writeNumber } from '../../../fields/rules/numbers.ts';
import {
  type Comparison,
  type Condition,
  type Formula,
  OPERATIONS,
  type RuleField,
} from '../../../fields/rules/rule.ts';

/** Rules that one can make by choosing, and how they are written and read. Pure. Any other rule isn't one of these. */

/** Comparisons as one chooses them. */
export type Is =
  | 'equals'
  | 'not'
  | 'contains'
  | 'contains_not'
  | 'above'
  | 'at_least'
  | 'below'
  | 'at_most'
  | 'before'
  | 'on_or_before'
  | 'after'
  | 'on_or_after'
  | 'checked'
  | 'unchecked'
  | 'filled'
  | 'empty';

/** One comparison; a field's name and a value may be empty while it is being chosen. */
export interface Part {
  field: string;
  is: Is;
  value: string;
}

export interface SimpleCondition {
  match: 'all' | 'any';
  parts: Part[];
}

type Fields = ReadonlyMap<string, RuleField>;

const NUMERIC = ['above', 'at_least', 'below', 'at_most'] as const;
const DATED = ['before', 'on_or_before', 'after', 'on_or_after'] as const;
const FILLED = ['filled', 'empty'] as const;

/** The comparisons that fit a field, the usual one first. */
export const comparisonsFor = ({ form, number }: Pick<RuleField, 'form' | 'number'>): readonly Is[] => {
  if (form === 'tick' || form === 'choice') return ['checked', 'unchecked'];
  if (form === 'option') return ['equals', 'not', ...FILLED];
  if (form === 'date') return [...DATED, 'equals', 'not', ...FILLED];
  if (form !== 'text') return form === 'none' || form === 'moment' ? [] : FILLED;
  if (number) return [...NUMERIC, 'equals', 'not', ...FILLED];
  return ['equals', 'not', 'contains', 'contains_not', ...NUMERIC, ...FILLED];
};

/** As what a comparison's value is read; null where there is none. */
export const valueKind = (
  is: Is,
  field: Pick<RuleField, 'form' | 'number'> | undefined,
): 'text' | 'number' | 'date' | null => {
  if (['checked', 'unchecked', ...FILLED].includes(is)) return null;
  if ((NUMERIC as readonly Is[]).includes(is)) return 'number';
  if ((DATED as readonly Is[]).includes(is) || field?.form === 'date') return 'date';
  return field?.number ? 'number' : 'text';
};

/** A typed value as rules have it; undefined if it is none of its kind. */
const constantOf = (kind: 'text' | 'number' | 'date', typed: string): string | undefined => {
  // Blanks count where texts are joined.
  if (kind === 'text') return typed || undefined;
  const text = typed.trim();
  if (kind === 'date') return readDay(text) === null ? undefined : text;
  const number = readTyped(text);
  return number === null ? undefined : writeNumber(number);
};

/** The condition as one chooses it; null if no form shows it. */
export const simpleCondition = (condition: Condition, fields: Fields): SimpleCondition | null => {
  const match = 'any' in condition ? 'any' : 'all';
  const all = 'any' in condition ? condition.any : 'all' in condition ? condition.all : [condition];
  const parts = all.map((one) => partOf(one, fields));
  return parts.includes(null) ? null : { match, parts: parts as Part[] };
};

const NEGATED: Partial<Record<string, Is>> = { equals: 'not', contains: 'contains_not', filled: 'empty' };

const partOf = (condition: Condition, fields: Fields): Part | null => {
  if ('all' in condition || 'any' in condition) return null;
  const isNot = 'not' in condition;
  const comparison = isNot ? condition.not : condition;
  if (!('field' in comparison)) return null;
  const field = fields.get(comparison.field);
  const value = comparison.is === 'filled' ? '' : comparison.value;
  if (!field || typeof value !== 'string') return null;
  const isTick = field.form === 'tick' || field.form === 'choice';
  const is = isTick ? tickIs(comparison, isNot) : isNot ? NEGATED[comparison.is] : comparison.is;
  return is && comparisonsFor(field).includes(is) ? { field: field.name, is, value: isTick ? '' : value } : null;
};

const tickIs = (comparison: Comparison, isNot: boolean): Is | undefined => {
  if (comparison.is !== 'filled' && (isNot || comparison.is !== 'equals')) return undefined;
  const isChecked = comparison.is === 'filled' ? !isNot : comparison.value === 'true';
  return isChecked ? 'checked' : 'unchecked';
};

/** The condition that was chosen; null while something is missing. */
export const conditionOf = ({ match, parts }: SimpleCondition, fields: Fields): Condition | null => {
  const conditions = parts.map((part) => comparisonOf(part, fields.get(part.field)));
  if (conditions.length === 0 || conditions.includes(null)) return null;
  const [first] = conditions as Condition[];
  if (conditions.length === 1 && first) return first;
  return match === 'all' ? { all: conditions as Condition[] } : { any: conditions as Condition[] };
};

const comparisonOf = ({ field, is, value }: Part, known: RuleField | undefined): Condition | null => {
  if (!known) return null;
  if (is === 'filled') return { field, is };
  if (is === 'empty') return { not: { field, is: 'filled' } };
  if (is === 'checked' || is === 'unchecked') return { field, is: 'equals', value: String(is === 'checked') };
  const kind = valueKind(is, known);
  const constant = kind === null ? undefined : constantOf(kind, value.trim());
  if (constant === undefined) return null;
  if (is === 'not') return { not: { field, is: 'equals', value: constant } };
  if (is === 'contains_not') return { not: { field, is: 'contains', value: constant } };
  return { field, is, value: constant };
};

/** Operations as one chooses them. */
export type Made = keyof typeof OPERATIONS;

/** A field or a fixed value. */
export type Operand = { field: string } | { text: string };

export interface SimpleFormula {
  make: Made;
  operands: Operand[];
  /** Decimals to which the result is rounded, half away from zero; null if it isn't. */
  digits: number | null;
}

/** The operations whose result fits a field, the usual one first. */
export const operationsFor = ({ form, number }: Pick<RuleField, 'form' | 'number'>): readonly Made[] => {
  if (form === 'date') return ['add_days'];
  const numeric = ['sum', 'subtract', 'product', 'divide', 'days_between'] as const;
  return number ? numeric : [...numeric, 'concat'];
};

/** As what an operand is read. */
export const operandKind = (make: Made, at: number): 'text' | 'number' | 'date' =>
  make === 'add_days' && at === 1 ? 'number' : OPERATIONS[make].reads;

/** True if the field's value can be an operand of this kind. */
export const canBeOperand = (
  { form, number }: Pick<RuleField, 'form' | 'number'>,
  kind: 'text' | 'number' | 'date',
): boolean => {
  if (form === 'text') return kind !== 'date' || !number;
  if (form === 'option') return kind !== 'date';
  return form === 'date' && kind !== 'number';
};

/** The most and the fewest operands of an operation. */
export const operandsOf = (make: Made): { fewest: number; most: number } => {
  const { fewest, most = 20 }: { fewest: number; most?: number } = OPERATIONS[make];
  return { fewest, most };
};

/** The formula as one chooses it; null if no form shows it. */
export const simpleFormula = (formula: Formula): SimpleFormula | null => {
  if (typeof formula === 'string') return null;
  const isRounded = 'round' in formula;
  if (isRounded && formula.half === 'even') return null;
  const whole = isRounded ? formula.round : formula;
  if (typeof whole === 'string') return null;
  const [[make, given] = ['', []]] = Object.entries(whole) as [string, unknown][];
  if (!Object.hasOwn(OPERATIONS, make) || !Array.isArray(given)) return null;
  const operands = (given as Formula[]).map((one): Operand | null => {
    if (typeof one === 'string') return { text: one };
    return 'field' in one ? { field: one.field } : null;
  });
  if (operands.includes(null)) return null;
  return { make: make as Made, operands: operands as Operand[], digits: isRounded ? formula.digits : null };
};

/** The formula that was chosen; null while something is missing. */
export const formulaOf = ({ make, operands, digits }: SimpleFormula, fields: Fields): Formula | null => {
  const { fewest, most } = operandsOf(make);
  const read = operands.map((operand, at): Formula | null => {
    if ('text' in operand) return constantOf(operandKind(make, at), operand.text) ?? null;
    const field = fields.get(operand.field);
    return field && canBeOperand(field, operandKind(make, at)) ? { field: operand.field } : null;
  });
  if (read.length < fewest || read.length > most || read.includes(null)) return null;
  const formula = { [make]: read } as unknown as Formula;
  return digits === null ? formula : { round: formula, digits };
};
