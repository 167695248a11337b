import type { APIGatewayProxyResult } from 'aws-lambda';
import { Failure, failure } from '../base/errors.ts';
import { messageOf } from '../base/message-of.ts';
import { isOvertaken } from '../storage/engine/commit.ts';
import { Answer, entityTag, NotModified } from './answer.ts';
import { headersOf, statusOf } from './errors.ts';

/** Makes the gateway's answer from an operation's result. */
export const success = (value: unknown): APIGatewayProxyResult => {
  if (value instanceof NotModified) {
    const headers = { 'Cache-Control': 'no-store', ...entityTag(value.knownVersion) };
    return { statusCode: 304, headers, body: '', isBase64Encoded: false };
  }
  if (!(value instanceof Answer)) return json(200, value ?? null);
  const binary = typeof value.body !== 'string';
  return {
    statusCode: value.status,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': value.mime, ...value.headers },
    body: typeof value.body === 'string' ? value.body : Buffer.from(value.body).toString('base64'),
    isBase64Encoded: binary,
  };
};

/** A failure in the ERROR envelope (specification 2.1): exactly `status` and `error`, the code in a header. */
export const errorEnvelope = (failed: Failure): APIGatewayProxyResult => {
  const answer = json(statusOf(failed), { status: 'ERROR', error: messageOf(failed), ...failed.secrets });
  return { ...answer, headers: { ...answer.headers, ...headersOf(failed) } };
};

/** A failure as a page for a browser: with its own status and headers. */
export const failureAsPage = (shown: Answer, failed: Failure): APIGatewayProxyResult => {
  const answer = success(shown);
  const headers = { ...answer.headers, Vary: 'Accept', ...headersOf(failed) };
  return { ...answer, statusCode: statusOf(failed), headers };
};

/** True if the client's Accept header names HTML, as browsers' do and API clients' don't; a wildcard is not enough. */
export const wantsPage = (headers: Record<string, string>): boolean => /\btext\/html\b/i.test(headers.accept ?? '');

const json = (statusCode: number, value: unknown): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
  isBase64Encoded: false,
});

/**
 * Converts any error to a failure of the catalogue: an error that isn't a Failure is an internal fault, or a busy AWS
 * service.
 */
export const asFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (isOvertaken(error)) return failure('unavailable');
  return isBusy(error as AwsError) ? failure('unavailable') : failure('internal');
};

interface AwsError {
  name?: string;
  code?: string;
  $retryable?: { throttling?: boolean };
  $metadata?: { httpStatusCode?: number };
}

/**
 * True if AWS throttles, is out of order (any 5xx, which a local engine answers where its disk is full), doesn't answer
 * in time, or can't be reached, or if there is no room on the own disk: the request can be repeated.
 */
const isBusy = ({ name = '', code = '', $retryable, $metadata }: AwsError): boolean =>
  Boolean($retryable?.throttling) ||
  $metadata?.httpStatusCode === 429 ||
  ($metadata?.httpStatusCode ?? 0) >= 500 ||
  /Throttl|ProvisionedThroughput|TooManyRequests|SlowDown|Timeout|TransactionConflict|TransactionCanceled/.test(name) ||
  /^(ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOSPC|EDQUOT)/.test(code);
