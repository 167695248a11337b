import { config } from '../config.ts';
import type { DocumentItem, EnvelopeItem } from '../envelopes/items.ts';
import { sha256 } from '../ids.ts';
import { keyFingerprint } from '../keys/fingerprint.ts';
import { sealCertificates } from '../keys/seal-signer.ts';
import { fail } from '../operation/errors.ts';
import { type PdfSignature, readSignatures } from '../pdf/read-signatures.ts';
import { getItem, getItems, type Key } from '../table/client.ts';
import { envelopeDocumentKey, envelopeKey, sealedFileKey } from '../table/keys.ts';
import { type CheckedCms, checkCms } from './cms.ts';
import type { Verification } from './schema.ts';

/** From a sealed file's hash to what was sealed. */
interface Pointer extends Key {
  envelope_id: string;
  document_id: string;
}

/** A signature with what was found out about it. */
type Checked = PdfSignature & CheckedCms & { ours: boolean };

const PDF_WITHIN = 1024;

/**
 * Says of a PDF whether this platform sealed it and whether it was changed since. Only who holds a file that was sealed
 * here, byte for byte, learns what it is. Ends the request with 406 where it is no PDF. A Get; another read where the
 * file is known.
 */
export const verifyPdf = async (bytes: Uint8Array): Promise<Verification> => {
  if (!Buffer.from(bytes.subarray(0, PDF_WITHIN)).includes('%PDF-')) {
    return fail('unusable_document', { name: 'to verify', reason: 'it is no PDF' });
  }
  const hash = sha256(bytes);
  const [signatures, document] = await Promise.all([checkedSignatures(bytes), knownDocument(hash)]);
  const checked = mostTelling(signatures);
  const verdict = verdictOf(checked);
  return {
    verdict,
    summary: SUMMARIES[verdict],
    ours: checked?.ours ?? false,
    unchanged: checked ? isUnchanged(checked) : null,
    sha256: hash,
    size: bytes.length,
    seal: checked ? presentSeal(checked) : null,
    document,
  };
};

const SUMMARIES: Record<Verification['verdict'], string> = {
  intact: 'This document was sealed here and has not been changed since.',
  changed: 'This document was sealed here, but it is not what was sealed: it has been changed since.',
  foreign: 'This document is signed, but it was not sealed here.',
  unsealed: 'This document bears no seal that could be checked.',
};

const verdictOf = (checked: Checked | undefined): Verification['verdict'] => {
  if (!checked) return 'unsealed';
  if (!checked.ours) return 'foreign';
  return isUnchanged(checked) ? 'intact' : 'changed';
};

const isUnchanged = ({ valid, fits, coversWholeFile }: Checked): boolean => valid && fits && coversWholeFile;

const checkedSignatures = async (bytes: Uint8Array): Promise<Checked[]> => {
  const ours = await sealKeys();
  const checked: Checked[] = [];
  for (const signature of await readSignatures(bytes)) {
    const cms = await checkCms(signature.cms, signature.covered);
    // The key tells seals apart, not the certificate: that is replaced from time to time.
    if (cms) {
      checked.push({ ...signature, ...cms, ours: cms.valid && ours.has(keyFingerprint(cms.certificate.publicKey)) });
    }
  }
  return checked;
};

/** The key that seals now, and those that did before it was changed. */
const sealKeys = async (): Promise<Set<string>> => {
  const [seal] = await sealCertificates();
  return new Set([...(seal ? [keyFingerprint(seal.publicKey)] : []), ...config.formerSealKeys()]);
};

/** Of several signatures the one that says most: ours before others, one that holds before one that doesn't. */
const mostTelling = (signatures: readonly Checked[]): Checked | undefined => {
  const ours = signatures.filter((signature) => signature.ours);
  return ours.find(isUnchanged) ?? ours[0] ?? signatures.find(isUnchanged) ?? signatures[0];
};

const presentSeal = (checked: Checked): Verification['seal'] => {
  const { certificate, valid, fits, coversWholeFile, timestamp, claimedAt, reason } = checked;
  return {
    valid,
    fits,
    covers_whole_file: coversWholeFile,
    level: timestamp ? 'B-T' : 'B-B',
    claimed_at: claimedAt,
    reason,
    timestamp,
    certificate: {
      subject: certificate.subject.replaceAll('\n', ', '),
      issuer: certificate.issuer.replaceAll('\n', ', '),
      serial_number: certificate.serialNumber,
      valid_from: certificate.validFromDate.toISOString(),
      valid_to: certificate.validToDate.toISOString(),
      sha256: sha256(certificate.raw),
    },
  };
};

const knownDocument = async (hash: string): Promise<Verification['document']> => {
  const pointer = await getItem<Pointer>(sealedFileKey(hash));
  if (!pointer) return null;
  const { envelope_id, document_id } = pointer;
  const [envelope, document] = (await getItems<Key>([
    envelopeKey(envelope_id),
    envelopeDocumentKey(envelope_id, document_id),
  ])) as unknown as [EnvelopeItem | undefined, DocumentItem | undefined];
  if (!envelope?.completed_at || document?.sealed_sha256 !== hash) return null;
  const { completed_at, chain_head, event_count } = envelope;
  return { name: document.name, completed_at, chain_head, event_count };
};
