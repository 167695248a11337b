import { AsyncLocalStorage } from 'node:async_hooks';
import type { Key } from './key.ts';

/**
 * A request that may come again (`lib/http/idempotency.ts`). Each transaction of it leaves a mark of its own in the
 * same breath, so that a repeat whose first try failed after the write, or never heard of it, doesn't write again.
 */
export interface Repeatable {
  /** The key of the mark of the request's transaction with this number. */
  markKey(number: number): Key;
  /** SHA-256 of the request: a mark of another one under the same key is no mark of this one. */
  request: string;
  /** Epoch seconds. */
  ttl: number;
  /** Numbers of the transactions that this run has made, or is at. */
  taken: Set<number>;
}

/** What a transaction leaves of itself. */
export interface Mark extends Key {
  request: string;
  /** The key of the transaction's first write. */
  first: Key;
  ttl: number;
}

/** A transaction was carried out by an earlier run of the same request. `first` is the key of its first write. */
export class CarriedOut extends Error {
  readonly first: Key;

  constructor({ first }: Mark) {
    super('An earlier run of this request has carried this out');
    this.first = first;
  }
}

/** Another request has written under the same Idempotency-Key. */
export class KeyOfAnother extends Error {}

const running = new AsyncLocalStorage<Repeatable>();

/** Carries `run` out as the request `repeatable`. */
export const asRepeatable = <T>(repeatable: Repeatable, run: () => Promise<T>): Promise<T> =>
  running.run(repeatable, run);

/** The request that this is part of, if it is one that may come again. */
export const repeatable = (): Repeatable | undefined => running.getStore();

/** Takes the lowest number that no other transaction of this run has: they are repeated in the same order. */
export const takeNumber = ({ taken }: Repeatable): number => {
  let number = 0;
  while (taken.has(number)) number += 1;
  taken.add(number);
  return number;
};
