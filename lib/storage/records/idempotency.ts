import type { Key } from '../key.ts';

/** A request that came with an Idempotency-Key. */
export interface RepeatedRequest extends Key {
  /** SHA-256 of what is asked. */
  request: string;
  /** The run of the request that holds the key. */
  run: string;
  /** Its answer, once there is one; absent where it held a secret. */
  answer?: StoredAnswer;
  /** Carried out, but its answer held a secret and was not kept. */
  secret?: boolean;
  /** Seconds since 1970. */
  since: number;
  ttl: number;
}

/** An answer as the gateway gets it. */
export interface StoredAnswer {
  statusCode: number;
  headers?: { [header: string]: string | number | boolean } | undefined;
  multiValueHeaders?: { [header: string]: (string | number | boolean)[] } | undefined;
  body: string;
  isBase64Encoded?: boolean | undefined;
}
