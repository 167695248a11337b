import type { DnsRecord } from './dns-record.ts';
import type { Lookup } from './lookup.ts';

/** The zone in which SES publishes DKIM keys if it names no other. */
export const DKIM_ZONE = 'dkim.amazonses.com';
const SPF_DOMAIN = 'amazonses.com';

/**
 * DNS records that a domain must publish so that SES may send its mails: DKIM (RFC 6376), SPF (RFC 7208) and DMARC (RFC
 * 7489).
 */
export const emailRecords = (domain: string, tokens: readonly string[], zone: string): DnsRecord[] => [
  ...tokens.map(
    (token): DnsRecord => ({
      purpose: 'dkim',
      type: 'CNAME',
      name: `${token}._domainkey.${domain}`,
      value: `${token}.${zone}`,
    }),
  ),
  { purpose: 'spf', type: 'TXT', name: domain, value: `v=spf1 include:${SPF_DOMAIN} ~all` },
  { purpose: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;' },
];

/** Looks up the state of a domain's three mail records in the DNS; undefined for those of which no server answered. */
export const findEmailRecords = async (
  lookup: Lookup,
  domain: string,
  tokens: readonly string[],
  zone: string,
): Promise<Record<'dkim' | 'spf' | 'dmarc', boolean | undefined>> => {
  const [dkim, spf, dmarc] = await Promise.all([
    hasDkim(lookup, domain, tokens, zone),
    allowsSes(lookup, domain, 0),
    hasDmarc(lookup, domain),
  ]);
  return { dkim, spf, dmarc };
};

/** True if every DKIM token of the domain is published. */
export const hasDkim = async (
  lookup: Lookup,
  domain: string,
  tokens: readonly string[],
  zone: string,
): Promise<boolean | undefined> => {
  const found = await Promise.all(
    tokens.map(async (token) => {
      const targets = await lookup.cname(`${token}._domainkey.${domain}`);
      return targets?.some((target) => target === `${token}.${zone}` || target === `${token}.${DKIM_ZONE}`);
    }),
  );
  return tokens.length > 0 && every(found);
};

/** Levels of nested includes that are followed; RFC 7208, 4.6.4 allows ten lookups in all. */
const DEEPEST = 3;

const allowsSes = async (lookup: Lookup, domain: string, depth: number): Promise<boolean | undefined> => {
  if (domain === SPF_DOMAIN) return true;
  const records = await lookup.txt(domain);
  if (!records) return undefined;
  const policies = records.filter((record) => /^v=spf1( |$)/i.test(record));
  // With more than one policy receivers ignore all (RFC 7208, 4.5).
  if (policies.length !== 1) return false;
  const others = [...(policies[0] ?? '').matchAll(/\s(?:\+?include:|redirect=)([^\s]+)/gi)].map(([, name = '']) =>
    name.toLowerCase().replace(/\.$/, ''),
  );
  if (others.includes(SPF_DOMAIN)) return true;
  if (depth >= DEEPEST) return false;
  return some(await Promise.all(others.slice(0, 10).map((other) => allowsSes(lookup, other, depth + 1))));
};

/** A domain without its own policy has that of the organization above it (RFC 7489, 6.6.3). */
const hasDmarc = async (lookup: Lookup, domain: string): Promise<boolean | undefined> => {
  const labels = domain.split('.');
  const above = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  const found = await Promise.all(
    above.map(async (name) => {
      const records = await lookup.txt(`_dmarc.${name}`);
      return records && records.filter(isDmarc).length === 1;
    }),
  );
  return some(found);
};

const isDmarc = (record: string): boolean => /^v\s*=\s*DMARC1\s*;.*\bp\s*=\s*(none|quarantine|reject)\b/i.test(record);

const every = (found: readonly (boolean | undefined)[]): boolean | undefined => {
  if (found.includes(false)) return false;
  return found.includes(undefined) ? undefined : true;
};

const some = (found: readonly (boolean | undefined)[]): boolean | undefined => {
  if (found.includes(true)) return true;
  return found.includes(undefined) ? undefined : false;
};
