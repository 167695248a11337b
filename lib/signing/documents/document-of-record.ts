import * as z from 'zod';
import type { DocumentRecord } from '../../storage/records/document.ts';
import type { DocumentItem } from '../../storage/records/envelope.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The document of record, as the audit trail and the verification of a sealed file show it. */
export const RecordAnswer = {
  sha256: Hash.meta({
    description: 'Of the document of record: the one file that pages are shown, stamped and sealed from',
  }),
  size: z.int().meta({
    description:
      'Bytes of the document of record. The sealed file begins with it: `head -c SIZE sealed.pdf | sha256sum`',
  }),
  sent_sha256: Hash.meta({
    description: 'Of the file as it was sent; the same where it is the document of record',
  }),
  sent_size: z.int().meta({ description: 'Bytes of the file as it was sent' }),
  rewritten: z
    .array(z.string())
    .meta({ description: 'Why the document of record is not the file that was sent; empty where it is' }),
};

export type RecordAnswer = z.output<z.ZodObject<typeof RecordAnswer>>;

/** Presents the document of record of a template's or envelope's document. */
export const presentRecord = ({ sha256, record }: { sha256: string; record: DocumentRecord }): RecordAnswer => ({
  sha256,
  size: record.size,
  sent_sha256: record.sent_sha256,
  sent_size: record.sent_size,
  rewritten: record.rewritten,
});

/** Presents a document of a sealed envelope, in the audit trail as in the event that binds it. */
export const presentSealed = (document: DocumentItem) => ({
  id: document.id,
  name: document.name,
  type: document.type,
  ...presentRecord(document),
  sealed_sha256: document.sealed_sha256,
  sealed_size: document.sealed_sha256 === null ? null : (document.sealed_size ?? document.size),
  seal_level: document.seal_level,
  seal_reason: document.seal_reason ?? null,
  seal_detail: document.seal_detail ?? null,
});
