import type { PdfRef } from '@libpdf/core';
import { sealSigner } from '../../aws/keys/seal-signer.ts';
import { config } from '../../base/config.ts';
import { sha256 } from '../../base/ids.ts';
import { openPdf, type PageSizes, pageSizes } from '../file/open.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { appendRevision } from '../file/write-file.ts';
import { prepareTexts } from '../fonts/prepare-texts.ts';
import { beforeStamps } from '../stamp/added-only.ts';
import { demandSameLook, stampedPages } from '../stamp/same-look.ts';
import { newNames, type StampField, stampDocument, textsOf } from '../stamp/stamp.ts';
import { NoTimestampError, requestStamp, type Stamp, TOKEN_ROOM } from '../trust/authority.ts';
import type { Evidence } from '../trust/evidence.ts';
import { NO_AUTHORITY, type Reached, shortfallOf, unanswered } from '../trust/level.ts';
import { sealEvidence } from '../trust/seal-evidence.ts';
import { type Archived, archive } from './archive-seal.ts';
import { cadesSignature, signatureRoom, type Timestamp } from './cades.ts';
import { addSignatureField, signFile } from './signature-field.ts';

export interface SealOptions {
  reason: string;
  location?: string;
  /** The claimed time of the seal. Only a time-stamp proves one. */
  signingTime: Date;
}

/** A sealed document, its PAdES baseline level, and why that isn't higher. */
export interface SealedPdf extends Reached {
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, hex. */
  sha256: string;
  pageSizes: PageSizes;
}

const FIELD_NAME = 'Countersign seal';

/**
 * Seals a document of record with the deployment's seal key: a PAdES signature (`ETSI.CAdES.detached`) over the whole
 * file. With time-stamp authorities it gets a time-stamp, validation data and a document time-stamp over all (PAdES
 * B-LTA), as far as authorities and certificates allow: the result says how far, and when to look again. A time is
 * never made up. The sealed file begins with `bytes`, and the seal follows. Throws if the file can't be read or
 * appended to.
 */
export const sealPdf = (bytes: Uint8Array, options: SealOptions): Promise<SealedPdf> =>
  stampAndSeal(bytes, [], options);

/**
 * `stampFields` and `sealPdf` in one revision, covered by the seal. Throws `SeenOtherwiseError` if a page would show a
 * difference outside of the fields' boxes.
 */
export const stampAndSeal = async (
  bytes: Uint8Array,
  fields: readonly StampField[],
  options: SealOptions,
): Promise<SealedPdf> => {
  await prepareTexts(textsOf(fields));
  const document = await openPdf(bytes);
  const before = beforeStamps(document, stampedPages(fields));
  document.pdf.upgradeVersion('1.7');
  const names = newNames();
  const sealed = await sign(document, bytes, stampDocument(document, fields, names), options);
  await demandSameLook({ record: bytes, sealed: sealed.bytes, before, names }, fields);
  return sealed;
};

const sign = async (
  document: OpenPdf,
  record: Uint8Array,
  stamped: readonly PdfRef[],
  { reason, location, signingTime }: SealOptions,
): Promise<SealedPdf> => {
  const signer = await sealSigner();
  const authorities = config.timestampAuthorities();
  // Before the signature: validators expect revocation data that isn't newer than the proven time.
  const evidence = authorities.length > 0 ? await sealEvidence() : null;
  const room = signatureRoom(signer) + (evidence ? TOKEN_ROOM : 0);

  addSignatureField(document, { name: FIELD_NAME, reason, location, signingTime, room });
  const bytes = appendRevision(document, record, [...stamped, catalogRef(document)]);
  const stamping = makeTimestamps(authorities);
  const { sha256: hash, contents } = await signFile(bytes, room, (digest) =>
    cadesSignature(digest, signer, evidence ? stamping.timestamp : undefined),
  );
  const { sha256: longer, ...reached } = await lengthened(bytes, evidence, stamping.result, contents, authorities);
  return { ...reached, sha256: longer ?? hashOf(reached.bytes, bytes, hash), pageSizes: pageSizes(document) };
};

/** Time-stamps of the authorities, and what came of them. A sealing doesn't fail because none answers. */
const makeTimestamps = (authorities: readonly string[]) => {
  const result: { stamp?: Stamp; silence?: NoTimestampError } = {};
  const timestamp: Timestamp = async (digest) => {
    try {
      result.stamp = await requestStamp(authorities, digest);
      return result.stamp.der;
    } catch (error) {
      if (!(error instanceof NoTimestampError)) throw error;
      result.silence = error;
      return null;
    }
  };
  return { timestamp, result };
};

/** Appends what a longer life needs, and says which level the seal has reached. */
const lengthened = async (
  bytes: Uint8Array,
  evidence: Evidence | null,
  { stamp, silence }: { stamp?: Stamp; silence?: NoTimestampError },
  contents: Uint8Array,
  authorities: readonly string[],
): Promise<Archived> => {
  if (!evidence) return { bytes, sha256: null, ...NO_AUTHORITY };
  if (!stamp) return { bytes, sha256: null, ...unanswered('B-B', silence ?? new NoTimestampError()) };
  const shortfall = shortfallOf(evidence, stamp.evidence);
  if (shortfall) return { bytes, sha256: null, level: 'B-T', ...shortfall };
  return archive(bytes, [evidence, stamp.evidence], authorities, contents);
};

/** A file that nothing was appended to has been hashed already. */
const hashOf = (whole: Uint8Array, signed: Uint8Array, hash: string): string =>
  whole === signed ? hash : sha256(whole);

const catalogRef = ({ pdf }: OpenPdf): PdfRef => {
  const ref = pdf.context.info.trailer.getRef('Root');
  if (!ref) throw new Error('A document without a catalog is not sealed');
  return ref;
};
