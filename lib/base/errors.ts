import type { MESSAGES } from './error-messages.ts';

export type FailureCode = keyof typeof MESSAGES;

/** The names in braces in a message. */
type Placeholder<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Details that aren't any text. */
interface Special {
  count: number;
  limit: number;
  page: number;
  seconds: number;
  needed: 'user' | 'signing' | 'login' | 'scopeless';
}

/** The details of a failure whose code says everything. */
type Plain = Record<string, never>;

/** The failures of the whole platform: code → details, which are the names in the code's message. */
type Failures = {
  [C in FailureCode]: [Placeholder<(typeof MESSAGES)[C]>] extends [never]
    ? Plain
    : { [Name in Placeholder<(typeof MESSAGES)[C]>]: Name extends keyof Special ? Special[Name] : string };
};

/** Codes that come without details. */
export type PlainCode = { [C in FailureCode]: Failures[C] extends Plain ? C : never }[FailureCode];

/** The details of the codes `C`. If it may be any of several codes, the details of all of them are required. */
type DetailsOf<C extends FailureCode> = (C extends C ? (needed: Failures[C]) => void : never) extends (
  needed: infer All extends Failures[FailureCode],
) => void
  ? All
  : never;

/** A failure of the domain, by code. It knows nothing of HTTP. */
export class Failure<C extends FailureCode = FailureCode> extends Error {
  readonly code: C;
  readonly details: Failures[C];
  /**
   * Secrets for the caller, returned with the refusal and never stored: a repeated Idempotency-Key doesn't return them
   * again.
   */
  readonly secrets: Record<string, string | boolean>;

  constructor(code: C, details: Failures[C], secrets: Record<string, string | boolean> = {}) {
    super([code, ...Object.entries(details).map(([name, value]) => `${name}: ${value}`)].join(', '));
    this.code = code;
    this.details = details;
    this.secrets = secrets;
  }
}

/** Makes the failure `code` with its details. */
export function failure<C extends PlainCode>(code: C): Failure<C>;
export function failure<C extends FailureCode>(code: C, details: DetailsOf<C>): Failure<C>;
export function failure(code: FailureCode, details: Failures[FailureCode] = {}): Failure {
  return new Failure(code, details);
}

/** Throws the failure `code` with its details. */
export function fail(code: PlainCode): never;
export function fail<C extends FailureCode>(code: C, details: DetailsOf<C>): never;
export function fail(code: FailureCode, details: Failures[FailureCode] = {}): never {
  throw new Failure(code, details);
}

/** Returns `value`; throws the failure `code` if there is none. */
export const orFail = <T>(value: T | null | undefined, code: PlainCode): T => value ?? fail(code);

/** Throws `invalid`: a parameter or field breaks a rule. */
export const invalid = (field: string, rule: string): never => fail('invalid', { detail: `${field}: ${rule}` });

/** True for a failure with one of these codes. */
export const isFailure = <C extends FailureCode>(error: unknown, ...codes: C[]): error is Failure<C> =>
  error instanceof Failure && codes.includes(error.code);
