import type { NotedLimit } from '../people/attempts/noted-limits.ts';

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10, 3 and 4): what the limits are that
 * counted for this request, and what is left of each. None if no limit counted.
 */
export const rateLimitHeaders = (limits: readonly NotedLimit[]): Record<string, string> => {
  if (limits.length === 0) return {};
  return {
    'RateLimit-Policy': limits
      .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
      .join(', '),
    RateLimit: limits.map(({ name, left, resetSeconds }) => `"${name}";r=${left};t=${resetSeconds}`).join(', '),
  };
};
