import { type Bytes, fromBase64, latin1, sha256, unreadable } from './bytes.ts';
import type { Certificate } from './certificate.ts';
import { type LogKey, readLogKey } from './log.ts';

/** Whom the person who checks trusts. */
export interface Trust {
  /** SHA-256 fingerprints, hex, of certificates: of seals, of time-stamp authorities, or of those that issued them. */
  certificates: ReadonlySet<string>;
  logKeys: readonly LogKey[];
}

export const NO_TRUST: Trust = { certificates: new Set(), logKeys: [] };

/** Fingerprints in a text, as people copy them: with colons or blanks, in either case. */
export const fingerprintsIn = (text: string): string[] =>
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
  certificates: new Set(fingerprintsIn(text)),
  logKeys: await logKeysIn(text),
});

export const bothTrusts = (a: Trust, b: Trust): Trust => ({
  certificates: new Set([...a.certificates, ...b.certificates]),
  logKeys: [...a.logKeys, ...b.logKeys],
});

type Json = Record<string, unknown>;

/** True if the JSON is a platform's description of itself (`/.well-known/countersign.json`). */
export const isPlatform = (json: Json): boolean => 'seal_certificates' in json;

/** Trust in all that a platform says of itself. Throws `UnreadableError` where it isn't what it should be. */
export const trustInPlatform = async (json: Json): Promise<Trust> => {
  const fingerprints = (name: string): string[] => {
    const given = json[name] ?? [];
    if (!Array.isArray(given)) return unreadable(`no list: ${name}`);
    return given.map((one) => {
      const print = String((one as Json | null)?.sha256 ?? '').toLowerCase();
      return /^[0-9a-f]{64}$/.test(print) ? print : unreadable('no fingerprint');
    });
  };
  const key = (json.log as Json | null | undefined)?.public_key;
  return {
    certificates: new Set([...fingerprints('seal_certificates'), ...fingerprints('time_stamp_certificates')]),
    logKeys: typeof key === 'string' && key ? [await readLogKey(key)] : [],
  };
};

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** Trust in certificates as PEM; undefined if the file holds none. */
export const trustInPem = async (bytes: Bytes): Promise<Trust | undefined> => {
  if (bytes.length > 1_000_000) return undefined;
  const found = [...latin1(bytes).matchAll(PEM)].map(([, text = '']) => fromBase64(text.replace(/\s/g, '')));
  if (found.length === 0) return undefined;
  return { certificates: new Set(await Promise.all(found.map((one) => sha256(one)))), logKeys: [] };
};

/** True if the first of the chain is trusted, by itself or by one that issued it. */
export const isTrusted = ({ certificates }: Trust, chain: readonly Certificate[]): boolean =>
  chain.some(({ fingerprint }) => certificates.has(fingerprint));
