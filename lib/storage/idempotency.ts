import { getItem, putRecord, removeRecord } from './engine/client.ts';
import { ifHeld, isMade } from './engine/commit.ts';
import { idempotencyKey, idempotencyMarkKey } from './engine/keys.ts';
import { asRepeatable, CarriedOut, KeyOfAnother, type Mark } from './engine/once.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, anyOf, is } from './engine/where.ts';
import type { RepeatedRequest } from './records/idempotency.ts';

/** Place of the request from `owner` with this key. */
export const repeatedRequestAt = (owner: string, keyHash: string): At<RepeatedRequest> =>
  at(idempotencyKey(owner, keyHash));

export const findRequest = (claim: RepeatedRequest): Promise<RepeatedRequest | undefined> =>
  getItem<RepeatedRequest>(claim);

/** Takes the key if nobody has it, or `gone` has; false if another run has it. */
export const takeKey = (claim: RepeatedRequest, gone: RepeatedRequest | undefined): Promise<boolean> =>
  isMade(() => putRecord(claim, gone ? anyOf(ABSENT, { since: gone.since }) : ABSENT));

/** Stores the request's answer. */
export const keepRequest = (claim: RepeatedRequest): Promise<void> => putRecord(claim);

/** Releases the key, if this run still has it and has stored nothing. */
export const releaseKey = async ({ run, ...claim }: RepeatedRequest): Promise<void> => {
  await ifHeld(() => removeRecord(claim, { run, answer: is.missing, secret: is.missing }));
};

/** End of a run: with an answer, or because an earlier run (of this request, or of another) has written already. */
export type Run<T> = { answer: T } | { earlier: 'this request' | 'another request' };

/**
 * Runs a request whose transactions leave marks, so that a repeat doesn't write again (`once.ts`). `isRefused`: true
 * for an answer that may be caused by the earlier run.
 */
export const runRepeatable = async <T>(
  { pk, sk, request, ttl }: RepeatedRequest,
  run: () => Promise<T>,
  isRefused: (answer: T) => boolean,
): Promise<Run<T>> => {
  const made = {
    markKey: (number: number) => idempotencyMarkKey({ pk, sk }, number),
    request,
    ttl,
    taken: new Set<number>(),
  };
  try {
    const answer = await asRepeatable(made, run);
    const mark = isRefused(answer) && !made.taken.has(0) && (await getItem<Mark>(made.markKey(0)));
    if (!mark) return { answer };
    return { earlier: mark.request === request ? 'this request' : 'another request' };
  } catch (error) {
    if (error instanceof CarriedOut) return { earlier: 'this request' };
    if (error instanceof KeyOfAnother) return { earlier: 'another request' };
    throw error;
  }
};
