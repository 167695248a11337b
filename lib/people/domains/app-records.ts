import { isIP } from 'node:net';
import { config } from '../../base/config.ts';
import type { DnsRecord } from './dns-record.ts';
import type { Lookup } from './lookup.ts';

/**
 * Target of a brand's CNAME: the edge that has certificates for brands' domains, or the host of the web pages. An IP
 * address has no name to point to.
 */
const target = (): string => {
  const edge = config.edgeHost();
  if (edge !== undefined) return edge.toLowerCase();
  const { hostname } = new URL(config.appUrl());
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname !== 'localhost' ? hostname : 'countersign.localhost';
};

/** DNS records that a domain must publish for web pages: where it points, and whose it is. */
export const appRecords = (domain: string, token: string): DnsRecord[] => [
  { purpose: 'address', type: 'CNAME', name: domain, value: target() },
  // A CNAME excludes other records at the same name (RFC 1034, 3.6.2), so the token has a name of its own.
  ownershipRecord(domain, token),
];

/** The record that shows whose a domain is. Several may exist at the same name. */
export const ownershipRecord = (domain: string, token: string): DnsRecord => ({
  purpose: 'ownership',
  type: 'TXT',
  name: `_countersign.${domain}`,
  value: token,
});

/** Looks up the tokens that a domain publishes; undefined if no server answered. */
export const publishedTokens = (lookup: Lookup, domain: string): Promise<string[] | undefined> =>
  lookup.txt(`_countersign.${domain}`);

/** Looks up where the domain points (undefined if no server answered) and the tokens that it publishes. */
export const findAppRecords = async (
  lookup: Lookup,
  domain: string,
): Promise<{ leadsHere: boolean | undefined; published: string[] | undefined }> => {
  const [targets, published] = await Promise.all([lookup.cname(domain), publishedTokens(lookup, domain)]);
  return { leadsHere: targets?.includes(target()), published };
};
