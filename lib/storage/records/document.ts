import type { OwnField } from '../../pdf/form/own-field.ts';
import type { EarlierSignature } from '../../pdf/intake/earlier-signature.ts';

/** Facts about an accepted document, beside its hash. */
export interface DocumentRecord {
  /** Size of the document of record, in bytes. The sealed file begins with it. */
  size: number;
  /** SHA-256 of the file as it was sent, hex. */
  sent_sha256: string;
  sent_size: number;
  /** Reasons why the document of record differs from the sent file; empty if it doesn't. */
  rewritten: string[];
  /** Signatures that it had when it was sent; absent if it had none. Then it is the file that was sent. */
  signatures?: EarlierSignature[];
  /** Fields of its own form, where it had signatures and such fields. */
  form?: OwnField[];
}

/** In points, as displayed, by 1-based page. */
export type StoredPageSizes = Record<string, { width: number; height: number }>;
