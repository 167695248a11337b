import { isIP } from 'node:net';
import { config } from '../config.ts';
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
  { purpose: 'ownership', type: 'TXT', name: `_countersign.${domain}`, value: token },
];

/** True where both stand in the DNS; undefined where no server could tell. */
export const hasAppRecords = async (lookup: Lookup, domain: string, token: string): Promise<boolean | undefined> => {
  const [targets, texts] = await Promise.all([lookup.cname(domain), lookup.txt(`_countersign.${domain}`)]);
  if (!targets || !texts) return undefined;
  return targets.includes(target()) && texts.includes(token);
};
