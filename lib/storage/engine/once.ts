import { AsyncLocalStorage } from 'node:async_hooks';
import type { Key } from './key.ts';

/**
 * A repeatable request (`lib/http/idempotency.ts`). Each of its transactions also writes a mark, so that a repeat
 * doesn't write again if the first try failed after the write, or never got its answer.
 */
export interface Repeatable {
  /** The key of the mark of the request's transaction with this number. */
  markKey(number: number): Key;
  /** SHA-256 of the request: a mark of another request with the same key doesn't count. */
  request: string;
  /** In seconds since 1970. */
  ttl: number;
  /** Numbers of the transactions that this run has made or is making. */
  taken: Set<number>;
}

/** The mark of a transaction. */
export interface Mark extends Key {
  request: string;
  /** The key of the transaction's first write. */
  first: Key;
  ttl: number;
}

/** An earlier run of the same request has made this transaction. `first` is the key of its first write. */
export class CarriedOut extends Error {
  readonly first: Key;

  constructor({ first }: Mark) {
    super('An earlier run of this request has carried this out');
    this.first = first;
  }
}

/** Another request has written with the same Idempotency-Key. */
export class KeyOfAnother extends Error {}

const running = new AsyncLocalStorage<Repeatable>();

/** Runs `run` as the request `repeatable`. */
export const asRepeatable = <T>(repeatable: Repeatable, run: () => Promise<T>): Promise<T> =>
  running.run(repeatable, run);

/** The current repeatable request, if any. */
export const repeatable = (): Repeatable | undefined => running.getStore();

/** Takes the lowest number that no other transaction of this run has: a repeat makes them in the same order. */
export const takeNumber = ({ taken }: Repeatable): number => {
  let number = 0;
  while (taken.has(number)) number += 1;
  taken.add(number);
  return number;
};
