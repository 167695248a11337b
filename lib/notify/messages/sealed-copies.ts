import { FileChangedError, FileMissingError, getFile } from '../../aws/files/file-store.ts';
import { safeFileName } from '../../aws/files/names.ts';
import { config } from '../../base/config.ts';
import { log } from '../../base/log.ts';
import { stepsOf } from '../../signing/auth-methods/steps.ts';
import { documentFileName } from '../../signing/envelopes/rules/file-names.ts';
import { mayKeepReading } from '../../signing/envelopes/rules/lifecycle.ts';
import { currentFile } from '../../signing/envelopes/rules/recorded-file.ts';
import { findDocuments } from '../../storage/envelopes/read.ts';
import type { MailFile } from '../../storage/outbox/outgoing.ts';
import type { DocumentItem, EnvelopeProgress, RecipientItem } from '../../storage/records/envelope.ts';

/** Files of one mail together stay below so many bytes: with more, many mail servers refuse it. */
export const ATTACHED_BELOW = 7_000_000;

interface Copy {
  document: DocumentItem;
  bytes: Uint8Array;
}

const copies = new WeakMap<EnvelopeProgress, Promise<readonly Copy[]>>();

/**
 * The sealed documents and the certificate, for the mail to this recipient; none where the owner has switched that off,
 * the sender asked for more proof than the mailbox, or they can't be attached. All mails of an event share one reading.
 * Files are named in the mail's language.
 */
export const sealedCopies = async (state: EnvelopeProgress, recipient: RecipientItem): Promise<readonly MailFile[]> => {
  if (!config.attachSealedFiles() || !mayKeepReading(state.envelope, recipient) || !provesByMailbox(recipient))
    return [];
  const known = copies.get(state) ?? readCopies(state.envelope.id);
  copies.set(state, known);
  const locales = [recipient.locale, state.envelope.locale];
  return (await known).map(({ document, bytes }) => ({
    name: safeFileName(documentFileName(document, state.envelope, locales)),
    mime: 'application/pdf',
    bytes,
  }));
};

/** True if a code by mail is the most that the sender asked of the recipient. */
const provesByMailbox = ({ auth_methods }: RecipientItem): boolean =>
  stepsOf(auth_methods).every((method) => method === 'email');

const readCopies = async (envelope_id: string): Promise<Copy[]> => {
  const documents = (await findDocuments(envelope_id)).sort((a, b) => a.order - b.order);
  const size = documents.reduce((sum, document) => sum + sealedSize(document), 0);
  if (size >= ATTACHED_BELOW || documents.some(({ sealed_file }) => sealed_file === null)) return [];
  try {
    return await Promise.all(documents.map(readCopy));
  } catch (error) {
    if (!(error instanceof FileMissingError || error instanceof FileChangedError)) throw error;
    log().warn('A completion goes without its files', { envelope_id, error });
    return [];
  }
};

const sealedSize = ({ size, sealed_size = size, renewals }: DocumentItem): number =>
  renewals?.at(-1)?.size ?? sealed_size;

const readCopy = async (document: DocumentItem): Promise<Copy> => {
  const content = currentFile(document);
  return { document, bytes: await getFile(content.file, { ...content, maxBytes: ATTACHED_BELOW }) };
};
