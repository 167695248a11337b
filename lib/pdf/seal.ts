import { createHash } from 'node:crypto';
import { HttpTimestampAuthority, type PdfRef } from '@libpdf/core';
import { sealSigner } from '../aws/keys/seal-signer.ts';
import { config } from '../base/config.ts';
import { cadesSignature, signatureRoom, type Timestamp } from './cades.ts';
import { comparePages, type PageDifference } from './compare.ts';
import { openPdf, type PageSizes, pageSizes } from './open.ts';
import type { OpenPdf } from './open-pdf.ts';
import { prepareTexts } from './prepare-texts.ts';
import { addSignatureField, signatureSlot } from './signature-field.ts';
import { type StampField, stampDocument, textsOf } from './stamp.ts';
import { appendRevision } from './write-file.ts';

export interface SealOptions {
  reason: string;
  location?: string;
  /** The claimed time of the seal. Only a time-stamp proves one. */
  signingTime: Date;
}

/** A sealed document. */
export interface SealedPdf {
  bytes: Uint8Array;
  /** PAdES baseline level (ETSI EN 319 142-1): B-T with a time-stamp of an authority, B-B without. */
  level: 'B-B' | 'B-T';
  /** SHA-256 of `bytes`, hex. */
  sha256: string;
  pageSizes: PageSizes;
}

const TIMESTAMP_TIMEOUT = 10_000;

/** Bytes for a time-stamp token with its own chain. */
const TIMESTAMP_ROOM = 24_576;

const FIELD_NAME = 'Countersign seal';

/**
 * Seals a document of record with the deployment's seal key: a PAdES signature (`ETSI.CAdES.detached`) over the whole
 * file, with a time-stamp if time-stamp authorities are configured. The sealed file begins with `bytes`, and the seal
 * follows. Throws if the file can't be read or appended to, or if no authority answered: the caller retries later,
 * because a time is never made up.
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
  document.pdf.upgradeVersion('1.7');
  const sealed = await sign(document, bytes, stampDocument(document, fields), options);
  await demandSameLook(bytes, sealed.bytes, fields);
  return sealed;
};

/** A page would be sealed with other content than was shown. */
export class SeenOtherwiseError extends Error {
  constructor({ page, box }: PageDifference) {
    const where = box ? `, at ${[box.x, box.y, box.width, box.height].map(Math.round).join(' ')}` : '';
    super(`Page ${page} would be sealed with other content than was shown${where}`);
    this.name = 'SeenOtherwiseError';
  }
}

/** In points: strokes and smoothed edges exceed a field's box a little. */
const BEYOND_BOX = 2;

const demandSameLook = async (record: Uint8Array, sealed: Uint8Array, fields: readonly StampField[]): Promise<void> => {
  const boxes = fields
    .filter(({ page }) => page > 0)
    .map(({ page, x, y, width, height }) => ({
      page,
      x: x - BEYOND_BOX,
      y: y - BEYOND_BOX,
      width: width + 2 * BEYOND_BOX,
      height: height + 2 * BEYOND_BOX,
    }));
  const except = Map.groupBy(boxes, ({ page }) => page);
  const [difference] = await comparePages(record, sealed, { pages: [...except.keys()], except, unhurried: true });
  if (difference) throw new SeenOtherwiseError(difference);
};

const sign = async (
  document: OpenPdf,
  record: Uint8Array,
  stamped: readonly PdfRef[],
  { reason, location, signingTime }: SealOptions,
): Promise<SealedPdf> => {
  const signer = await sealSigner();
  const authorities = config.timestampAuthorities();
  const timed = authorities.length > 0;
  const room = signatureRoom(signer) + (timed ? TIMESTAMP_ROOM : 0);

  addSignatureField(document, { name: FIELD_NAME, reason, location, signingTime, room });
  const bytes = appendRevision(document, record, [...stamped, catalogRef(document)]);
  const { start, end } = signatureSlot(bytes, room);
  // Both hashes of a large file have the same beginning, which is read once.
  const hash = createHash('sha256').update(bytes.subarray(0, start - 1));
  const digest = hash
    .copy()
    .update(bytes.subarray(end + 1))
    .digest();
  const signature = await cadesSignature(digest, signer, timed ? anyOf(authorities) : undefined);
  if (signature.length > room) throw new Error(`A signature of ${signature.length} bytes has no room in ${room}`);
  Buffer.from(bytes.buffer, bytes.byteOffset).write(Buffer.from(signature).toString('hex'), start, 'latin1');
  return {
    bytes,
    level: timed ? 'B-T' : 'B-B',
    sha256: hash.update(bytes.subarray(start - 1)).digest('hex'),
    pageSizes: pageSizes(document),
  };
};

const catalogRef = ({ pdf }: OpenPdf): PdfRef => {
  const ref = pdf.context.info.trailer.getRef('Root');
  if (!ref) throw new Error('A document without a catalog is not sealed');
  return ref;
};

/** Asks the authorities (RFC 3161) in turn and uses the first valid answer. Throws with the reasons of all. */
const anyOf =
  (urls: string[]): Timestamp =>
  async (digest) => {
    const reasons: string[] = [];
    for (const url of urls) {
      try {
        const authority = new HttpTimestampAuthority(url.trim(), { timeout: TIMESTAMP_TIMEOUT });
        const token = await authority.timestamp(digest, 'SHA-256');
        // The library doesn't check what was stamped; a token for this digest contains it.
        if (Buffer.from(token).includes(Buffer.from(digest))) return token;
        reasons.push(`${url}: the time-stamp is for something else`);
      } catch (error) {
        reasons.push(`${url}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    throw new Error(`No time-stamp authority answered. ${reasons.join('; ')}`);
  };
