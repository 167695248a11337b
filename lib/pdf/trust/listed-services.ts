import { guardedFetch } from '../../aws/net/guarded-fetch.ts';
import { HOUR, MINUTE, now, SECOND } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { log } from '../../base/log.ts';
import { type ListedService, readTrustedList } from './trusted-list.ts';

/** National lists have up to some 10 MB. */
const LARGEST = 24 * 1024 * 1024;
const TIME_LIMIT = 15 * SECOND;

/** Time for which a list that was read counts, and for which one that couldn't be isn't asked for again. */
const KEEP = 6 * HOUR;
const REST = 5 * MINUTE;

interface Kept {
  setting: string;
  until: number;
  services: ListedService[] | null;
}

let kept: Kept | undefined;

/** Forgets what was read. For tests only. */
export const forgetLists = (): void => {
  kept = undefined;
};

/**
 * The services of all trusted lists of `TRUSTED_LISTS`: `address fingerprint [fingerprint …]`, lists separated by
 * commas, with the SHA-256 fingerprints (hex) of the certificates that may sign each. Null where none is set, and
 * while one of them can't be read or checked: then nothing is proven by lists.
 */
export const listedServices = async (): Promise<readonly ListedService[] | null> => {
  const setting = config.trustedLists();
  if (!setting) return null;
  if (kept?.setting === setting && kept.until > now().getTime()) return kept.services;
  const services = await readAll(setting).catch((error: unknown) => {
    log().warn('A trusted list counts for nothing', { reason: String(error) });
    return null;
  });
  kept = { setting, until: now().getTime() + (services ? KEEP : REST), services };
  return services;
};

const readAll = async (setting: string): Promise<ListedService[]> => {
  const services: ListedService[] = [];
  for (const entry of setting.split(',')) {
    const [url = '', ...pinned] = entry.trim().split(/\s+/);
    const { status, bytes } = await guardedFetch(url, {
      timeoutMs: TIME_LIMIT,
      maxBytes: LARGEST,
      follow: true,
      plainHttp: true,
    });
    if (status !== 200) throw new Error(`${url} answered with status ${status}`);
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    services.push(
      ...readTrustedList(
        xml,
        pinned.map((one) => one.toLowerCase()),
        now(),
      ),
    );
  }
  return services;
};
