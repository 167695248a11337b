import { Resolver } from 'node:dns/promises';
import { config } from '../../base/config.ts';

/**
 * Looks up DNS records. An empty list means no such records or no such name; undefined means that no server answered,
 * so nothing can be concluded.
 */
export interface Lookup {
  /** TXT records (RFC 1035), the parts of each joined (RFC 7208, 3.3). */
  txt(name: string): Promise<string[] | undefined>;
  /** Targets of CNAME records, in lower case, without a trailing dot. */
  cname(name: string): Promise<string[] | undefined>;
}

/** A request has 29 seconds, so a silent server may take only a few of them. */
const PATIENCE = { timeout: 1000, tries: 2 };

/** Lookups at the configured name servers. */
export const openLookup = (): Lookup => {
  const resolver = new Resolver(PATIENCE);
  const servers = config.dnsServers();
  if (servers.length > 0) resolver.setServers(servers);
  return {
    txt: async (name) => (await records(() => resolver.resolveTxt(name)))?.map((parts) => parts.join('')),
    cname: async (name) =>
      (await records(() => resolver.resolveCname(name)))?.map((target) => target.toLowerCase().replace(/\.$/, '')),
  };
};

const NONE = ['ENOTFOUND', 'ENODATA'];

const records = async <T>(ask: () => Promise<T[]>): Promise<T[] | undefined> => {
  try {
    return await ask();
  } catch (error) {
    return NONE.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
  }
};
