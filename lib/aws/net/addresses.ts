import { promises as dns, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { UnreachableError } from './unreachable.ts';

/** Resolves a host name to addresses; by default with the machine's resolver. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of the public Internet. False for private, loopback, link-local (with the metadata services),
 * carrier-grade NAT, multicast and reserved addresses, and for IPv6 forms that wrap an IPv4 address (mapped,
 * compatible, 6to4, Teredo, NAT64). Source: IANA special-purpose address registries, RFC 6890.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Nothing outside 2000::/3 is assigned, yet the parser counts `::127.0.0.1` (IPv4-compatible) as unicast.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_V6);
};

/** True for 127.0.0.0/8 and ::1. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';

/** True if a connection to `address` may be opened; loopback is allowed on the local platform only. */
export const mayReach = (address: string, allowLoopback: boolean): boolean =>
  isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));

const resolveWithSystem: Resolve = (hostname) => dns.lookup(hostname, { all: true });

/**
 * A `lookup` for sockets that returns permitted addresses only. The socket connects to the checked address, even if the
 * name resolves differently a moment later (DNS rebinding). One forbidden address refuses the whole name, because the
 * socket chooses among them.
 */
export const guardedLookup =
  (allowLoopback: boolean, resolve: Resolve = resolveWithSystem): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (!first) return callback(new UnreachableError(`the host ${hostname} has no address`), '', 0);
        if (!found.every(({ address }) => mayReach(address, allowLoopback)))
          return callback(new UnreachableError(`the host ${hostname} has a private or reserved address`), '', 0);
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      () => callback(new UnreachableError(`the host ${hostname} was not found`), '', 0),
    );
  };
