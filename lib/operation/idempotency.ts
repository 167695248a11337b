import type { APIGatewayProxyResult } from 'aws-lambda';
import { epochSeconds } from '../clock.ts';
import { sha256 } from '../ids.ts';
import { ConditionFailed, deleteItem, getItem, putItem } from '../table/client.ts';
import { idempotencyKey } from '../table/keys.ts';
import { fail, invalid } from './errors.ts';

const KEPT_SECONDS = 24 * 60 * 60;
/** A request that has not answered by now never will: the function behind it has been stopped. */
const IN_FLIGHT_SECONDS = 120;
/** An item holds 400 kB at most: a larger answer is not kept, and its request is carried out again. */
const LARGEST_KEPT = 300_000;

interface Kept {
  pk: string;
  sk: string;
  request: string;
  answer?: APIGatewayProxyResult;
  /** Carried out, but its answer held a secret and was not kept. */
  secret?: boolean;
  since: number;
  ttl: number;
}

/** Who asks with which key for what, and whether the answer may be stored. */
interface Claim {
  owner: string;
  key: string;
  request: string;
  keepAnswer: boolean;
}

/**
 * Runs `run` once for the caller and `key`: the same key and request again gets the stored answer, another request 400,
 * one that is still running 409. Kept for 24 hours. Server errors are not kept, so that a retry can succeed.
 */
export const once = async (
  { owner, key, request, keepAnswer }: Claim,
  run: () => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> => {
  if (key.length > 255) invalid('Idempotency-Key', 'at most 255 characters are allowed');
  const at = idempotencyKey(owner, sha256(key));
  const claim: Kept = {
    ...at,
    request: sha256(request),
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
    const answer = await run();
    const done = answer.statusCode < 400;
    if (done && !keepAnswer) await putItem({ ...claim, secret: true });
    else if (!answer.isBase64Encoded && answer.body.length <= LARGEST_KEPT) await putItem({ ...claim, answer });
    else await deleteItem(at);
    return answer;
  } catch (error) {
    await deleteItem(at);
    throw error;
  }
};

/** Takes the key for this request; answers the earlier request that holds it, if one does. */
const claimed = async (claim: Kept): Promise<Kept | undefined> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await putItem(claim, 'attribute_not_exists(pk)');
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const earlier = await getItem<Kept>(claim);
      const gone = !earlier || earlier.ttl < epochSeconds();
      const abandoned = earlier && !earlier.answer && earlier.since < epochSeconds() - IN_FLIGHT_SECONDS;
      if (!gone && !abandoned) return earlier;
      if (earlier) await deleteItem(claim);
    }
  }
  return fail('idempotency_in_flight');
};
