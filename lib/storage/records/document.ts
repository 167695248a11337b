/** Facts that are recorded of a document when it is taken in, beside its hash. */
export interface DocumentRecord {
  /** Bytes of the document of record. The sealed file begins with them. */
  size: number;
  /** Of the file as it was sent, hex. */
  sent_sha256: string;
  sent_size: number;
  /** Why the document of record isn't the file that was sent; empty where it is. */
  rewritten: string[];
}

/** Points, as displayed, by 1-based page. */
export type StoredPageSizes = Record<string, { width: number; height: number }>;
