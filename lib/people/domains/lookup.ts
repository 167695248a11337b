import { Resolver } from 'node:dns/promises';
import { config } from '../../base/config.ts';

/**
 * Looks records up in the DNS. No records, and no such name, is an empty list; undefined means that no server could
 * tell, so that nothing can be concluded.
 */
export interface Lookup {
  /** TXT records (RFC 1035), the parts of each put together (RFC 7208, 3.3). */
  txt(name: string): Promise<string[] | undefined>;
  /** Targets of CNAME records, lower case, without the dot at the end. */
  cname(name: string): Promise<string[] | undefined>;
}

/** A request has 29 seconds: a server that is silent may take few of them. */
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
