import type { CertificateSignature } from '../../../storage/records/certificate-signature.ts';
import type { DocumentItem, RecipientItem } from '../../../storage/records/envelope.ts';

/** Revisions of an envelope's documents that signers made with certificates of their own, without I/O. */

/** The signatures with certificates that count, in their order. */
export const certificateSignatures = (recipients: readonly RecipientItem[]): CertificateSignature[] =>
  recipients
    .flatMap(({ certificate_signature: signature }) => signature ?? [])
    .sort((one, other) => one.number - other.number);

/** The file of a document with all such signatures; undefined where there is none. */
export const lastSigned = (
  { id }: Pick<DocumentItem, 'id'>,
  recipients: readonly RecipientItem[],
): CertificateSignature['documents'][number] | undefined =>
  certificateSignatures(recipients)
    .at(-1)
    ?.documents.find((one) => one.id === id);

/** Roles whose values these revisions show. */
export const drawnRoles = (recipients: readonly RecipientItem[]): ReadonlySet<string> =>
  new Set(certificateSignatures(recipients).flatMap(({ drawn }) => drawn));
