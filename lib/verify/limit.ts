import ipaddr from 'ipaddr.js';
import { type AttemptLimit, countAttempt } from '../users/attempts.ts';

/** Nobody verifies that many documents by hand; who does it by program has pdfsig. */
const LIMIT: AttemptLimit = { limit: 100, windowSeconds: 600, lockSeconds: 600 };

/** Counts a document that `ip` has verified. Ends the request with 429 where it were too many within a few minutes. */
export const countVerification = async (ip: string): Promise<void> => {
  await countAttempt('verify', networkOf(ip), LIMIT);
};

/** Whoever has one IPv6 address has all of its network (RFC 6177). */
const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : `${address
        .toByteArray()
        .slice(0, 8)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')}::`;
};
