import type { Errors } from './generated/errors.gen.ts';

/**
 * Name of an error: one of the platform's catalogue (`X-Error-Code`), `unreachable` if no answer came in all attempts,
 * or `unknown` if the answer names none, as those of proxies.
 */
export type ErrorCode = keyof Errors | 'unreachable' | 'unknown';

interface Details {
  status?: number;
  requestId?: string;
  retryAfter?: number;
  body?: unknown;
  cause?: unknown;
}

/** An answer that isn't what was asked for, or no answer at all. */
export class CountersignError extends Error {
  override readonly name = 'CountersignError';
  readonly code: ErrorCode;
  /** The answer's HTTP status; absent if there was no answer. */
  readonly status: number | undefined;
  /** The id that the operator finds the request by. */
  readonly requestId: string | undefined;
  /** Seconds after which the same request may work. */
  readonly retryAfter: number | undefined;
  /** The answer's body. */
  readonly body: unknown;

  constructor(code: ErrorCode, message: string, { status, requestId, retryAfter, body, cause }: Details = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}

/** True for an error of the platform, and of one of these codes if any are given. */
export const isError = <C extends ErrorCode>(error: unknown, ...codes: C[]): error is CountersignError & { code: C } =>
  error instanceof CountersignError && (codes.length === 0 || codes.some((code) => code === error.code));

/** Makes the error of an answer, and reads its body. */
export const errorOf = async (answer: Response): Promise<CountersignError> => {
  const text = await answer.text();
  const body = parsed(text);
  const code = (answer.headers.get('x-error-code') ?? 'unknown') as ErrorCode;
  const message = isRecord(body) && typeof body.error === 'string' ? body.error : `${answer.status} ${text}`.trim();
  return new CountersignError(code, message, {
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(answer),
    body,
  });
};

/** Seconds of `Retry-After`; undefined if the answer has none. */
export const retryAfterOf = (answer: Response): number | undefined => {
  const seconds = Number.parseFloat(answer.headers.get('retry-after') ?? '');
  return Number.isFinite(seconds) ? seconds : undefined;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
