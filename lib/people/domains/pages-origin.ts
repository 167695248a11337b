import { guardedFetch } from '../../aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../aws/net/unreachable.ts';
import { MINUTE, now } from '../../base/clock.ts';
import { config, type TokenKind } from '../../base/config.ts';
import { findAppRecords } from './app-records.ts';
import { openLookup } from './lookup.ts';

/**
 * Address of the pages at a brand's domain. The local platform has no certificates and serves all names at its own
 * port.
 */
export const pagesOrigin = (domain: string): string => {
  if (!config.allowLoopback()) return `https://${domain}`;
  const { protocol, port } = new URL(config.appUrl());
  return `${protocol}//${domain}${port ? `:${port}` : ''}`;
};

const PATIENCE = 5000;
const LARGEST = 100_000;

/**
 * True if this platform answers at the domain, over TLS with a certificate for it. Records in the DNS don't show that:
 * they lead to an edge that must know the domain, too. The platform is recognized by its public keys.
 */
export const servesPages = async (domain: string): Promise<boolean> => {
  const isLocal = config.allowLoopback();
  try {
    const { status, bytes } = await guardedFetch(`${pagesOrigin(domain)}/.well-known/jwks.json`, {
      timeoutMs: PATIENCE,
      maxBytes: LARGEST,
      // Names of tests and trials lead to this machine; no name server of the system knows them.
      ...(isLocal ? { plainHttp: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] } : {}),
    });
    return status === 200 && isOwn(keyIds(Buffer.from(bytes).toString('utf8')));
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof SyntaxError) return false;
    throw error;
  }
};

const KINDS: readonly TokenKind[] = ['user', 'signer'];

const isOwn = (found: readonly string[]): boolean => {
  const own = KINDS.flatMap((kind) => keyIds(config.tokenJwks(kind)));
  return own.length > 0 && own.every((id) => found.includes(id));
};

const keyIds = (jwks: string): string[] =>
  ((JSON.parse(jwks) as { keys?: { kid?: string }[] }).keys ?? []).map(({ kid = '' }) => kid);

/** Time for which an answer of the DNS is believed. */
const BELIEVED = 5 * MINUTE;
const MOST = 1000;
const leads = new Map<string, { until: number; isRight: boolean }>();

/**
 * Address of the pages for links of a brand with a verified domain; null if its records are gone, so that links lead to
 * the platform's own address. If no name server answers, the verification counts.
 */
export const currentPagesOrigin = async (domain: string, token: string): Promise<string | null> => {
  const place = `${domain} ${token}`;
  const known = leads.get(place);
  if (known && known.until > now().getTime()) return known.isRight ? pagesOrigin(domain) : null;
  const { leadsHere, published } = await findAppRecords(openLookup(), domain);
  const isRight = leadsHere !== false && published?.includes(token) !== false;
  if (leads.size >= MOST) leads.clear();
  leads.set(place, { until: now().getTime() + BELIEVED, isRight });
  return isRight ? pagesOrigin(domain) : null;
};
