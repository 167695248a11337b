/** One test of an attribute; `is` makes it. */
export class Test {
  readonly kind: 'missing' | 'present' | '<>' | '<' | '<=' | '>' | '>=' | 'contains' | 'fewer' | 'oneOf' | 'eitherOf';
  readonly operands: readonly unknown[];

  constructor(kind: Test['kind'], ...operands: readonly unknown[]) {
    this.kind = kind;
    this.operands = operands;
  }
}

/** Tests of an attribute beside equality, which a plain value means. */
export const is = {
  missing: new Test('missing'),
  present: new Test('present'),
  not: (value: unknown): Test => new Test('<>', value),
  below: (value: string | number): Test => new Test('<', value),
  atMost: (value: string | number): Test => new Test('<=', value),
  above: (value: string | number): Test => new Test('>', value),
  atLeast: (value: string | number): Test => new Test('>=', value),
  /** A text that contains `value`, or a list or set with `value` in it. */
  containing: (value: string): Test => new Test('contains', value),
  /** A list or set with fewer than so many members. */
  fewerThan: (count: number): Test => new Test('fewer', count),
  oneOf: (values: readonly (string | number)[]): Test => new Test('oneOf', ...values),
  /** One of several plain values or tests. */
  eitherOf: (...tests: readonly unknown[]): Test => new Test('eitherOf', ...tests),
} as const;

/**
 * A condition on one record, as data: tests of its attributes by name (`mfa.version` for a nested one), all of which
 * must be true. `undefined` tests for a missing attribute.
 */
export type Where =
  | { readonly [attribute: string]: unknown }
  | { anyOf: readonly Where[] }
  | { allOf: readonly Where[] };

/** No record exists at the key. */
export const ABSENT: Where = { pk: is.missing };

/** A record exists at the key. */
export const PRESENT: Where = { pk: is.present };

/** All of the given conditions. */
export const allOf = (...conditions: readonly (Where | undefined)[]): Where => ({
  allOf: conditions.filter((one) => one !== undefined),
});

/** At least one of the conditions. */
export const anyOf = (...conditions: readonly Where[]): Where => ({ anyOf: conditions });
