import type { Failure, FailureCode } from '../base/errors.ts';
import { statusOfCode } from './error-statuses.ts';

/** Status of the answer to a failure. */
export const statusOf = ({ code }: Failure): number => statusOfCode(code);

/** Headers of the answer to a failure, beside those of every answer. */
export const headersOf = (failure: Failure): Record<string, string> => {
  const wait = secondsToWait(failure);
  return {
    'X-Error-Code': failure.code,
    ...(wait === undefined ? {} : { 'Retry-After': String(wait) }),
    ...(statusOf(failure) === 401 ? { 'WWW-Authenticate': challengeOf(failure) } : {}),
    ...('methods' in failure.details ? { Allow: failure.details.methods } : {}),
    ...('allowed' in failure.details ? { Allow: failure.details.allowed } : {}),
  };
};

/** Errors of RFC 6750 3.1. Without a token there is none: the challenge says alone what to send. */
const CHALLENGES: Partial<Record<FailureCode, string>> = {
  unauthorized: 'invalid_token',
  token_expired: 'invalid_token',
  wrong_session: 'invalid_token',
  insufficient_scope: 'insufficient_scope',
  forbidden: 'insufficient_scope',
};

/** The challenge of a 401 answer (RFC 9110 11.6.1), in the form of RFC 6750 3. */
const challengeOf = ({ code, details }: Failure): string =>
  [
    'Bearer realm="countersign"',
    ...(CHALLENGES[code] ? [`error="${CHALLENGES[code]}"`] : []),
    ...('scope' in details ? [`scope="${details.scope}"`] : []),
  ].join(', ');

const secondsToWait = ({ code, details }: Failure): number | undefined =>
  'seconds' in details ? details.seconds : statusOfCode(code) === 503 ? 1 : undefined;
