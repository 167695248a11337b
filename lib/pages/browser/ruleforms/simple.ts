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
  /** True if it is about what is chosen in the field's group; the value is then the name of a box or button. */
  isGroup?: boolean;
  is: Is;
  value: string;
  /** Name of the field with whose value it is compared, in the place of a fixed one. */
  other?: string;
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

/** The comparisons that fit the choice in a field's group. Of buttons, one alone is chosen. */
export const comparisonsForGroup = ({ form }: Pick<RuleField, 'form'>): readonly Is[] =>
  form === 'tick' ? ['contains', 'contains_not', 'equals', 'not', ...FILLED] : ['equals', 'not', ...FILLED];

/** The boxes or buttons of a field's group, with itself; none where the field is no box or in no group. */
export const choiceOf = (name: string, fields: Fields): readonly RuleField[] => {
  const field = fields.get(name);
  if (!field?.group || !isTick(field)) return [];
  return [...fields.values()].filter(
    (one) => isTick(one) && one.group === field.group && one.role_name === field.role_name,
  );
};

const isTick = ({ form }: Pick<RuleField, 'form'>): boolean => form === 'tick' || form === 'choice';

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
  if ('group_of' in comparison) return groupPartOf(comparison, isNot, fields);
  if (!('field' in comparison)) return null;
  const field = fields.get(comparison.field);
  const value = comparison.is === 'filled' ? '' : comparison.value;
  if (!field) return null;
  const is = isTick(field) ? tickIs(comparison, isNot) : isNot ? NEGATED[comparison.is] : comparison.is;
  if (!is || !comparisonsFor(field).includes(is)) return null;
  if (typeof value === 'string') return { field: field.name, is, value: isTick(field) ? '' : value };
  return 'field' in value && isOther(value.field, is, field, fields)
    ? { field: field.name, is, value: '', other: value.field }
    : null;
};

/** True if the field's value can be compared with another one's. */
const isOther = (name: string, is: Is, field: RuleField, fields: Fields): boolean => {
  const other = fields.get(name);
  const kind = valueKind(is, field);
  return other !== undefined && kind !== null && canBeOperand(other, kind);
};

const groupPartOf = (comparison: Comparison, isNot: boolean, fields: Fields): Part | null => {
  if (!('group_of' in comparison)) return null;
  const field = fields.get(comparison.group_of);
  const is = isNot ? NEGATED[comparison.is] : comparison.is;
  const names = choiceOf(comparison.group_of, fields).map(({ name }) => name);
  if (!field || names.length === 0 || !is || !comparisonsForGroup(field).includes(is as Is)) return null;
  const value = comparison.is === 'filled' ? '' : comparison.value;
  if (typeof value !== 'string' || (value !== '' && !names.includes(value))) return null;
  return { field: field.name, isGroup: true, is: is as Is, value };
};

const tickIs = (comparison: Comparison, isNot: boolean): Is | undefined => {
  if (comparison.is === 'filled') return isNot ? 'unchecked' : 'checked';
  if (isNot || comparison.is !== 'equals') return undefined;
  return ({ true: 'checked', false: 'unchecked' } as const)[String(comparison.value) as 'true' | 'false'];
};

/** The condition that was chosen; null while something is missing. */
export const conditionOf = ({ match, parts }: SimpleCondition, fields: Fields): Condition | null => {
  const conditions = parts.map((part) => comparisonOf(part, fields));
  if (conditions.length === 0 || conditions.includes(null)) return null;
  const [first] = conditions as Condition[];
  if (conditions.length === 1 && first) return first;
  return match === 'all' ? { all: conditions as Condition[] } : { any: conditions as Condition[] };
};

const comparisonOf = (part: Part, fields: Fields): Condition | null => {
  const { field, is } = part;
  const known = fields.get(field);
  if (!known) return null;
  const subject = part.isGroup ? { group_of: field } : { field };
  if (is === 'filled') return { ...subject, is };
  if (is === 'empty') return { not: { ...subject, is: 'filled' } };
  if (is === 'checked' || is === 'unchecked') return { ...subject, is: 'equals', value: String(is === 'checked') };
  const value = part.isGroup ? memberIn(part, fields) : comparedValue(part, known, fields);
  if (value === undefined) return null;
  if (is === 'not') return { not: { ...subject, is: 'equals', value } };
  if (is === 'contains_not') return { not: { ...subject, is: 'contains', value } };
  return { ...subject, is, value };
};

const memberIn = ({ field, value }: Part, fields: Fields): string | undefined =>
  choiceOf(field, fields).some(({ name }) => name === value) ? value : undefined;

const comparedValue = ({ is, value, other }: Part, known: RuleField, fields: Fields): Formula | undefined => {
  if (other !== undefined) return isOther(other, is, known, fields) ? { field: other } : undefined;
  const kind = valueKind(is, known);
  return kind === null ? undefined : constantOf(kind, value.trim());
};

/** As what a value is read. */
export type ValueKind = 'text' | 'number' | 'date';

/** Operations as one chooses them: `same` is a value as it is, `if` one of two. */
export type Made = keyof typeof OPERATIONS | 'same' | 'if';

/** A field, a fixed value, or another formula. */
export type Operand = { field: string } | { text: string } | { made: SimpleFormula };

export interface SimpleFormula {
  make: Made;
  /** Of `if`, the value if the condition holds, and the other one; an empty text is none. */
  operands: Operand[];
  /** Decimals to which the result is rounded, half away from zero; null if it isn't. */
  digits: number | null;
  /** The condition of `if`. */
  when?: SimpleCondition;
}

/** Formulas within each other that a form shows. */
export const LEVELS = 3;

/** The kind of value that a field's formula gives. */
export const kindOfFormula = ({ form, number }: Pick<RuleField, 'form' | 'number'>): ValueKind =>
  form === 'date' ? 'date' : number ? 'number' : 'text';

const NUMBERS = ['sum', 'subtract', 'product', 'divide', 'days_between'] as const;

/** The operations that give a kind of value, the usual one first. */
export const operationsFor = (kind: ValueKind): readonly Made[] => {
  if (kind === 'date') return ['add_days', 'same', 'if'];
  return kind === 'number' ? [...NUMBERS, 'same', 'if'] : [...NUMBERS, 'concat', 'add_days', 'same', 'if'];
};

/** As what an operand is read where a formula is to give a kind of value. */
export const operandKind = (make: Made, at: number, wanted: ValueKind): ValueKind => {
  if (make === 'same' || make === 'if') return wanted;
  return make === 'add_days' && at === 1 ? 'number' : OPERATIONS[make].reads;
};

/** True if the field's value can be an operand of this kind. */
export const canBeOperand = ({ form, number }: Pick<RuleField, 'form' | 'number'>, kind: ValueKind): boolean => {
  if (form === 'text') return kind !== 'date' || !number;
  if (form === 'option') return kind !== 'date';
  return form === 'date' && kind !== 'number';
};

/** The most and the fewest operands of an operation. */
export const operandsOf = (make: Made): { fewest: number; most: number } => {
  if (make === 'same') return { fewest: 1, most: 1 };
  if (make === 'if') return { fewest: 2, most: 2 };
  const { fewest, most = 20 }: { fewest: number; most?: number } = OPERATIONS[make];
  return { fewest, most };
};

/** The formula as one chooses it; null if no form shows it. */
export const simpleFormula = (formula: Formula, fields: Fields, level = 1): SimpleFormula | null => {
  if (level > LEVELS) return null;
  if (typeof formula === 'string' || 'field' in formula) return readSame(formula, null);
  if (!('round' in formula)) return readMade(formula, fields, level, null);
  const { round, digits, half } = formula;
  if (half === 'even') return null;
  return typeof round === 'string' || 'field' in round
    ? readSame(round, digits)
    : readMade(round, fields, level, digits);
};

const readSame = (value: string | { field: string }, digits: number | null): SimpleFormula => ({
  make: 'same',
  operands: [typeof value === 'string' ? { text: value } : { field: value.field }],
  digits,
});

const readMade = (
  formula: Exclude<Formula, string>,
  fields: Fields,
  level: number,
  digits: number | null,
): SimpleFormula | null => {
  if ('if' in formula) {
    const when = simpleCondition(formula.if, fields);
    const operands = readOperands([formula.then, formula.else ?? ''], fields, level);
    return when && operands && { make: 'if', operands, digits, when };
  }
  const [[make, given] = ['', []]] = Object.entries(formula) as [string, unknown][];
  if (!Object.hasOwn(OPERATIONS, make) || !Array.isArray(given)) return null;
  const operands = readOperands(given as Formula[], fields, level);
  return operands && { make: make as Made, operands, digits };
};

const readOperands = (formulas: readonly Formula[], fields: Fields, level: number): Operand[] | null => {
  const operands = formulas.map((one): Operand | null => {
    if (typeof one === 'string') return { text: one };
    if ('field' in one) return { field: one.field };
    const made = simpleFormula(one, fields, level + 1);
    return made && { made };
  });
  return operands.includes(null) ? null : (operands as Operand[]);
};

/** The formula that was chosen, which gives this kind of value; null while something is missing. */
export const formulaOf = (
  { make, operands, digits, when }: SimpleFormula,
  fields: Fields,
  wanted: ValueKind = 'text',
): Formula | null => {
  const { fewest, most } = operandsOf(make);
  if (operands.length < fewest || operands.length > most || !operationsFor(wanted).includes(make)) return null;
  const isNone = (operand: Operand | undefined) => operand !== undefined && 'text' in operand && operand.text === '';
  const given = make === 'if' && isNone(operands[1]) ? operands.slice(0, 1) : operands;
  const read = given.map((operand, at) => readOperand(operand, operandKind(make, at, wanted), fields));
  if (read.includes(null)) return null;
  const [first, other] = read as Formula[];
  if (first === undefined) return null;
  const condition = make === 'if' ? when && conditionOf(when, fields) : undefined;
  if (make === 'if' && !condition) return null;
  const formula: Formula = condition
    ? { if: condition, then: first, ...(other === undefined ? {} : { else: other }) }
    : make === 'same'
      ? first
      : ({ [make]: read } as unknown as Formula);
  return digits === null ? formula : { round: formula, digits };
};

const readOperand = (operand: Operand, kind: ValueKind, fields: Fields): Formula | null => {
  if ('made' in operand) return formulaOf(operand.made, fields, kind);
  if ('text' in operand) return constantOf(kind, operand.text) ?? null;
  const field = fields.get(operand.field);
  return field && canBeOperand(field, kind) ? { field: operand.field } : null;
};
