import { type Bytes, equal, sha256, unreadable } from './bytes.ts';
import { bits, type Der, oid, partsOf, readWholeDer, SEQUENCE, SET, tagged, time } from './der.ts';
import { isSignedBy } from './public-key.ts';

/** A certificate (X.509, RFC 5280), read but not trusted. */
export interface Certificate {
  /** Its DER. */
  bytes: Bytes;
  /** SHA-256 of it, hex: what people call its fingerprint. */
  fingerprint: string;
  issuer: Bytes;
  subject: Bytes;
  /** The subject in words, such as `CN=Seal, O=Example`. */
  subjectText: string;
  issuerText: string;
  serialNumber: Bytes;
  validFrom: Date;
  validTo: Date;
  /** SubjectPublicKeyInfo as DER. */
  key: Bytes;
  /** True if it may issue others (basicConstraints). */
  isAuthority: boolean;
  /** Its purposes (extKeyUsage), object identifiers; undefined where it names none. */
  purposes: readonly string[] | undefined;
  /** True if its issuer says that nobody need ask whether it is revoked (RFC 6960 section 4.2.2.2.1). */
  isUnchecked: boolean;
  signed: Bytes;
  algorithm: Der;
  signature: Bytes;
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const NO_CHECK = '1.3.6.1.5.5.7.48.1.5';

/** Reads a certificate. Throws `UnreadableError` if it is none. */
export const readCertificate = async (whole: Der): Promise<Certificate> => {
  const [body, algorithm, signature] = partsOf(whole);
  const parts = partsOf(body);
  const [serial, inner, issuer, validity, subject, key, ...more] = parts[0]?.tag === tagged(0) ? parts.slice(1) : parts;
  const [from, to] = partsOf(validity);
  const outer = { tag: SEQUENCE, whole: new Uint8Array(), content: new Uint8Array(), parts: [] };
  if (!equal((inner ?? outer).whole, (algorithm ?? outer).whole)) return unreadable('two algorithms');
  const extensions = more.find(({ tag }) => tag === tagged(3))?.parts[0]?.parts ?? [];
  const extension = (wanted: string): Der | undefined => {
    const value = extensions.find(({ parts: [name] }) => oid(name) === wanted)?.parts.at(-1);
    return value && readWholeDer(value.content);
  };
  return {
    bytes: whole.whole,
    fingerprint: await sha256(whole.whole),
    issuer: (issuer ?? outer).whole,
    subject: (subject ?? outer).whole,
    subjectText: nameText(subject),
    issuerText: nameText(issuer),
    serialNumber: (serial ?? outer).content,
    validFrom: time(from),
    validTo: time(to),
    key: (key ?? outer).whole,
    isAuthority: extension(BASIC_CONSTRAINTS)?.parts[0]?.content[0] === 0xff,
    purposes: extension(EXTENDED_KEY_USAGE)?.parts.map(oid),
    isUnchecked: extension(NO_CHECK) !== undefined,
    signed: (body ?? outer).whole,
    algorithm: algorithm ?? outer,
    signature: bits(signature),
  };
};

const ATTRIBUTES: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'E',
};

/** A name in words. What is no text is left out. */
const nameText = (name: Der | undefined): string =>
  partsOf(name)
    .flatMap((set) => partsOf(set, SET))
    .map(({ parts: [type, value] }) => `${ATTRIBUTES[oid(type)] ?? oid(type)}=${stringOf(value)}`)
    .join(', ');

const BMP_STRING = 0x1e;

const stringOf = (value: Der | undefined): string =>
  new TextDecoder(value?.tag === BMP_STRING ? 'utf-16be' : 'utf-8')
    .decode((value?.content ?? new Uint8Array()).slice(0, 1000))
    // Control characters and those that turn the direction of a text have no place in a name.
    .replace(/[\p{Cc}\p{Cf}]/gu, '�');

/**
 * True if `issuer` issued the certificate: its name fits, and its key signed it. A key that can't be checked did not.
 */
export const isIssuedBy = async (certificate: Certificate, issuer: Certificate): Promise<boolean> =>
  equal(certificate.issuer, issuer.subject) &&
  (await isSignedBy(issuer.key, certificate.algorithm, certificate.signature, certificate.signed).catch(() => false));

/**
 * The certificate and those that issued it, each by the one after it, as far as the given ones go. Each of them but the
 * first may issue others. Ends at one that issued itself.
 */
export const chainOf = async (certificate: Certificate, given: readonly Certificate[]): Promise<Certificate[]> => {
  const chain = [certificate];
  for (let last: Certificate | undefined = certificate; last && chain.length < 10; ) {
    const next: Certificate | undefined = await firstThat(
      given.filter((one) => one.isAuthority && !chain.includes(one)),
      (one) => isIssuedBy(last as Certificate, one),
    );
    if (next) chain.push(next);
    last = next;
  }
  return chain;
};

/** True if it issued itself, as roots and certificates of a deployment's own do. */
export const isOwnIssuer = (certificate: Certificate): Promise<boolean> => isIssuedBy(certificate, certificate);

const firstThat = async <T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T | undefined> => {
  for (const item of items) if (await test(item)) return item;
  return undefined;
};
