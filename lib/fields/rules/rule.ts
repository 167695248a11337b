import type { ValueForm } from '../kinds.ts';

/**
 * Rules between fields, as a field's `settings.rules` has them. Every constant is a text; the operation that reads it
 * says as what. `README.md` beside this file has the meaning of each operation.
 */
export interface FieldRules {
  /** The field is shown while this holds. Without it, always. */
  show?: Condition;
  /** The field is required while this holds, and also if its own `required` says so. */
  require?: Condition;
  /** The platform computes the field's value. */
  value?: Formula;
  /** `show` and `require` hold for all fields of the field's role and group. */
  for?: 'group';
}

export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition } | Comparison;

/** The left side of a comparison: a field, the choice in a field's group, or a formula. */
export type Subject = { field: string } | { group_of: string } | { of: Formula };

export type Comparison = Subject & ({ is: 'filled' } | { is: Comparator; value: Formula });

/** Comparisons with a value, and as what both sides are read. `equals` compares by the kinds of both sides. */
export const COMPARATORS = {
  equals: 'any',
  contains: 'text',
  above: 'number',
  below: 'number',
  at_least: 'number',
  at_most: 'number',
  before: 'date',
  after: 'date',
  on_or_before: 'date',
  on_or_after: 'date',
} as const satisfies Record<string, 'any' | 'text' | 'number' | 'date'>;
export type Comparator = keyof typeof COMPARATORS;

export type Formula =
  | string
  | { field: string }
  | { group_of: string }
  | { sum: Formula[] }
  | { product: Formula[] }
  | { subtract: Formula[] }
  | { divide: Formula[] }
  | { days_between: Formula[] }
  | { add_days: Formula[] }
  | { concat: Formula[] }
  | { round: Formula; digits: number; half?: 'away' | 'even' }
  | { if: Condition; then: Formula; else?: Formula };

/** Operations over a list: as what operands are read, what they give, and how many there must be. */
export const OPERATIONS = {
  sum: { reads: 'number', gives: 'number', fewest: 1 },
  product: { reads: 'number', gives: 'number', fewest: 1 },
  subtract: { reads: 'number', gives: 'number', fewest: 2, most: 2 },
  divide: { reads: 'number', gives: 'number', fewest: 2, most: 2 },
  days_between: { reads: 'date', gives: 'number', fewest: 2, most: 2 },
  /** A date, then a number. */
  add_days: { reads: 'date', gives: 'date', fewest: 2, most: 2 },
  concat: { reads: 'text', gives: 'text', fewest: 1 },
} as const satisfies Record<
  string,
  { reads: 'number' | 'date' | 'text'; gives: 'number' | 'date' | 'text'; fewest: number; most?: number }
>;
export type Operation = keyof typeof OPERATIONS;

/** Bounds of rules. `docs/limits.md` states them. */
export const RULE_BOUNDS = {
  /** Levels of conditions and formulas within each other. */
  depth: 8,
  /** Conditions and formulas of one field, each counted. */
  partsPerField: 200,
  /** The same of all fields of a template or an envelope. */
  partsPerDocument: 10_000,
  /** Fields that all `show` and `require` concern, each counted for each: those for a group concern all of it. */
  concernsPerDocument: 10_000,
  /** Operands of one operation, and conditions in one `all` or `any`. */
  operands: 100,
  /** Characters of a constant. */
  constant: 500,
  /** Characters of a computed text. A longer one is no value. */
  text: 2_000,
  /** Digits before the decimal mark. A larger number is no value. */
  digits: 30,
  /** Digits after it. Products and quotients are rounded to so many, half away from zero. */
  decimals: 20,
} as const;

/** The part of a field that rules see. */
export interface RuleField {
  /** Unique in the template or envelope. */
  name: string;
  role_name: string;
  form: ValueForm;
  group: string | null;
  required: boolean;
  /** The decimals of a field that holds a number, null if any; absent for a field that holds none. */
  number?: { decimals: number | null };
  rules?: FieldRules;
}

/** The result of a field's rules. */
export interface RuleResult {
  shown: boolean;
  required: boolean;
  /** The value that counts: none while hidden, the computed one of a formula, else the given one. */
  value: string | null;
  /** True if a formula makes the value. */
  computed: boolean;
  /** Names of the fields whose `show` doesn't hold for this one: its own, or one of its group. Empty while shown. */
  hidden_by: string[];
  /** Names of the fields whose `require` holds for this one. */
  required_by: string[];
}
