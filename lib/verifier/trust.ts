import { type Bytes, fromBase64, latin1, sha256, unreadable } from './bytes.ts';
import { readWholeDer } from './der.ts';
import { type LogKey, readLogKey } from './log.ts';
import { type Certificate, readCertificate } from './x509-certificate.ts';

/** The keys and certificates that the person who checks trusts. */
export interface Trust {
  /** SHA-256 fingerprints, hex, of certificates of seals, or of those that issued them. */
  seals: ReadonlySet<string>;
  /**
   * The same of time-stamp authorities. Apart, because an authority's issuer may issue anybody's certificates for
   * seals.
   */
  authorities: ReadonlySet<string>;
  logKeys: readonly LogKey[];
}

export const NO_TRUST: Trust = { seals: new Set(), authorities: new Set(), logKeys: [] };

/** Trust in certificates that a person named, whatever they are for. */
const inCertificates = (fingerprints: readonly string[]): Omit<Trust, 'logKeys'> => ({
  seals: new Set(fingerprints),
  authorities: new Set(fingerprints),
});

/** Fingerprints in a text, as people copy them: with colons or blanks, in either case. */
const fingerprintsIn = (text: string): string[] =>
  [...text.matchAll(/(?<![0-9a-f])(?:[0-9a-f]{2}[:\s]?){31}[0-9a-f]{2}(?![0-9a-f])/gi)].map(([one]) =>
    one.replace(/[:\s]/g, '').toLowerCase(),
  );

/** Verifier keys of logs in a text, a line each. */
const logKeysIn = async (text: string): Promise<LogKey[]> => {
  const lines = text.split(/\s+/).filter((line) => /^\S+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$/.test(line));
  return Promise.all(lines.map((line) => readLogKey(line)));
};

/** Trust in what a person typed or pasted. Throws `UnreadableError` for a key that is damaged. */
export const trustInText = async (text: string): Promise<Trust> => ({
  ...inCertificates(fingerprintsIn(text)),
  logKeys: await logKeysIn(text),
});

export const bothTrusts = (a: Trust, b: Trust): Trust => ({
  seals: new Set([...a.seals, ...b.seals]),
  authorities: new Set([...a.authorities, ...b.authorities]),
  logKeys: [...a.logKeys, ...b.logKeys],
});

type Json = Record<string, unknown>;

/** True if the JSON is a platform's description of itself (`/.well-known/countersign.json`). */
export const isPlatform = (json: Json): boolean => 'seal_certificates' in json;

/**
 * Trust in what a platform says of itself: its seals' certificates, not those that issued them and may issue anybody's;
 * its authorities and its log. Throws `UnreadableError` where it isn't what it should be.
 */
export const trustInPlatform = async (json: Json): Promise<Trust> => {
  const listed = (name: string): Json[] => {
    const given = json[name] ?? [];
    return Array.isArray(given) ? given.map((one) => (one ?? {}) as Json) : unreadable(`no list: ${name}`);
  };
  const fingerprint = ({ sha256: print }: Json): string =>
    typeof print === 'string' && /^[0-9a-f]{64}$/i.test(print) ? print.toLowerCase() : unreadable('no fingerprint');
  const seals: string[] = [];
  for (const one of listed('seal_certificates')) {
    const [bytes] = typeof one.pem === 'string' ? pemsIn(one.pem) : [];
    const isAuthority = bytes ? (await readCertificate(readWholeDer(bytes))).isAuthority : false;
    if (bytes && (await sha256(bytes)) !== fingerprint(one)) unreadable('another certificate');
    if (!isAuthority) seals.push(fingerprint(one));
  }
  const key = (json.log as Json | null | undefined)?.public_key;
  return {
    seals: new Set(seals),
    authorities: new Set(listed('time_stamp_certificates').map(fingerprint)),
    logKeys: typeof key === 'string' && key ? [await readLogKey(key)] : [],
  };
};

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

const pemsIn = (text: string): Bytes[] =>
  [...text.matchAll(PEM)].map(([, encoded = '']) => fromBase64(encoded.replace(/\s/g, '')));

/** Trust in certificates as PEM; undefined if the file holds none. */
export const trustInPem = async (bytes: Bytes): Promise<Trust | undefined> => {
  const found = bytes.length > 1_000_000 ? [] : pemsIn(latin1(bytes));
  if (found.length === 0) return undefined;
  return { ...inCertificates(await Promise.all(found.map((one) => sha256(one)))), logKeys: [] };
};

/** True if the first of the chain is trusted, by itself or by one that issued it. */
export const isTrusted = (fingerprints: ReadonlySet<string>, chain: readonly Certificate[]): boolean =>
  chain.some(({ fingerprint }) => fingerprints.has(fingerprint));
