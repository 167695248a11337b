import { fileKeys } from '../../../aws/files/file-keys.ts';
import { deleteFile, FileChangedError, getFile, listFiles, putFile } from '../../../aws/files/file-store.ts';
import { MINUTE, now, timestamp, timestampIn } from '../../../base/clock.ts';
import { newId, sha256 } from '../../../base/ids.ts';
import { QUOTES } from '../../../base/languages.ts';
import { quotedAfter } from '../../../base/party-text.ts';
import { buildCertificate } from '../../../pdf/completion-certificate/build-certificate.ts';
import { type SealedPdf, sealPdf, stampAndSeal } from '../../../pdf/seal/seal.ts';
import { SeenOtherwiseError } from '../../../pdf/stamp/same-look.ts';
import { addSealedFiles, markSealed } from '../../../storage/envelopes/write.ts';
import type { Certified, DocumentItem, EnvelopeItem, EnvelopeState } from '../../../storage/records/envelope.ts';
import { presentSealed } from '../../documents/document-of-record.ts';
import { changeEnvelope } from '../acts/commit.ts';
import { findWholeEnvelope } from '../reading/read-envelope.ts';
import { SYSTEM } from '../rules/chain.ts';
import type { Change } from '../rules/lifecycle.ts';
import { sealFailed } from '../rules/seal-failure.ts';
import { drawnRoles, lastSigned } from '../rules/signer-revisions.ts';
import { submittedStamps } from '../rules/stamping.ts';
import { certificateModel } from './completion-certificate.ts';
import { nextRenewal } from './renewal.ts';

/**
 * Seals a completed envelope: stamps and seals every document, makes and seals the certificate of completion, and
 * changes the envelope to `signed` in one transaction. Each step checks the earlier progress, so that it can be
 * interrupted and repeated, even twice at once: each document gets one seal, and there is one certificate. Returns the
 * sealed envelope, and if it was sealed just now; undefined if it is not complete.
 */
export const sealEnvelope = async (
  envelope_id: string,
): Promise<{ isNew: boolean; sealed: EnvelopeState } | undefined> => {
  const state = await findWholeEnvelope(envelope_id);
  if (state?.envelope.status !== 'complete') return undefined;
  if (state.envelope.signed) return { isNew: false, sealed: state };
  const documents: DocumentItem[] = [];
  for (const document of state.documents) {
    documents.push(document.sealed_sha256 ? document : await sealDocument(document, state));
  }
  const certificate = await sealCertificate({ ...state, documents });
  return { isNew: true, sealed: await finish(state.envelope, documents, certificate) };
};

/**
 * Deletes sealed files to which a sealed envelope doesn't refer: an attempt that was interrupted, or was faster or
 * slower than another, has left them. The first seal of a document counts, so nothing can refer to another one any
 * more, except for a renewal, which may be on its way where one is due: then nothing is deleted.
 */
export const removeLeftovers = async ({ envelope, documents }: EnvelopeState): Promise<void> => {
  const soon = timestampIn(RUN_TIME);
  if (!envelope.signed || !documents.every(({ sealed_file }) => sealed_file)) return;
  if (documents.some(({ seal_renew_at }) => seal_renew_at && seal_renew_at <= soon)) return;
  const referred = new Set(documents.flatMap(sealedFilesOf));
  const prefix = fileKeys.envelope(envelope.organization_id, envelope.id);
  let last: string | undefined;
  do {
    const keys = await listFiles(prefix, last);
    const left = keys.filter((key) => SEALED.test(key) && !referred.has(key));
    await Promise.all(left.map(deleteFile));
    last = keys.length === LISTED_AT_ONCE ? keys.at(-1) : undefined;
  } while (last);
};

/** The document's sealed file, and those that its renewals have replaced: somebody may hold a link to them. */
const sealedFilesOf = (document: DocumentItem): (string | null)[] => {
  const { organization_id, envelope_id, id, sealed_sha256, renewals = [] } = document;
  const hashes = [sealed_sha256, ...renewals.map(({ sha256: hash }) => hash)].filter((hash) => hash !== null);
  const keys = hashes.map((hash) => fileKeys.sealedDocument(organization_id, envelope_id, id, hash));
  return [document.file, document.sealed_file, ...keys];
};

/** More than a run of the worker may take. */
const RUN_TIME = 20 * MINUTE;
const SEALED = /\/(?:sealed|signed)-[^/]+\.pdf$/;
const LISTED_AT_ONCE = 1000;

/** The stored file of a document is not the one that was sent. */
class OtherFileError extends Error {
  constructor({ name }: DocumentItem) {
    super(`The stored file of ${name} is not the one that was sent`);
    this.name = 'OtherFileError';
  }
}

/**
 * Records that an attempt at a sealing failed. Returns true if no other attempt can succeed: the file is not the one
 * that was sent, or would be sealed with other content than was shown.
 */
export const recordSealFailure = async (envelope_id: string, error: unknown): Promise<boolean> => {
  const isFinal = error instanceof OtherFileError || error instanceof SeenOtherwiseError;
  await changeEnvelope(envelope_id, (state, at) => sealFailed(state, isFinal ? `${error.message}.` : null, at));
  return isFinal;
};

const REASON = 'Sealed by Countersign when all recipients had submitted';

/** A text of the brand: viewers show it beside the platform's certificate, and it must not pass for the platform's. */
const quoted = (text: string | null | undefined): string => quotedAfter('', text ?? '', 'ltr', QUOTES.en);

/** Texts of the seal: the platform's, and after it the brand's, if it has some. */
const sealOptions = ({ envelope: { brand } }: EnvelopeState) => {
  const reason = quoted(brand?.look.pdf_signature_reason);
  return {
    reason: reason ? `${REASON}. The sender adds: ${reason}` : REASON,
    location: quoted(brand?.look.pdf_signature_location) || undefined,
    signingTime: now(),
  };
};

const sealDocument = async (document: DocumentItem, state: EnvelopeState): Promise<DocumentItem> => {
  const { organization_id, envelope_id, id } = document;
  const signed = lastSigned(document, state.recipients);
  const [file, hash] = signed
    ? [fileKeys.signedDocument(organization_id, envelope_id, id, signed.sha256), signed.sha256]
    : [document.file, document.sha256];
  const base = await getFile(file, { sha256: hash }).catch((error) => {
    throw error instanceof FileChangedError ? new OtherFileError(document) : error;
  });
  const drawn = drawnRoles(state.recipients);
  const stamps = submittedStamps(document, state, (role_name) => !drawn.has(role_name));
  // Signatures behind the document of record are the signers'.
  const signers = signed ? { recordSize: document.record.size } : {};
  const sealed = await stampAndSeal(base, stamps, { ...sealOptions(state), ...signers });
  const sealed_file = fileKeys.sealedDocument(organization_id, envelope_id, id, sealed.sha256);
  await putFile(sealed_file, sealed.bytes, 'application/pdf', sealed.sha256);
  const done = {
    sealed_file,
    ...sealMembers(sealed),
    signed: true,
    size: sealed.bytes.length,
    updated_at: timestamp(),
  };
  // The first seal counts: a second one of the same document is never used.
  const marked = await markSealed(document, done);
  if (marked) return marked;
  const other = (await findWholeEnvelope(envelope_id))?.documents.find((one) => one.id === id);
  if (!other) throw new Error(`Document ${id} has gone while it was sealed`);
  return other;
};

/** The seal in a document's record. */
const sealMembers = ({ sha256: sealed_sha256, bytes, level, reason, detail, renewAt }: SealedPdf) => ({
  sealed_sha256,
  sealed_size: bytes.length,
  seal_level: level,
  seal_reason: reason,
  seal_detail: detail,
  seal_renew_at: renewAt,
});

const sealCertificate = async (state: EnvelopeState): Promise<DocumentItem> => {
  const { id: envelope_id, organization_id } = state.envelope;
  const id = newId();
  const at = timestamp();
  const plain = await buildCertificate(await certificateModel(state, at));
  const sealed = await sealPdf(plain, sealOptions(state));
  const file = fileKeys.sealedDocument(organization_id, envelope_id, id, sealed.sha256);
  await putFile(file, sealed.bytes, 'application/pdf', sealed.sha256);
  return {
    id,
    envelope_id,
    organization_id,
    template_document_id: null,
    order: Math.max(0, ...state.documents.map(({ order }) => order)) + 1,
    type: 'certificate',
    name: 'Certificate of completion.pdf',
    pages: Object.keys(sealed.pageSizes).length,
    mime: 'application/pdf',
    size: sealed.bytes.length,
    signed: true,
    page_sizes: sealed.pageSizes,
    ...recordOfCertificate(plain),
    file,
    sealed_file: file,
    ...sealMembers(sealed),
    created_at: at,
    updated_at: at,
  };
};

/** The certificate is made here, so the made file is its document of record. */
const recordOfCertificate = (plain: Uint8Array): Pick<DocumentItem, 'sha256' | 'record'> => {
  const hash = sha256(plain);
  return { sha256: hash, record: { size: plain.length, sent_sha256: hash, sent_size: plain.length, rewritten: [] } };
};

const finish = async (
  { id: envelope_id, chain_head, event_count }: EnvelopeItem,
  sealed: readonly DocumentItem[],
  certificate: DocumentItem,
): Promise<EnvelopeState> => {
  await addSealedFiles(envelope_id, sealed, certificate);
  return changeEnvelope(envelope_id, sealing(sealed, certificate, { chain_head, event_count }));
};

/**
 * The change after documents and certificate are sealed, with the chain's state on the certificate; null if another
 * worker was first.
 */
export const sealing =
  (sealed: readonly DocumentItem[], certificate: DocumentItem, certified: Certified) =>
  ({ envelope, recipients }: EnvelopeState): Change | null => {
    if (envelope.signed) return null;
    const copied = recipients.filter(({ type }) => type === 'cc');
    const documents = [...sealed, certificate].map(presentSealed);
    return {
      envelope: {
        signed: true,
        seal_due_at: null,
        seal_error: null,
        seal_renew_at: nextRenewal([...sealed, certificate]),
        certified,
      },
      // Recipients of copies may see the envelope from now on, and needn't do anything.
      recipients: Object.fromEntries(copied.map(({ role_name }) => [role_name, { status: 'submitted' as const }])),
      documents: [certificate],
      events: [
        { event: 'envelope:sealed', actor: SYSTEM, data: { documents } },
        ...copied.map(({ role_name }) => ({ event: 'envelope:cc' as const, role_name, actor: SYSTEM })),
      ],
    };
  };
