import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { config } from '../../base/config.ts';
import { guardedLookup, isLoopbackAddress, mayReach, type Resolve } from './addresses.ts';
import { UnreachableError } from './unreachable.ts';

export interface GuardedFetchOptions {
  /** GET unless stated. */
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Time limit of the whole exchange: names, connections, redirects and the answer's last byte. */
  timeoutMs: number;
  /** Largest answer that is read, in bytes. */
  maxBytes: number;
  /** Handling of a larger answer: refuse it (the default), or return only its beginning. */
  overflow?: 'refuse' | 'truncate';
  /** Follow up to three redirects of a GET, each checked like the first address. */
  follow?: boolean;
  /**
   * Also allows plain http, to port 80: for answers whose own signature is checked, such as revocation data, which CAs
   * publish so (RFC 5280 section 8).
   */
  plainHttp?: boolean;
  /** Allows loopback addresses, and plain http to them; `config.allowLoopback()` unless stated. */
  allowLoopback?: boolean;
  resolve?: Resolve;
}

export interface GuardedResponse {
  status: number;
  /** Names in lower case; a repeated header's values joined by commas. */
  headers: Record<string, string>;
  bytes: Uint8Array;
  /** The address that answered, after redirects. */
  url: string;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Sends one request to an address that somebody else chose. Only https (and http if `plainHttp` says so, or to loopback
 * on the local platform), without credentials in the address, to the protocol's own port or any from 1024 up; never to
 * a private or reserved address, which is checked when the connection opens. Time and size are limited. Any status is a
 * result; throws `UnreachableError` if there is none. It uses plain `node:https`, because an HTTP client library would
 * add half a megabyte to each function.
 */
export const guardedFetch = async (url: string, options: GuardedFetchOptions): Promise<GuardedResponse> => {
  const allowLoopback = options.allowLoopback ?? config.allowLoopback();
  const signal = AbortSignal.timeout(options.timeoutMs);
  let headers = options.headers ?? {};
  try {
    const { plainHttp } = options;
    let target = checkedUrl(url, { allowLoopback, plainHttp });
    for (let hop = 0; ; hop++) {
      const response = await open(target, { ...options, headers }, allowLoopback, signal);
      const location = redirectOf(response, options);
      if (location === undefined) return await read(response, target, options);
      response.destroy();
      if (hop === MAX_REDIRECTS) throw new UnreachableError(`it redirects more than ${MAX_REDIRECTS} times`);
      const next = checkedUrl(location, { allowLoopback, plainHttp }, target);
      // Headers may hold credentials, which are meant for the first server only.
      if (next.origin !== target.origin) headers = {};
      target = next;
    }
  } catch (error) {
    if (signal.aborted)
      throw new UnreachableError(`no complete answer within ${Math.ceil(options.timeoutMs / 1000)} seconds`);
    throw error instanceof UnreachableError ? error : new UnreachableError(reasonOf(error), { cause: error });
  }
};

/** Parses the address; throws `UnreachableError` if `guardedFetch` would refuse it before looking up its name. */
export const checkedUrl = (
  text: string,
  {
    allowLoopback = config.allowLoopback(),
    plainHttp = false,
  }: { allowLoopback?: boolean; plainHttp?: boolean | undefined } = {},
  base?: URL,
): URL => {
  const url = URL.parse(text, base?.href);
  if (!url) throw new UnreachableError('it is not a valid address');
  // The WHATWG parser has already normalized decimal, octal, hexadecimal and shortened IPv4 forms.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const local = allowLoopback && (host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host));
  if (url.protocol !== 'https:' && !((local || plainHttp) && url.protocol === 'http:'))
    throw new UnreachableError('only https addresses are allowed');
  if (url.username || url.password) throw new UnreachableError('it may not contain a user name or password');
  if (isIP(host) && !mayReach(host, allowLoopback)) throw new UnreachableError('it is a private or reserved address');
  if (!local && url.port !== '' && Number(url.port) < 1024)
    throw new UnreachableError('only port 443 and ports from 1024 up are allowed');
  return url;
};

const open = (url: URL, options: GuardedFetchOptions, allowLoopback: boolean, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: options.method ?? 'GET',
        headers: { 'user-agent': 'Countersign/1', 'accept-encoding': 'identity', ...options.headers },
        // A pooled connection could have been opened with other checks.
        agent: false,
        lookup: guardedLookup(allowLoopback, options.resolve),
        signal,
      },
      resolve,
    );
    request.on('error', reject);
    request.on('close', () => reject(new UnreachableError('the connection was closed without an answer')));
    request.end(options.body);
  });

const redirectOf = (response: IncomingMessage, options: GuardedFetchOptions): string | undefined =>
  options.follow && (options.method ?? 'GET') === 'GET' && REDIRECTS.includes(response.statusCode ?? 0)
    ? response.headers.location
    : undefined;

const read = async (
  response: IncomingMessage,
  url: URL,
  { maxBytes, overflow = 'refuse' }: GuardedFetchOptions,
): Promise<GuardedResponse> => {
  const tooLarge = new UnreachableError(`the answer is larger than ${describeSize(maxBytes)}`);
  const chunks: Buffer[] = [];
  let size = 0;
  if (overflow === 'refuse' && Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    throw tooLarge;
  }
  // Leaving the loop early destroys the response and closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes && overflow === 'refuse') throw tooLarge;
    if (size >= maxBytes && overflow === 'truncate') break;
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    bytes: new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes)),
    url: url.href,
  };
};

const describeSize = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${bytes} bytes`;

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was closed early';
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH') return 'the host is not reachable';
  if (code.includes('CERT') || code.startsWith('ERR_TLS') || code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    return 'its TLS certificate is not valid';
  if (code.startsWith('HPE_')) return 'the answer is not valid HTTP';
  return 'the connection failed';
};
