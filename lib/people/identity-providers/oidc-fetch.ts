import { guardedFetch } from '../../aws/net/guarded-fetch.ts';
import { config } from '../../base/config.ts';

/** Limits of one request to a provider. Documents of providers have a few kilobytes. */
const PATIENCE = 5000;
const LARGEST = 200_000;

/** Statuses whose answers have no body (Fetch standard, null body status). */
const WITHOUT_BODY = [204, 205, 304];

interface Sent {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
}

/**
 * A `fetch` for libraries that ask a provider: https alone, no private addresses (loopback on the local platform only),
 * no redirects, 5 seconds, 200 kB. Throws `UnreachableError`.
 */
export const fetchFromProvider = async (
  url: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Response> => {
  const answer = await guardedFetch(askedAt(url), {
    method,
    headers,
    ...(body === undefined || body === null ? {} : { body: String(body) }),
    timeoutMs: PATIENCE,
    maxBytes: LARGEST,
  });
  const hasBody = !WITHOUT_BODY.includes(answer.status);
  return new Response(hasBody ? Buffer.from(answer.bytes) : null, { status: answer.status, headers: answer.headers });
};

/** The address at which `url` is really asked: on the local platform another one may stand for it. */
export const askedAt = (url: string): string => {
  const [address, other] = config.standIns().find(([start]) => url.startsWith(start)) ?? ['', ''];
  return other + url.slice(address.length);
};
