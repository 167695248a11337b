import { spokenLocale } from './words/spoken.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Credentials of a call. */
interface Session {
  /** Access token of a user. */
  token?: string;
  /** Access token of a signing session. */
  signer?: string;
  /** Names the request: sent again with it, it is carried out once. */
  idempotencyKey?: string;
  /** Further headers. */
  headers?: Record<string, string>;
  /** True for what is to be carried out also when the page is left meanwhile. */
  keepalive?: boolean;
  /** Ends the call early: it throws `Unreachable` then. */
  signal?: AbortSignal;
}

/** Body of such an answer. */
interface Refusal {
  error?: string;
  mfa_token?: string;
  passkey?: boolean;
}

/** An answer of 400 and above. The message is the API's own sentence, empty where it has none. */
export class CallFailed extends Error {
  readonly status: number;
  /** The error's name in the catalogue (`X-Error-Code`). */
  readonly code: string | null;
  /** The token that a second factor is presented with, where one is due. */
  readonly mfa_token: string | undefined;
  /** True if a passkey can be that factor. */
  readonly passkey: boolean;
  /** After so many seconds it can be tried again (`Retry-After`). */
  readonly seconds: number;

  constructor(status: number, headers: Headers, { error, mfa_token, passkey = false }: Refusal) {
    super(error);
    this.status = status;
    this.code = headers.get('x-error-code');
    this.seconds = Number(headers.get('retry-after') ?? 60);
    this.mfa_token = mfa_token;
    this.passkey = passkey;
  }
}

/** The API gave no answer. `explain` has its words. */
export class Unreachable extends Error {}

/**
 * Calls the API at the address that the page names, and returns the answer: a record, or a string where it is plain
 * text. Throws `CallFailed` for what the API refuses, and `Unreachable` where it can't be reached.
 */
export const call = async <Answer>(
  method: Method,
  path: string,
  body?: object,
  { token, signer, idempotencyKey, headers: more, keepalive = false, signal }: Session = {},
): Promise<Answer> => {
  // Names of files that are downloaded are in the page's language.
  const headers: Record<string, string> = { ...more, 'accept-language': spokenLocale() };
  const form = body instanceof FormData || body instanceof Blob ? body : undefined;
  // The browser names a form's type itself, with what stands between its parts. A form may be written beforehand.
  if (body && !form) headers['content-type'] = 'application/json';
  if (token) headers.authorization = `Bearer ${token}`;
  if (signer) headers.signer = `Bearer ${signer}`;
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const answer = await fetch(`${document.body.dataset.api ?? ''}${path}`, {
    method,
    headers,
    keepalive,
    signal: signal ?? null,
    body: form ?? (body ? JSON.stringify(body) : null),
  }).catch(() => {
    throw new Unreachable();
  });
  // Lines of JSON (`application/x-ndjson`) are a text.
  const isJson = answer.headers.get('content-type')?.includes('/json');
  // An answer that was cut off on its way is none.
  const content = await (isJson ? answer.json() : answer.text()).catch(() => {
    if (answer.ok) throw new Unreachable();
    return {};
  });
  if (!answer.ok) {
    throw new CallFailed(answer.status, answer.headers, isJson ? content : {});
  }
  return content;
};
