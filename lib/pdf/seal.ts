import { HttpTimestampAuthority, type TimestampAuthority } from '@libpdf/core';
import { config } from '../config.ts';
import { sha256 } from '../ids.ts';
import { sealSigner } from '../keys/seal-signer.ts';
import { type OpenPdf, openPdf, savePdf } from './open.ts';
import { type StampField, stampDocument } from './stamp.ts';

export interface SealOptions {
  reason: string;
  location?: string;
  /** The moment the seal claims. Only a time-stamp proves one. */
  signingTime: Date;
}

/** A sealed document. */
export interface SealedPdf {
  bytes: Uint8Array;
  /** PAdES baseline level (ETSI EN 319 142-1): B-T with a time-stamp of an authority, B-B without. */
  level: 'B-B' | 'B-T';
  /** SHA-256 of `bytes`, hex. */
  sha256: string;
}

const TIMESTAMP_TIMEOUT = 10_000;

/** Room for the CMS structure around the certificates, and for a time-stamp token with a chain of its own. */
const SIGNATURE_ROOM = 8192;
const TIMESTAMP_ROOM = 24_576;

const FIELD_NAME = 'Countersign seal';

/**
 * Seals a PDF with the deployment's seal key: a PAdES signature (`ETSI.CAdES.detached`) over the whole file, with a
 * time-stamp when time-stamp authorities are configured. The document's own form and annotations become part of its
 * pages first, as in `stampFields`. Throws when the PDF can't be read, or when no authority answered: the caller tries
 * again later, for a time is never made up.
 */
export const sealPdf = (bytes: Uint8Array, options: SealOptions): Promise<SealedPdf> =>
  stampAndSeal(bytes, [], options);

/** `stampFields` and `sealPdf` in one, reading and writing the document once. */
export const stampAndSeal = async (
  bytes: Uint8Array,
  fields: StampField[],
  options: SealOptions,
): Promise<SealedPdf> => {
  const document = await openPdf(bytes);
  document.pdf.upgradeVersion('1.7');
  stampDocument(document, fields);
  return sign(document, options);
};

/** Writes the document with the signature in it: one revision, which the seal covers whole. */
const sign = async (document: OpenPdf, { reason, location, signingTime }: SealOptions): Promise<SealedPdf> => {
  const signer = await sealSigner();
  const authorities = config.timestampAuthorities();
  const stamped = authorities.length > 0;
  const chain = [signer.certificate, ...(signer.certificateChain ?? [])];
  const certificates = chain.reduce((sum, certificate) => sum + certificate.length, 0);

  writeOnce(document);
  const { bytes } = await document.pdf.sign({
    signer,
    signingTime,
    reason: plain(reason),
    ...(location ? { location: plain(location) } : {}),
    fieldName: FIELD_NAME,
    subFilter: 'ETSI.CAdES.detached',
    level: stamped ? 'B-T' : 'B-B',
    ...(stamped ? { timestampAuthority: anyOf(authorities) } : {}),
    estimatedSize: SIGNATURE_ROOM + certificates + (stamped ? TIMESTAMP_ROOM : 0),
  });
  return { bytes, level: stamped ? 'B-T' : 'B-B', sha256: sha256(bytes) };
};

/**
 * The library signs by appending to the file that it has read, reads the result and hands it out, so that others could
 * sign after it. The seal is the last there is: the document is written anew with the signature among its objects, once,
 * and what came of it is not read again. Half the time and memory of a seal went into that.
 */
const writeOnce = (document: OpenPdf): void => {
  const { pdf } = document;
  const save = pdf.save.bind(pdf);
  let sealed: Uint8Array | undefined;
  pdf.save = async () => sealed ?? savePdf(document, save);
  pdf.reload = async (bytes) => {
    sealed = bytes;
  };
};

/** The library escapes these characters twice, so that readers would show the backslashes. */
const plain = (text: string): string =>
  text.replace(/\\/g, '/').replaceAll('(', '[').replaceAll(')', ']').replace(/\s+/g, ' ');

/** Asks the authorities (RFC 3161) in turn; the first valid answer counts. Throws with all of their reasons. */
const anyOf = (urls: string[]): TimestampAuthority => ({
  timestamp: async (digest, algorithm) => {
    const reasons: string[] = [];
    for (const url of urls) {
      try {
        const token = await new HttpTimestampAuthority(url.trim(), { timeout: TIMESTAMP_TIMEOUT }).timestamp(
          digest,
          algorithm,
        );
        // The library doesn't look what was stamped; a token for this digest contains it.
        if (Buffer.from(token).includes(Buffer.from(digest))) return token;
        reasons.push(`${url}: the time-stamp is for something else`);
      } catch (error) {
        reasons.push(`${url}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    throw new Error(`No time-stamp authority answered. ${reasons.join('; ')}`);
  },
});
