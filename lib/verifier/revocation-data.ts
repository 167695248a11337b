import { type Bytes, digest, equal, UnreadableError, UnsupportedError, unreadable } from './bytes.ts';
import {
  bits,
  type Der,
  expectTag,
  INTEGER,
  OCTET_STRING,
  oid,
  partsOf,
  readWholeDer,
  SEQUENCE,
  tagged,
  time,
} from './der.ts';
import { digestOf, isSignedBy } from './public-key.ts';
import { type Certificate, isIssuedBy, readCertificate } from './x509-certificate.ts';

/** An issuer's word about one certificate. */
export interface Word {
  /** Time of the revocation; null for a good certificate. */
  revokedAt: Date | null;
  /** The time from which to which it holds; null for one without an end. */
  from: Date;
  until: Date | null;
  /** Certificate of a responder that answered in the issuer's name. */
  responder: Certificate | null;
}

/** An OCSP response or a CRL, read and not checked. */
export interface RevocationData {
  /** Its word about a certificate; null if it is about others, or neither by the issuer nor in its name. */
  about: (certificate: Certificate, issuer: Certificate) => Promise<Word | null>;
}

interface Signed {
  body: Der;
  algorithm: Der;
  signature: Bytes;
}

const signedParts = ([body, algorithm, signature]: readonly Der[]): Signed => ({
  body: expectTag(body, SEQUENCE),
  algorithm: expectTag(algorithm, SEQUENCE),
  signature: bits(signature),
});

/** A key that can't be checked signed nothing. */
const isBy = ({ key }: Certificate, { body, algorithm, signature }: Signed): Promise<boolean> =>
  isSignedBy(key, algorithm, signature, body.whole).catch(falseIfOdd);

const falseIfOdd = (error: unknown): false => {
  if (error instanceof UnreadableError || error instanceof UnsupportedError) return false;
  throw error;
};

const ENUMERATED = 0x0a;
const BASIC = '1.3.6.1.5.5.7.48.1.1';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
/** Tags of a status (RFC 6960 section 4.2.1). */
const GOOD = 0x80;
const REVOKED = tagged(1);

/** Reads an OCSP response (RFC 6960 section 4.2.1). Throws `UnreadableError` if it is none, or a refusal. */
export const readOcsp = async (bytes: Bytes): Promise<RevocationData> => {
  const [status, wrapped] = partsOf(readWholeDer(bytes));
  if (expectTag(status, ENUMERATED).content.join() !== '0') return unreadable('a refusal');
  const [type, inner] = partsOf(partsOf(wrapped, tagged(0))[0]);
  if (oid(type) !== BASIC) return unreadable('another kind of response');
  const parts = partsOf(readWholeDer(expectTag(inner, OCTET_STRING).content));
  const signed = signedParts(parts);
  const given = parts[3] ? partsOf(partsOf(parts[3], tagged(0))[0]) : [];
  const certificates = await Promise.all(given.slice(0, 10).map(readCertificate));
  const fields = signed.body.parts[0]?.tag === tagged(0) ? signed.body.parts.slice(1) : signed.body.parts;
  const [, producedAt, responses] = fields;
  const at = time(producedAt);
  const answers = partsOf(responses).map((one) => {
    const [id, state, from, end] = partsOf(one);
    if (![GOOD, REVOKED].includes(state?.tag ?? 0)) return null;
    const until = end?.tag === tagged(0) ? time(end.parts[0]) : null;
    return { id, revokedAt: state?.tag === REVOKED ? time(state.parts[0]) : null, from: time(from), until };
  });
  return {
    about: async (certificate, issuer) => {
      for (const answer of answers) {
        if (!answer || !(await isNamed(answer.id, certificate, issuer).catch(falseIfOdd))) continue;
        const { revokedAt, from, until } = answer;
        if (await isBy(issuer, signed)) return { revokedAt, from, until, responder: null };
        for (const responder of certificates) {
          // The issuer itself made the certificate, for this, and it was valid (RFC 6960 section 4.2.2.2).
          const may =
            responder.purposes?.includes(OCSP_SIGNING) && at >= responder.validFrom && at <= responder.validTo;
          if (!may || !(await isIssuedBy(responder, issuer)) || !(await isBy(responder, signed))) continue;
          return { revokedAt, from, until, responder };
        }
      }
      return null;
    },
  };
};

/** True if the identifier (CertID) is that of the certificate. */
const isNamed = async (id: Der | undefined, certificate: Certificate, issuer: Certificate): Promise<boolean> => {
  const [algorithm, name, key, serial] = partsOf(id);
  const by = digestOf(algorithm);
  const issuerKey = bits(partsOf(readWholeDer(issuer.key))[1]);
  return (
    equal(expectTag(serial, INTEGER).content, certificate.serialNumber) &&
    equal(expectTag(name, OCTET_STRING).content, await digest(by, issuer.subject)) &&
    equal(expectTag(key, OCTET_STRING).content, await digest(by, issuerKey))
  );
};

const BOOLEAN = 0x01;
const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';

/**
 * Reads a list of revoked certificates (RFC 5280 section 5.1). Throws `UnreadableError` if it is none, or a part of
 * one.
 */
export const readCrl = async (bytes: Bytes): Promise<RevocationData> => {
  const signed = signedParts(partsOf(readWholeDer(bytes)));
  const fields = signed.body.parts[0]?.tag === INTEGER ? signed.body.parts.slice(1) : signed.body.parts;
  const [algorithm, name, thisUpdate, ...rest] = fields;
  if (!equal(expectTag(algorithm, SEQUENCE).whole, signed.algorithm.whole)) return unreadable('two algorithms');
  const isTime = ({ tag }: Der) => tag === 0x17 || tag === 0x18;
  const [from, end, list] = [time(thisUpdate), rest.find(isTime), rest.find(({ tag }) => tag === SEQUENCE)];
  const extensions = rest.find(({ tag }) => tag === tagged(0))?.parts[0]?.parts ?? [];
  const scopes = extensions.flatMap(({ parts }) => {
    if (oid(parts[0]) === ISSUING_DISTRIBUTION_POINT) return [readScope(parts)];
    return parts[1]?.tag === BOOLEAN && parts.length > 2 ? unreadable('a list of another kind') : [];
  });
  return {
    about: async (certificate, issuer) => {
      const isInScope = scopes.every(({ users, authorities }) => !(certificate.isAuthority ? users : authorities));
      const isOfIssuer =
        equal(expectTag(name, SEQUENCE).whole, issuer.subject) && equal(certificate.issuer, issuer.subject);
      if (!isInScope || !isOfIssuer || !(await isBy(issuer, signed))) return null;
      const entry = list?.parts.find(
        ({ parts: [serial] }) => serial && equal(serial.content, certificate.serialNumber),
      );
      return { revokedAt: entry ? time(entry.parts[1]) : null, from, until: end ? time(end) : null, responder: null };
    },
  };
};

/**
 * The certificates that a list is about (RFC 5280 section 5.2.5). Throws for lists of others' certificates, or of some
 * reasons only.
 */
const readScope = (parts: readonly Der[]): { users: boolean; authorities: boolean } => {
  const scope = partsOf(readWholeDer(expectTag(parts.at(-1), OCTET_STRING).content));
  const has = (number: number) => scope.some(({ tag, content }) => tag === (0x80 | number) && content[0] !== 0);
  if (has(3) || has(4) || has(5)) return unreadable('a list of others');
  return { users: has(1), authorities: has(2) };
};
