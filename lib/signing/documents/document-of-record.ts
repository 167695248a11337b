import type { DocumentRecord } from '../../storage/records/document.ts';
import type { DocumentItem } from '../../storage/records/envelope.ts';
import type { RecordAnswer } from './record-schema.ts';

/** Presents the document of record of a template's or envelope's document. */
export const presentRecord = ({ sha256, record }: { sha256: string; record: DocumentRecord }): RecordAnswer => ({
  sha256,
  size: record.size,
  sent_sha256: record.sent_sha256,
  sent_size: record.sent_size,
  rewritten: record.rewritten,
  ...(record.signatures && { signatures: record.signatures }),
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
