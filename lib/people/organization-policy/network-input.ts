import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * A network as it is kept: its first address and the length of its prefix, in the shortest form (RFC 5952). An address
 * alone is a network of one. Undefined for what is none, for all addresses of a kind, and for an IPv4 address that is
 * written as one of IPv6.
 */
export const networkName = (given: string): string | undefined => {
  const [address = '', prefix, ...more] = given.trim().split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return undefined;
  const longest = family === 4 ? 32 : 128;
  if (prefix !== undefined && !/^(?:[1-9]\d{0,2})$/.test(prefix)) return undefined;
  const length = Number(prefix ?? longest);
  if (length > longest) return undefined;
  const cidr = `${address}/${length}`;
  if (family === 4) return `${ipaddr.IPv4.networkAddressFromCIDR(cidr).toString()}/${length}`;
  const first = ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return first.isIPv4MappedAddress() ? undefined : `${first.toRFC5952String()}/${length}`;
};
