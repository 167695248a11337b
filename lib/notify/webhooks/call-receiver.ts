import { STATUS_CODES } from 'node:http';
import { Webhook as Signer } from 'standardwebhooks';
import * as z from 'zod';
import { type GuardedResponse, guardedFetch } from '../../aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../aws/net/unreachable.ts';
import { DAY, SECOND } from '../../base/clock.ts';
import { LONG_CALL } from './lanes.ts';

/** One call of a receiver. */
export interface Attempt {
  url: string;
  /** Secrets `whsec_…`: none for an unsigned call, two during a rotation. */
  secrets: readonly string[];
  /** The same in every attempt, so that receivers recognise repeats. */
  id: string;
  payload: string;
  /** 1 is the first. Sent for the receiver's own logs. */
  number: number;
  /** Credentials if the organization's auth_method is `client_credentials`. */
  credentials?: ClientCredentials | undefined;
  /** Milliseconds for the token, and again for the call. */
  timeoutMs?: number;
}

export interface ClientCredentials {
  token_endpoint: string;
  client_id: string;
  client_secret: string;
  scope?: string | null;
}

/** Outcome of a call. */
export interface AttemptResult {
  /** `gone`: the receiver answered 410 and wants no more calls. */
  outcome: 'delivered' | 'retry' | 'gone';
  /** The receiver's HTTP status; null where it gave no answer. */
  status: number | null;
  /** Result in a few words for the delivery log. */
  result: string;
  /** Time until which the receiver wants no calls (Retry-After), in milliseconds, at most a day. */
  retryAfterMs?: number;
  /** Milliseconds that it took, with the token. */
  duration: number;
}

const LIMITS = { maxBytes: 4096, overflow: 'truncate' } as const;

/**
 * Calls a receiver once, by Standard Webhooks: 2xx is success, 410 ends it, anything else (a redirect too) is retried.
 * Never throws for faults of the receiver or its address.
 */
export const callReceiver = async (call: Attempt): Promise<AttemptResult> => {
  const began = performance.now();
  const result = await resultOf(call);
  return { ...result, duration: Math.round(performance.now() - began) };
};

type Outcome = Omit<AttemptResult, 'duration'>;

const resultOf = async (call: Attempt): Promise<Outcome> => {
  const { timeoutMs = LONG_CALL } = call;
  try {
    const token = call.credentials && (await fetchToken(call.credentials, timeoutMs));
    const response = await guardedFetch(call.url, {
      ...LIMITS,
      timeoutMs,
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Countersign-Webhooks/1',
        'x-countersign-attempt': String(call.number),
        ...signatureHeaders(call),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: call.payload,
    });
    return { outcome: outcomeOf(response.status), ...describe(response) };
  } catch (error) {
    if (error instanceof TokenError) return { outcome: 'retry', ...error.description };
    if (error instanceof UnreachableError) return { outcome: 'retry', status: null, result: error.reason };
    throw error;
  }
};

/**
 * The three headers of Standard Webhooks, with a signature for each secret. The time is the machine's, not that of
 * `lib/base/clock.ts`: receivers compare it with real time and refuse more than five minutes of difference.
 */
const signatureHeaders = ({ id, payload, secrets }: Attempt): Record<string, string> => {
  const time = new Date();
  const signatures = secrets.map((secret) => new Signer(secret).sign(id, time, payload));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    ...(signatures.length > 0 ? { 'webhook-signature': signatures.join(' ') } : {}),
  };
};

const outcomeOf = (status: number): AttemptResult['outcome'] => {
  if (status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'retry';
};

const describe = ({ status, headers }: GuardedResponse): Omit<Outcome, 'outcome'> => {
  const retryAfterMs = retryAfter(headers['retry-after']);
  return {
    status,
    result: `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
    ...(retryAfterMs === undefined || status < 300 ? {} : { retryAfterMs }),
  };
};

/**
 * Retry-After as milliseconds from now: seconds or an HTTP date (RFC 9110, 10.2.3), in the machine's time, at most a
 * day.
 */
const retryAfter = (header: string | undefined): number | undefined => {
  const text = header?.trim() ?? '';
  const milliseconds = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - Date.now();
  return text === '' || Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), DAY);
};

/** The receiver's token endpoint returned no token. */
class TokenError extends Error {
  readonly description: Omit<Outcome, 'outcome'>;

  constructor(description: Omit<Outcome, 'outcome'>) {
    super(description.result);
    this.description = description;
  }
}

const TokenAnswer = z.object({ access_token: z.string().regex(/^[\x21-\x7e]+$/) });

/**
 * Fetches an access token by the client credentials grant, with the client's secret in the form (RFC 6749, 4.4 and
 * 2.3.1).
 */
const fetchToken = async (
  { token_endpoint, client_id, client_secret, scope }: ClientCredentials,
  timeoutMs: number,
): Promise<string> => {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  if (scope) form.set('scope', scope);
  const response = await guardedFetch(token_endpoint, {
    ...LIMITS,
    timeoutMs,
    maxBytes: 64 * 1024,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
  }).catch((error) => {
    if (!(error instanceof UnreachableError)) throw error;
    throw new TokenError({ status: null, result: `token endpoint: ${error.reason}` });
  });
  const described = describe(response);
  if (response.status !== 200)
    throw new TokenError({ ...described, status: null, result: `token endpoint: ${described.result}` });
  const answer = TokenAnswer.safeParse(parsed(response.bytes));
  if (!answer.success)
    throw new TokenError({ status: null, result: 'token endpoint: the answer holds no access token' });
  return answer.data.access_token;
};

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
};
