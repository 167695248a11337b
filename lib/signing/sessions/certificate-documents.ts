import canonicalize from 'canonicalize';
import { fileKeys } from '../../aws/files/file-keys.ts';
import { deleteFile, getFile, putFile } from '../../aws/files/file-store.ts';
import { fail, failure } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import {
  AlteredSignatureError,
  type FinishedRevision,
  finishSignerRevision,
  type PreparedRevision,
  prepareSignerRevision,
} from '../../pdf/seal/signer-revision.ts';
import type { StoredCredential, StoredPreparation } from '../../storage/records/certificate-signing.ts';
import type { DocumentItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { fullName } from '../envelopes/rules/full-name.ts';
import { asIfSubmitted } from '../envelopes/rules/lifecycle.ts';
import { meaningOf } from '../envelopes/rules/meanings.ts';
import { certificateSignatures, drawnRoles, lastSigned } from '../envelopes/rules/signer-revisions.ts';
import { stampsVersion, submittedStamps } from '../envelopes/rules/stamping.ts';
import { declarationOf } from './decide-submission.ts';

/** The next revisions of an envelope's documents by a signer's certificate, as the envelope gives them now. */
export interface NextRevisions {
  state: EnvelopeState;
  recipient: RecipientItem;
  /** The envelope as if the recipient had submitted. */
  after: EnvelopeState;
  /** Time of the signature. */
  time: string;
  documents: DocumentItem[];
  /** Place among the envelope's signatures with certificates, from 1. */
  number: number;
  /** Roles whose values they show: the signer's, and those that nobody's revision shows yet. */
  drawn: string[];
  /** The same while nothing of what is signed changes. */
  version: string;
}

/** A revision that waits for its signature. */
export interface Prepared {
  document: DocumentItem;
  prepared: PreparedRevision;
}

/** Parts of a submit that the documents show. */
interface Written {
  locale: string | null;
  timezone: string | null;
}

/**
 * The next revisions of a recipient who signs at `time`, without I/O. Of others they show the roles in `prepared`, or
 * all that have submitted by now: whoever submits while a signer is at the service is drawn later, and spoils nothing.
 */
export const nextRevisions = (
  state: EnvelopeState,
  recipient: RecipientItem,
  { locale, timezone }: Written,
  time: string,
  prepared?: readonly string[],
): NextRevisions => {
  const declaration = declarationOf(state.envelope, recipient, time);
  const { after } = asIfSubmitted(state, recipient, { locale, timezone, declaration }, time);
  const before = drawnRoles(state.recipients);
  const drawn = after.recipients
    .filter(({ status, type, role_name }) => status === 'submitted' && type !== 'cc' && !before.has(role_name))
    .map(({ role_name }) => role_name)
    .filter((role_name) => !prepared || prepared.includes(role_name));
  const documents = state.documents.filter(({ type }) => type === 'attachment');
  const earlier = certificateSignatures(state.recipients);
  const signed = {
    name: fullName(recipient),
    round: [recipient.round, recipient.reopened ?? 0],
    drawn,
    documents: documents.map((document) => [
      document.id,
      lastSigned(document, state.recipients)?.sha256 ?? document.sha256,
      stampsVersion(document, after, (role) => drawn.includes(role)),
    ]),
  };
  const version = sha256(canonicalize(signed) ?? '');
  return { state, recipient, after, time, documents, number: earlier.length + 1, drawn, version };
};

/** The signer's certificate, and how its key signs. */
type Signer = Pick<StoredCredential, 'certificate' | 'chain' | 'algorithm'>;

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

/** Certificates of a credential, DER. */
export const certificatesOf = ({ certificate, chain }: Pick<Signer, 'certificate' | 'chain'>) => ({
  certificate: bytesOf(certificate),
  chain: chain.map(bytesOf),
});

/**
 * Prepares a revision of each document, upon the document of record or what others have signed of it. One read for
 * each.
 */
export const prepareDocuments = async (
  { state, recipient, after, time, documents, drawn }: NextRevisions,
  signer: Signer,
): Promise<Prepared[]> => {
  const all: Prepared[] = [];
  const shown = new Set([...drawn, ...drawnRoles(state.recipients)]);
  for (const document of documents) {
    const signed = lastSigned(document, state.recipients);
    const base = signed
      ? await getFile(signedFile(document, signed.sha256), { sha256: signed.sha256 })
      : await getFile(document.file, { sha256: document.sha256 });
    const prepared = await prepareSignerRevision(base, {
      fields: submittedStamps(document, after, (role) => drawn.includes(role)),
      later: state.fields.filter(
        ({ document_id, page, role_name }) => document_id === document.id && page > 0 && !shown.has(role_name),
      ),
      fieldName: recipient.role_name,
      reason: meaningOf(recipient),
      name: fullName(recipient),
      signingTime: new Date(time),
      ...certificatesOf(signer),
      algorithm: signer.algorithm,
    });
    all.push({ document, prepared });
  }
  return all;
};

const signedFile = ({ organization_id, envelope_id, id }: DocumentItem, hash: string): string =>
  fileKeys.signedDocument(organization_id, envelope_id, id, hash);

/** Stores prepared files until the signer has authorized the signatures elsewhere. One write for each. */
export const storePrepared = async (
  prepared: readonly Prepared[],
  { time, version, drawn }: NextRevisions,
): Promise<StoredPreparation> => ({
  time,
  version,
  drawn,
  documents: await Promise.all(
    prepared.map(async ({ document, prepared: { bytes, plan, toSign } }) => {
      const hash = sha256(bytes);
      await putFile(signedFile(document, hash), bytes, 'application/pdf', hash);
      const { certificate: _, chain: _chain, algorithm: _algorithm, ...rest } = plan;
      return { id: document.id, sha256: hash, to_sign: Buffer.from(toSign).toString('base64'), plan: rest };
    }),
  ),
});

/** Reads stored prepared files. One read for each. */
export const readPrepared = (
  { documents: stored }: StoredPreparation,
  { documents }: NextRevisions,
  { certificate, chain, algorithm }: Signer,
): Promise<Prepared[]> =>
  Promise.all(
    documents.map(async (document) => {
      const one = stored.find(({ id }) => id === document.id) ?? fail('signature_overtaken');
      const bytes = await getFile(signedFile(document, one.sha256), { sha256: one.sha256 });
      const plan = { ...one.plan, certificate, chain, algorithm };
      return { document, prepared: { bytes, plan, toSign: new Uint8Array(Buffer.from(one.to_sign, 'base64')) } };
    }),
  );

/** Deletes stored prepared files, but for those that `next` has too: within a second the same ones are prepared. */
export const removePrepared = async (
  { documents: stored }: StoredPreparation,
  documents: readonly DocumentItem[],
  next?: StoredPreparation,
): Promise<void> => {
  await Promise.all(
    stored.map(async ({ id, sha256: hash }) => {
      const document = documents.find((one) => one.id === id);
      if (document && !next?.documents.some((one) => one.sha256 === hash)) await deleteFile(signedFile(document, hash));
    }),
  );
};

/** A document that its signer has signed. */
export interface Signed {
  document: DocumentItem;
  finished: FinishedRevision;
}

/**
 * Puts the signatures into the files, and stores these once all are right. Throws `signature_altered` if one isn't by
 * the certificate's key of what was to be signed.
 */
export const finishDocuments = async (
  prepared: readonly Prepared[],
  signatures: readonly Uint8Array[],
): Promise<Signed[]> => {
  const all: Signed[] = [];
  for (const [index, { document, prepared: one }] of prepared.entries()) {
    const signature = signatures[index] ?? fail('signature_altered');
    const finished = await finishSignerRevision(one, signature).catch((error: unknown) => {
      throw error instanceof AlteredSignatureError ? failure('signature_altered') : error;
    });
    all.push({ document, finished });
  }
  await Promise.all(
    all.map(({ document, finished: { bytes, sha256: hash } }) =>
      putFile(signedFile(document, hash), bytes, 'application/pdf', hash),
    ),
  );
  return all;
};
