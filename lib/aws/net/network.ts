import ipaddr from 'ipaddr.js';

/** The network that an address is counted by: whoever has one IPv6 address has all of its /64 (RFC 6177). */
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
