import type { Key } from '../engine/key.ts';

/** A request with an Idempotency-Key. */
export interface RepeatedRequest extends Key {
  /** SHA-256 of the request. */
  request: string;
  /** The run of the request that has the key. */
  run: string;
  /** Its answer, once there is one; absent if it had a secret. */
  answer?: StoredAnswer;
  /** True if the answer had a secret and was not stored. */
  secret?: boolean;
  /** In seconds since 1970. */
  since: number;
  ttl: number;
}

/** An answer for the gateway, whose body is text. */
export interface StoredAnswer {
  statusCode: number;
  headers: Record<string, string | number | boolean>;
  body: string;
}
