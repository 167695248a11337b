import type { AnswerOf, OperationId } from '../functions/index.ts';

/**
 * An answer's value as tests read it: by the contract's names, and with all that the contract may leave out. A test
 * that reads a missing member fails by itself, so it need not say before each that the member is there; one that the
 * contract doesn't name doesn't compile.
 */
export type Sure<T> = unknown extends T
  ? T
  :
      | (T extends Scalar ? T : T extends readonly (infer One)[] ? Items<Sure<One>> : never)
      | Merged<Exclude<T, Scalar | readonly unknown[]>>;

type Scalar = string | number | boolean | bigint | symbol | null | undefined | Uint8Array;

/** The members of all objects of a union in one: which of them came is what a test finds out. */
type Merged<T> = [T] extends [never] ? never : { [Name in NameIn<T>]: Sure<Given<ValueIn<T, Name>>> };
type NameIn<T> = T extends unknown ? keyof T : never;
type ValueIn<T, Name extends PropertyKey> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;
type Given<T> = unknown extends T ? T : NonNullable<T>;

/** A list whose first entries, and entries that are looked for, are taken to be there. */
interface Items<T> extends Array<T> {
  0: T;
  1: T;
  2: T;
  3: T;
  4: T;
  5: T;
  at(index: number): T;
  pop(): T;
  shift(): T;
  filter<S extends T>(predicate: (one: T, at: number, all: T[]) => one is S, self?: unknown): Items<S>;
  filter(predicate: (one: T, at: number, all: T[]) => unknown, self?: unknown): Items<T>;
  find<S extends T>(predicate: (one: T, at: number, all: T[]) => one is S, self?: unknown): S;
  find(predicate: (one: T, at: number, all: T[]) => unknown, self?: unknown): T;
  findLast<S extends T>(predicate: (one: T, at: number, all: T[]) => one is S, self?: unknown): S;
  findLast(predicate: (one: T, at: number, all: T[]) => unknown, self?: unknown): T;
}

/** The ERROR envelope, with the secret of a refusal that asks for a second factor. */
export interface Refusal {
  status: string;
  error: string;
  mfa_token?: string;
  passkey?: true;
}

/** Body of an answer that may be a refusal. */
type Body<T> = unknown extends T
  ? Refusal
  : [T] extends [Scalar | readonly unknown[]]
    ? Sure<T> & Refusal
    : string extends keyof T
      ? T & Refusal
      : Merged<T | Omit<Refusal, NameIn<T>>>;

/** Answer to a request, whatever its body is. */
export interface Answered<B = Refusal> {
  status: number;
  body: B;
  bytes: Uint8Array;
  headers: Headers;
}

/** Answer of an operation. */
export type AnsweredBy<Id extends OperationId> = Answered<Body<AnswerOf<Id>>>;

/** Body of an operation's 200. */
export type Read<Id extends OperationId> = Sure<AnswerOf<Id>>;
