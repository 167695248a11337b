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
/** Seconds after which a request without an answer counts as stopped: functions are ended after 29. */
const IN_FLIGHT_SECONDS = 30;
/** Largest stored answer in bytes: an item has at most 400 kB. A request with a larger answer is carried out again. */
const LARGEST_KEPT = 300_000;

/** A request with its key and its owner, and the storable part of its answer; null for none. */
interface Claim {
  owner: string;
  key: string;
  request: string;
  storable: (answer: APIGatewayProxyResult) => APIGatewayProxyResult | null;
}

/**
 * Runs `run` once for the caller and `key`. The same key and request get the stored answer; another request throws
 * `idempotency_key_reused`, a running one `idempotency_in_flight`. Stored for 24 hours. Server errors aren't stored, so
 * that a retry can succeed; writes of the failed run aren't repeated (`lib/storage/idempotency.ts`). No secret is
 * stored: if an answer shows one only once, a repeat throws `idempotency_answer_not_kept`; from others it is left out
 * (`secret-members.ts`).
 */
export const once = async (
  { owner, key, request, storable }: Claim,
  run: () => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> => {
  if (key.length > 255) invalid('Idempotency-Key', 'at most 255 characters are allowed');
  const claim: RepeatedRequest = {
    ...repeatedRequestAt(owner, sha256(key)),
    // With the key, so that nobody who reads the table can try passwords against the hash.
    request: sha256(`${key}\n${request}`),
    run: newId(),
    since: epochSeconds(),
    ttl: epochSeconds() + KEPT_SECONDS,
  };
  const earlier = await claimed(claim);
  if (earlier) {
    if (earlier.request !== claim.request) return fail('idempotency_key_reused');
    if (earlier.secret) return fail('idempotency_answer_not_kept');
    if (!earlier.answer) {
      return fail('idempotency_in_flight', { seconds: pauseFor(earlier) });
    }
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
  // Refused because an earlier run of the same request has changed the state: this is no answer to the request.
  const ended = await runRepeatable(claim, run, ({ statusCode }) => statusCode >= 400);
  if ('answer' in ended) return ended.answer;
  return fail(ended.earlier === 'this request' ? 'idempotency_answer_not_kept' : 'idempotency_key_reused');
};

/** Stores the answer. The request was carried out, so a failure to store changes nothing. */
const keep = async (
  claim: RepeatedRequest,
  answer: APIGatewayProxyResult,
  storable: Claim['storable'],
): Promise<void> => {
  try {
    const stored = answer.statusCode < 400 ? storable(answer) : answer;
    if (!stored) await keepRequest({ ...claim, secret: true });
    else if (!stored.isBase64Encoded && stored.body.length <= LARGEST_KEPT) {
      const { statusCode, headers = {}, body } = stored;
      await keepRequest({ ...claim, answer: { statusCode, headers, body } });
    } else await release(claim);
  } catch (error) {
    log().warn('An answer could not be kept for its Idempotency-Key', { error: error as Error });
    await release(claim);
  }
};

/** Releases the key, if this run still has it; if that fails, the key is free once the run would be over. */
const release = async (claim: RepeatedRequest): Promise<void> => {
  try {
    await releaseKey(claim);
  } catch (error) {
    log().warn('An Idempotency-Key could not be released', { error: error as Error });
  }
};

/**
 * Seconds until a repeat may find the answer. As long again as the request has run: few run for more than a second, so
 * that nobody waits much longer than it takes. Never longer than until it counts as stopped.
 */
const pauseFor = ({ since }: RepeatedRequest): number => {
  const elapsed = epochSeconds() - since;
  return Math.max(1, Math.min(elapsed, IN_FLIGHT_SECONDS + 1 - elapsed));
};

/** Takes the key for this request; returns the earlier request that has it, if any. */
const claimed = async (claim: RepeatedRequest): Promise<RepeatedRequest | undefined> => {
  try {
    return await takenBy(claim);
  } catch (error) {
    // The key may have been taken before the error.
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
  return fail('idempotency_in_flight', { seconds: 1 });
};
