import { keyFingerprint } from '../../aws/keys/fingerprint.ts';
import { sealCertificates } from '../../aws/keys/seal-signer.ts';
import { config } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import { findProof, type LogProof } from '../../evidence/proof.ts';
import { type Inspected, inspectLevel, isOnlyArchived } from '../../pdf/inspect-level.ts';
import { findSignatures, type PdfSignature, readSignatures } from '../../pdf/read-signatures.ts';
import { subjectOf } from '../../pdf/trust/x509-certificate.ts';
import { sealedHashesOf } from '../../storage/envelopes/items.ts';
import { findDocument, findSealedFile, type SealedFile } from '../../storage/envelopes/read.ts';
import { presentRecord } from '../documents/document-of-record.ts';
import { type CheckedCms, checkCms } from './cms.ts';
import type { Verification } from './schema.ts';

/** A signature with the results of its check. `archived`: only validation data and time-stamps follow it. */
type Checked = PdfSignature & CheckedCms & { namesOurKey: boolean; archived: boolean };

const PDF_WITHIN = 1024;

/**
 * Verifies if this platform sealed a PDF and if it was changed since. Only the holder of the exact sealed file learns
 * its document. Throws `unusable_document` if it is no PDF. A Get and a BatchGet; another read if the file is known.
 */
export const validatePdf = async (bytes: Uint8Array): Promise<Verification> => {
  if (!Buffer.from(bytes.subarray(0, PDF_WITHIN)).includes('%PDF-')) {
    return fail('unusable_document', { name: 'to verify', reason: 'it is no PDF' });
  }
  const hash = sha256(bytes);
  const [read, pointer, proof] = await Promise.all([readSignatures(bytes), findSealedFile(hash), findProof(hash)]);
  const stamps = read.filter(({ kind }) => kind === 'timestamp').sort((a, b) => a.end - b.end);
  const signatures = await checkedSignatures(bytes, read, stamps, pointer !== undefined);
  const [signature] = signatures.toSorted((a, b) => RANK.indexOf(stateOf(a)) - RANK.indexOf(stateOf(b)));
  // The hash proves more than any signature: the file is exactly as it was sealed here.
  const state = pointer ? 'intact' : stateOf(signature);
  return {
    verdict: VERDICTS[state],
    summary: pointer && 'deleted_at' in pointer ? DELETED : SUMMARIES[state],
    ours: state === 'intact' || state === 'altered',
    unchanged: state === 'unsealed' ? null : state === 'intact' || state === 'foreign',
    sha256: hash,
    size: bytes.length,
    seal: signature ? presentSeal(signature, await inspected(bytes, signature, stamps)) : null,
    document: pointer ? await presentDocument(pointer, hash) : null,
    deleted: pointer ? presentTombstone(pointer) : null,
    log: presentLog(proof, pointer !== undefined),
  };
};

/**
 * Result for a file by one of its signatures. `altered`: it contains what was sealed here, and more. `misplaced`: a
 * seal in this platform's name doesn't cover it, so nothing shows that this file was ever sealed.
 */
type SealState = 'intact' | 'altered' | 'misplaced' | 'foreign' | 'foreign-changed' | 'unsealed';

/** Priority among several signatures: ours before others, a valid one before an invalid one. */
const RANK: readonly SealState[] = ['intact', 'altered', 'misplaced', 'foreign', 'foreign-changed', 'unsealed'];

const VERDICTS: Record<SealState, Verification['verdict']> = {
  intact: 'intact',
  altered: 'changed',
  misplaced: 'changed',
  foreign: 'foreign',
  'foreign-changed': 'foreign',
  unsealed: 'unsealed',
};

const FOREIGN = 'This document is signed, but it was not sealed here.';

const SUMMARIES: Record<SealState, string> = {
  intact: 'This document was sealed here and has not been changed since.',
  altered:
    'This file contains what was sealed here, but it is not what was sealed: something was added or changed since.',
  misplaced:
    'This document has a seal of this platform that is not valid for it: it was changed after the sealing, or the seal comes from another file.',
  foreign: FOREIGN,
  'foreign-changed': FOREIGN,
  unsealed: 'This document has no seal that can be checked.',
};

const DELETED =
  'This document was sealed here and has not been changed since. Its envelope was deleted here at the end of the time for which it was to be kept.';

const stateOf = (checked: Checked | undefined): SealState => {
  if (!checked) return 'unsealed';
  const { namesOurKey, byItsKey, valid, fits, asMadeHere, lowerCase } = checked;
  const whole = valid && fits && coversWholeFile(checked);
  if (!namesOurKey) return whole ? 'foreign' : 'foreign-changed';
  if (!byItsKey || !fits) return 'misplaced';
  return whole && asMadeHere && lowerCase ? 'intact' : 'altered';
};

const coversWholeFile = (checked: Checked): boolean =>
  (checked.coversWholeFile || (checked.archived && checked.contentsInPlace)) && checked.alone;

const checkedSignatures = async (
  bytes: Uint8Array,
  read: readonly PdfSignature[],
  stamps: readonly PdfSignature[],
  isKnown: boolean,
): Promise<Checked[]> => {
  const shown = await checkAll(read);
  for (const one of shown) one.archived = isKnown || (await isArchived(bytes, one, stamps));
  if (shown.some(({ namesOurKey }) => namesOurKey)) return shown;
  // A signature that a later revision hides counts only if it proves the file's beginning, because any file may contain
  // another.
  const hidden = await checkAll(findSignatures(bytes));
  return [...shown, ...hidden.filter(({ namesOurKey, byItsKey, fits }) => namesOurKey && byItsKey && fits)];
};

const checkAll = async (signatures: readonly PdfSignature[]): Promise<Checked[]> => {
  const ours = await sealKeys();
  const checked: Checked[] = [];
  for (const signature of signatures) {
    const cms = await checkCms(signature.contents, signature.covered);
    // Seals are recognised by the key, because certificates are replaced from time to time.
    if (cms) {
      const namesOurKey = ours.has(keyFingerprint(cms.certificate.publicKey));
      checked.push({ ...signature, ...cms, namesOurKey, archived: false });
    }
  }
  return checked;
};

/** True for a seal of ours that others can't have continued with anything else. */
const isArchived = async (bytes: Uint8Array, checked: Checked, stamps: readonly PdfSignature[]): Promise<boolean> => {
  const { namesOurKey, valid, fits, end } = checked;
  if (!namesOurKey || !valid || !fits || end === bytes.length) return false;
  try {
    return await isOnlyArchived(bytes, checked, stamps);
  } catch {
    return false;
  }
};

/** Results that the file itself proves of a seal; null where its revocation data was not read. */
type Checks = Omit<Inspected, 'revocation'> & { revocation: Inspected['revocation'] | null };

/** The level of the seal. Others' validation data isn't read, because strangers could make it slow. */
const inspected = async (
  bytes: Uint8Array,
  { timestamp, ...checked }: Checked,
  stamps: readonly PdfSignature[],
): Promise<Checks> => {
  const plain = { level: timestamp ? ('B-T' as const) : ('B-B' as const), revocation: null, timestamps: [] };
  if (!checked.namesOurKey || !checked.byItsKey || !checked.fits) return plain;
  try {
    return await inspectLevel(bytes, checked, stamps);
  } catch {
    return plain;
  }
};

/** Fingerprints of the current seal key and of former ones. */
const sealKeys = async (): Promise<Set<string>> => {
  const [seal] = await sealCertificates();
  return new Set([...(seal ? [keyFingerprint(seal.publicKey)] : []), ...config.formerSealKeys()]);
};

const presentSeal = (checked: Checked, { level, revocation, timestamps }: Checks): Verification['seal'] => {
  const { certificate, valid, fits, timestamp, claimedAt, reason } = checked;
  return {
    valid,
    fits,
    covers_whole_file: coversWholeFile(checked),
    level,
    revocation,
    claimed_at: claimedAt,
    reason,
    timestamp,
    archive_timestamps: timestamps.map(({ time, signer }) => ({
      time: time.toISOString(),
      authority: subjectOf(signer),
    })),
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

/** The log has the hashes of deleted envelopes, too: their files can still be proven. */
const presentLog = (proof: LogProof | undefined, isKnown: boolean): Verification['log'] => {
  if (proof) return { state: 'included', proof };
  return isKnown ? { state: 'pending', proof: null } : null;
};

/** The rest of a sealed file whose envelope was deleted. */
const presentTombstone = (pointer: SealedFile): Verification['deleted'] => {
  if (!('deleted_at' in pointer)) return null;
  const { envelope_id, document_id, deleted_at, completed_at, chain_head, event_count } = pointer;
  return { reason: 'retention', envelope_id, document_id, deleted_at, completed_at, chain_head, event_count };
};

/** Presents the document of a sealed file; null if its envelope was deleted. */
const presentDocument = async (
  { envelope_id, document_id }: { envelope_id: string; document_id: string },
  hash: string,
): Promise<Verification['document']> => {
  const { envelope, document } = await findDocument(envelope_id, document_id);
  if (!envelope?.completed_at || !document || !sealedHashesOf(document).includes(hash)) return null;
  const { completed_at, chain_head, event_count, certified } = envelope;
  return {
    envelope_id,
    document_id,
    name: document.name,
    record: presentRecord(document),
    sealed_sha256: document.sealed_sha256,
    sealed_size: document.sealed_size ?? document.size,
    completed_at,
    certificate_chain_head: certified?.chain_head ?? null,
    certificate_event_count: certified?.event_count ?? null,
    chain_head,
    event_count,
    events_since: certified ? event_count - certified.event_count : null,
  };
};
