import type { APIGatewayProxyResult } from 'aws-lambda';
import { epochSeconds } from '../base/clock.ts';
import { fail, invalid } from '../base/errors.ts';
import { newId, sha256 } from '../base/ids.ts';
import { log } from '../base/log.ts';
import {
  findRequest,
  keepRequest,
  releaseKey,
  repeatedRequestAt,
  runRepeatable,
  takeKey,
} from '../storage/idempotency.ts';
import type { RepeatedRequest } from '../storage/records/idempotency.ts';

const KEPT_SECONDS = 24 * 60 * 60;
/** A request that has not answered by now never will: the function behind it has been stopped. */
const IN_FLIGHT_SECONDS = 120;
/** An item holds 400 kB at most: a larger answer is not kept, and its request is carried out again. */
const LARGEST_KEPT = 300_000;

/** A request with its key and its owner, and the part of its answer that may be stored; null for nothing. */
interface Claim {
  owner: string;
  key: string;
  request: string;
  storable: (answer: APIGatewayProxyResult) => APIGatewayProxyResult | null;
}

/**
 * Runs `run` once for the caller and `key`: the same key and request again gets the stored answer, another request 400,
 * one that is still running 409. Kept for 24 hours. Server errors are not kept, so that a retry can succeed; what the
 * failed run has written all the same is not written again (`lib/storage/idempotency.ts`). No secret is stored: an answer that shows
 * one only once is answered with 400 the second time, from others it is left out (`secrets.ts`).
 */
export const once = async (
  { owner, key, request, storable }: Claim,
  run: () => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> => {
  if (key.length > 255) invalid('Idempotency-Key', 'at most 255 characters are allowed');
  const claim: RepeatedRequest = {
    ...repeatedRequestAt(owner, sha256(key)),
    request: sha256(request),
    run: newId(),
    since: epochSeconds(),
    ttl: epochSeconds() + KEPT_SECONDS,
  };
  const earlier = await claimed(claim);
  if (earlier) {
    if (earlier.request !== claim.request) return fail('idempotency_key_reused');
    if (earlier.secret) return fail('idempotency_answer_not_kept');
    if (!earlier.answer) return fail('idempotency_in_flight');
    return { ...earlier.answer, headers: { ...earlier.answer.headers, 'Idempotent-Replayed': 'true' } };
  }
  try {
    const answer = await carriedOutOnce(claim, run);
    await keep(claim, answer, storable);
    return answer;
  } catch (error) {
    await release(claim);
    throw error;
  }
};

const carriedOutOnce = async (
  claim: RepeatedRequest,
  run: () => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> => {
  // Refused because of what an earlier run of the same request has done: that is no answer to the request.
  const ended = await runRepeatable(claim, run, ({ statusCode }) => statusCode >= 400);
  if ('answer' in ended) return ended.answer;
  return fail(ended.earlier === 'this request' ? 'idempotency_answer_not_kept' : 'idempotency_key_reused');
};

/** The request was carried out: that its answer can't be kept is no reason to say anything else. */
const keep = async (
  claim: RepeatedRequest,
  answer: APIGatewayProxyResult,
  storable: Claim['storable'],
): Promise<void> => {
  try {
    const stored = answer.statusCode < 400 ? storable(answer) : answer;
    if (!stored) await keepRequest({ ...claim, secret: true });
    else if (!stored.isBase64Encoded && stored.body.length <= LARGEST_KEPT)
      await keepRequest({ ...claim, answer: stored });
    else await release(claim);
  } catch (error) {
    log().warn('An answer could not be kept for its Idempotency-Key', { error: error as Error });
    await release(claim);
  }
};

/** Gives the key back, if this run still has it: where that fails, the key is free again when the run would be over. */
const release = async (claim: RepeatedRequest): Promise<void> => {
  try {
    await releaseKey(claim);
  } catch (error) {
    log().warn('An Idempotency-Key is held', { error: error as Error });
  }
};

/** Takes the key for this request; answers the earlier request that holds it, if one does. */
const claimed = async (claim: RepeatedRequest): Promise<RepeatedRequest | undefined> => {
  try {
    return await takenBy(claim);
  } catch (error) {
    // The key may have been taken all the same.
    await release(claim);
    throw error;
  }
};

const takenBy = async (claim: RepeatedRequest): Promise<RepeatedRequest | undefined> => {
  let gone: RepeatedRequest | undefined;
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await takeKey(claim, gone)) return undefined;
    const earlier = await findRequest(claim);
    // Its own first attempt, whose answer was lost.
    if (earlier?.run === claim.run) return undefined;
    const abandoned =
      earlier && !earlier.answer && !earlier.secret && earlier.since < epochSeconds() - IN_FLIGHT_SECONDS;
    if (earlier && earlier.ttl >= epochSeconds() && !abandoned) return earlier;
    gone = earlier;
  }
  return fail('idempotency_in_flight');
};
