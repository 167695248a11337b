import ipaddr from 'ipaddr.js';

/**
 * The network by which attempts from an address are counted: for IPv6 the /64, because one subscriber has all of it
 * (RFC 6177).
 */
export const networkOf = (ip: string): string => {
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
