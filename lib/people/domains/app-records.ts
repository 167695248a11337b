import { isIP } from 'node:net';
import { config } from '../../base/config.ts';
import type { Lookup } from './lookup.ts';
import type { DnsRecord } from './record.ts';

/** The name that a brand's domain points to: the host of the web pages. A machine's own address has no name. */
const target = (): string => {
  const { hostname } = new URL(config.appUrl());
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname !== 'localhost' ? hostname : 'countersign.localhost';
};

/** What a domain must publish so that the web pages stand at it: where it leads, and whose it is. */
export const appRecords = (domain: string, token: string): DnsRecord[] => [
  { purpose: 'address', type: 'CNAME', name: domain, value: target() },
  // Beside a CNAME no other record may stand (RFC 1034, 3.6.2): the token has a name of its own.
  ownershipRecord(domain, token),
];

/** The record by which a domain says whose it is. Several may stand beside each other. */
export const ownershipRecord = (domain: string, token: string): DnsRecord => ({
  purpose: 'ownership',
  type: 'TXT',
  name: `_countersign.${domain}`,
  value: token,
});

/** The tokens that a domain publishes; undefined where no server could tell. */
export const publishedTokens = (lookup: Lookup, domain: string): Promise<string[] | undefined> =>
  lookup.txt(`_countersign.${domain}`);

/** Tells if the domain leads to the web pages (undefined where no server could say), and the tokens that it publishes. */
export const findAppRecords = async (
  lookup: Lookup,
  domain: string,
): Promise<{ leadsHere: boolean | undefined; published: string[] | undefined }> => {
  const [targets, published] = await Promise.all([lookup.cname(domain), publishedTokens(lookup, domain)]);
  return { leadsHere: targets?.includes(target()), published };
};
