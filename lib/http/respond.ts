import type { APIGatewayProxyResult } from 'aws-lambda';
import { Failure, failure } from '../base/errors.ts';
import { isOvertaken } from '../storage/overtaken.ts';
import { Answer } from './answer.ts';
import { headersOf, messageOf, statusOf } from './errors.ts';

/** What an operation returned, as the gateway's answer. */
export const success = (value: unknown): APIGatewayProxyResult => {
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

/** A failure as a page for a browser: its own status and headers, only the body is another. */
export const failureAsPage = (shown: Answer, failed: Failure): APIGatewayProxyResult => {
  const answer = success(shown);
  const headers = { ...answer.headers, Vary: 'Accept', ...headersOf(failed) };
  return { ...answer, statusCode: statusOf(failed), headers };
};

/** Browsers name HTML in what they accept, clients of an API don't: that anything will do is not enough. */
export const wantsPage = (headers: Record<string, string>): boolean => /\btext\/html\b/i.test(headers.accept ?? '');

const json = (statusCode: number, value: unknown): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
  isBase64Encoded: false,
});

/** Any error as the catalogue's entry for it: what isn't a Failure is our own fault, or AWS being busy. */
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

/** AWS is asked too often, doesn't answer in time, or can't be reached: what was asked can be asked again. */
const isBusy = ({ name = '', code = '', $retryable, $metadata }: AwsError): boolean =>
  Boolean($retryable?.throttling) ||
  [429, 503].includes($metadata?.httpStatusCode ?? 0) ||
  /Throttl|ProvisionedThroughput|TooManyRequests|SlowDown|Timeout|TransactionConflict|TransactionCanceled/.test(name) ||
  /^(ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN)/.test(code);
