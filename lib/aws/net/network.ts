import { isIP, isIPv6 } from 'node:net';

/**
 * The network by which attempts from an address are counted: for IPv6 the /64, because one subscriber has all of it
 * (RFC 6177). Every function has this, so it does without the library that judges addresses (`addresses.ts`).
 */
export const networkOf = (ip: string): string => {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return isIP(address) === 0 ? 'unknown' : address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16).padStart(4, '0'))
    .join('')}::`;
};

/** The eight groups of an IPv6 address. A URL's parser writes the last two as such where they are an IPv4 address. */
const groupsOf = (address: string): number[] => {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = plain.split('::');
  const [left, right] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const missing = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...missing, ...right].map((group) => Number.parseInt(group, 16));
};
