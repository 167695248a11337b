import { keyFingerprint } from '../../aws/keys/fingerprint.ts';
import { sealCertificates } from '../../aws/keys/seal-signer.ts';
import { config } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import { findProof, type LogProof } from '../../evidence/proof.ts';
import { FileLimitError, fileThreads } from '../../pdf/file-threads/file-threads.ts';
import { newBudget } from '../../pdf/threads/budget.ts';
import { sealedHashesOf } from '../../storage/envelopes/items.ts';
import { findDocument, findSealedFile, type SealedFile } from '../../storage/envelopes/read.ts';
import { presentRecord } from '../documents/document-of-record.ts';
import type { CheckedSeal, Facts, SealState } from './check-seal.ts';
import type { Verification } from './validation-schema.ts';
import type { ValidationTasks } from './validation-worker.ts';

const run = fileThreads<ValidationTasks>('validation-worker', import.meta.url);

/** Stands for the file in messages: a request has one. */
const NAME = 'to verify';
const PDF_WITHIN = 1024;

/**
 * Verifies if this platform sealed a PDF and if it was changed since. Only the holder of the exact sealed file learns
 * its document. Throws `unusable_document` if it is no PDF, or needs too much time or memory. A Get and a BatchGet;
 * another read if the file is known.
 */
export const validatePdf = async (bytes: Uint8Array): Promise<Verification> => {
  if (!Buffer.from(bytes.subarray(0, PDF_WITHIN)).includes('%PDF-')) {
    return fail('unusable_document', { name: NAME, reason: 'it is no PDF' });
  }
  const hash = sha256(bytes);
  const [pointer, proof] = await Promise.all([findSealedFile(hash), findProof(hash)]);
  const isKnown = pointer !== undefined;
  const checked = await checkedSeal(bytes, { sealKeys: await sealKeys(), isKnown });
  // The hash proves more than any signature: the file is exactly as it was sealed here.
  const state = isKnown ? 'intact' : checked.state;
  return {
    verdict: VERDICTS[state],
    summary: pointer && 'deleted_at' in pointer ? DELETED : SUMMARIES[state],
    ours: state === 'intact' || state === 'altered',
    unchanged: state === 'unsealed' ? null : state === 'intact' || state === 'foreign',
    sha256: hash,
    size: bytes.length,
    seal: checked.seal,
    signatures: checked.signatures,
    document: pointer ? await presentDocument(pointer, hash) : null,
    deleted: pointer ? presentTombstone(pointer) : null,
    log: presentLog(proof, isKnown),
  };
};

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

/** Fingerprints of the current seal key and of former ones. */
const sealKeys = async (): Promise<string[]> => {
  const [seal] = await sealCertificates();
  return [...(seal ? [keyFingerprint(seal.publicKey)] : []), ...config.formerSealKeys()];
};

/**
 * Checks the file's signatures in a thread that ends when the file has used up its time, or exceeds a limit. Throws
 * `unusable_document` then, unless the file is known: its hash suffices.
 */
const checkedSeal = async (bytes: Uint8Array, facts: Facts): Promise<CheckedSeal> => {
  const checked = await run('checkSeal', { bytes, ...facts }, newBudget()).catch((error: unknown) => {
    if (error instanceof FileLimitError) return { limit: error.reason };
    throw error;
  });
  if (!('limit' in checked)) return checked;
  if (facts.isKnown) return { state: 'intact', seal: null, signatures: [] };
  return fail('unusable_document', { name: NAME, reason: checked.limit });
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
