import type * as z from 'zod';
import { type GuardedResponse, guardedFetch } from '../../aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../aws/net/unreachable.ts';
import { SECOND } from '../../base/clock.ts';
import { Failure, fail } from '../../base/errors.ts';
import { quotable } from '../identity-providers/oidc-failures.ts';
import type { TrustService } from './trust-service.ts';

/** Limits of one request to a trust service. Making a signature in a hardware module may take seconds. */
const PATIENCE = 10 * SECOND;
const LARGEST = 300_000;

interface Question {
  /** Name of the method, like `credentials/list`. */
  method: string;
  /** Access token of the scope `service`; none for `info` alone. */
  token?: string;
  input: object;
}

/**
 * Calls a method of a service's API and returns its answer, checked. Throws `trust_service_unreachable` if none comes,
 * and `trust_service_refused` for a refusal or another answer than the standard's.
 */
export const askService = async <T>(
  { api_url }: Pick<TrustService, 'api_url'>,
  { method, token, input }: Question,
  answer: z.ZodType<T>,
): Promise<T> => {
  const { status, bytes } = await send(`${api_url}/${method}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(input),
  });
  return readAnswer(status, bytes, answer, method);
};

/** Reads a public description of a service. Throws as `askService`. */
export const readDescription = async <T>(url: string, answer: z.ZodType<T>): Promise<T> => {
  const { status, bytes } = await send(url, { method: 'GET', headers: { accept: 'application/json' } });
  return readAnswer(status, bytes, answer, 'the description');
};

/**
 * Sends a request to a service: https alone, no private addresses (loopback on the local platform only), no redirects,
 * 10 seconds, 300 kB. Throws `trust_service_unreachable`.
 */
export const send = async (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
): Promise<GuardedResponse> => {
  try {
    return await guardedFetch(url, { ...request, timeoutMs: PATIENCE, maxBytes: LARGEST });
  } catch (error) {
    if (error instanceof UnreachableError) return fail('trust_service_unreachable', { reason: error.reason });
    throw error;
  }
};

const readAnswer = <T>(status: number, bytes: Uint8Array, answer: z.ZodType<T>, method: string): T => {
  const stated = parsed(bytes);
  if (status >= 500) return fail('trust_service_unreachable', { reason: `it answers ${method} with status ${status}` });
  // `sendOTP` and `getChallenge` may answer without a body.
  const isDone = status === 200 || status === 204;
  if (!isDone) return refuse(wordsOf(stated) ?? `it answers ${method} with status ${status}`);
  const { success, data } = answer.safeParse(status === 204 ? {} : stated);
  return success ? data : refuse(`its answer to ${method} is not what the standard demands`);
};

/** Throws `trust_service_refused` with the service's words. */
export const refuse = (reason: string): never => fail('trust_service_refused', { reason: quotable(reason) });

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Error in an answer (CSC API 10.2, RFC 6749 5.2): its code and words. */
const wordsOf = (stated: unknown): string | undefined => {
  if (typeof stated !== 'object' || stated === null) return undefined;
  const { error, error_description: about } = stated as { error?: unknown; error_description?: unknown };
  if (typeof error !== 'string') return undefined;
  return typeof about === 'string' ? `${error}: ${about}` : error;
};

/** Throws `trust_service_refused` for what a library found wrong in an answer; failures pass. */
export const failAtService = (error: unknown): never => {
  if (error instanceof Failure) throw error;
  const { cause, message } = error as { cause?: unknown; message?: unknown };
  return refuse(
    wordsOf(error) ?? wordsOf(cause) ?? (typeof message === 'string' ? message : 'its answer is not valid'),
  );
};
