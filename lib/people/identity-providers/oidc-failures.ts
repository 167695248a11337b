import { UnreachableError } from '../../aws/net/unreachable.ts';
import { Failure, fail } from '../../base/errors.ts';

/** Longest part of a provider's own words that is repeated. */
const LONGEST = 200;

/** Text of somebody else for a message: one line of visible ASCII. */
export const quotable = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, LONGEST);

/** An error and those that led to it. */
const chainOf = (error: unknown, depth = 0): unknown[] =>
  error instanceof Error && depth < 5 ? [error, ...chainOf(error.cause, depth + 1)] : [];

/** Words of the provider in an answer of OAuth (RFC 6749 5.2), if the error holds one. */
const statedIn = (error: unknown): string | undefined => {
  const { error: code, error_description: about } = error as { error?: unknown; error_description?: unknown };
  if (typeof code !== 'string') return undefined;
  return typeof about === 'string' ? `${code}: ${about}` : code;
};

/**
 * Throws `provider_unreachable` if a request to the provider failed, and `provider_refused` if its answer is wrong or
 * refuses; failures pass.
 */
export const failAtProvider = (error: unknown): never => {
  if (error instanceof Failure) throw error;
  const chain = chainOf(error);
  const unreachable = chain.find((one) => one instanceof UnreachableError);
  if (unreachable) return fail('provider_unreachable', { reason: unreachable.reason });
  const stated = chain.map(statedIn).find((one) => one !== undefined);
  const last = chain.at(-1) as Error | undefined;
  return fail('provider_refused', { reason: quotable(stated ?? last?.message ?? 'its answer is not valid') });
};
