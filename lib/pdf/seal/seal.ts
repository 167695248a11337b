import { sealSigner } from '../../aws/keys/seal-signer.ts';
import { config } from '../../base/config.ts';
import { sha256 } from '../../base/ids.ts';
import { openPdf, type PageSizes, pageSizes } from '../file/open.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { isSigned } from '../file/signature-fields.ts';
import { appendRevision } from '../file/write-file.ts';
import { prepareTexts } from '../fonts/prepare-texts.ts';
import { beforeStamps } from '../stamp/added-only.ts';
import { demandSameLook, stampedPages } from '../stamp/same-look.ts';
import { newNames, type StampField, stampDocument, textsOf } from '../stamp/stamp.ts';
import { type StampedWidgets, stampWidgets } from '../stamp/stamp-widgets.ts';
import { NoTimestampError, type Stamp, TOKEN_ROOM } from '../trust/authority.ts';
import type { Evidence } from '../trust/evidence.ts';
import { NO_AUTHORITY, type Reached, shortfallOf, unanswered } from '../trust/level.ts';
import { sealEvidence } from '../trust/seal-evidence.ts';
import { type Archived, archive } from './archive-seal.ts';
import { cadesSignature, signatureRoom } from './cades.ts';
import { catalogRef } from './catalog-ref.ts';
import { evidenceOfSignatures } from './earlier-evidence.ts';
import { readSignatures } from './read-signatures.ts';
import { addSignatureField, signFile } from './signature-field.ts';
import { makeTimestamps } from './timestamps.ts';

export interface SealOptions {
  reason: string;
  location?: string;
  /** The claimed time of the seal. Only a time-stamp proves one. */
  signingTime: Date;
  /** Size of the document of record, where signers have signed behind it by certificates of their own. */
  recordSize?: number;
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
 * `stampFields` and `sealPdf` in one revision, covered by the seal. Signatures that `bytes` holds are kept with it:
 * their evidence goes into the file, and the archive time-stamp covers it. While that of a signer can't be had, the
 * seal waits at B-T; for signatures of the document of record it doesn't. Throws `SeenOtherwiseError` if a page would
 * show a difference outside of the fields' boxes.
 */
export const stampAndSeal = async (
  bytes: Uint8Array,
  fields: readonly StampField[],
  options: SealOptions,
): Promise<SealedPdf> => {
  await prepareTexts(textsOf(fields));
  const document = await openPdf(bytes);
  const before = beforeStamps(document, stampedPages(fields));
  const names = newNames();
  const drawn = drawStamps(document, fields, names);
  const sealed = await sign(document, bytes, drawn, options);
  await demandSameLook({ record: bytes, sealed: sealed.bytes, before, names }, [...fields, ...drawn.places]);
  return sealed;
};

/** Draws fields into the pages; on a document that is signed already, beside what others have signed. */
const drawStamps = (document: OpenPdf, fields: readonly StampField[], names: string): StampedWidgets => {
  if (isSigned(document)) return stampWidgets(document, fields);
  document.pdf.upgradeVersion('1.7');
  return { widgets: [], changed: stampDocument(document, fields, names), places: [] };
};

const sign = async (
  document: OpenPdf,
  record: Uint8Array,
  { widgets, changed }: StampedWidgets,
  { reason, location, signingTime, recordSize }: SealOptions,
): Promise<SealedPdf> => {
  const signer = await sealSigner();
  const authorities = config.timestampAuthorities();
  // Before the signature: validators expect revocation data that isn't newer than the proven time.
  const evidence = authorities.length > 0 ? await sealEvidence() : null;
  const earlier = evidence && isSigned(document) ? await evidenceOfSignatures(await readSignatures(record)) : [];
  const room = signatureRoom(signer) + (evidence ? TOKEN_ROOM : 0);

  const field = { name: FIELD_NAME, reason, location, signingTime, room };
  const root = catalogRef(document);
  const formed = addSignatureField(document, root, field, widgets);
  const bytes = appendRevision(document, record, [...changed, ...formed]);
  const stamping = makeTimestamps(authorities);
  const { sha256: hash, contents } = await signFile(bytes, room, (digest) =>
    cadesSignature(digest, signer, evidence ? stamping.timestamp : undefined),
  );
  const signers = earlier.filter(({ signature: { end } }) => end > (recordSize ?? record.length));
  const { sha256: longer, ...reached } = await lengthened(bytes, stamping.result, {
    evidence,
    awaited: signers.flatMap(({ chains }) => chains),
    earlier: earlier.flatMap(({ chains }) => chains),
    contents,
    authorities,
  });
  return { ...reached, sha256: longer ?? hashOf(reached.bytes, bytes, hash), pageSizes: pageSizes(document) };
};

interface Longer {
  /** Of the seal's chain; null without authorities. */
  evidence: Evidence | null;
  /** Of chains that the seal waits for while they can't be read. */
  awaited: readonly Evidence[];
  /** Of all chains before the seal. */
  earlier: readonly Evidence[];
  contents: Uint8Array;
  authorities: readonly string[];
}

/** Appends what a longer life needs, and says which level the seal has reached. */
const lengthened = async (
  bytes: Uint8Array,
  { stamp, silence }: { stamp?: Stamp; silence?: NoTimestampError },
  { evidence, awaited, earlier, contents, authorities }: Longer,
): Promise<Archived> => {
  if (!evidence) return { bytes, sha256: null, ...NO_AUTHORITY };
  if (!stamp) return { bytes, sha256: null, ...unanswered('B-B', silence ?? new NoTimestampError()) };
  const unread = awaited.filter(({ status }) => status === 'unavailable');
  const shortfall = shortfallOf(evidence, stamp.evidence) ?? shortfallOf(...unread);
  if (shortfall) return { bytes, sha256: null, level: 'B-T', ...shortfall };
  return archive(bytes, [evidence, stamp.evidence], authorities, contents, earlier);
};

/** A file that nothing was appended to has been hashed already. */
const hashOf = (whole: Uint8Array, signed: Uint8Array, hash: string): string =>
  whole === signed ? hash : sha256(whole);
