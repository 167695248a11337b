/** A signature that a document had when it was sent. */
export interface EarlierSignature {
  /** Name of its field. */
  field: string;
  kind: 'signature' | 'timestamp';
  /** The name in its certificate. Nobody has checked it against a list. */
  signer: string;
  /** Its time: an authority's where it states one, else what its maker claims. ISO 8601. */
  signed_at: string | null;
  /** True if an authority states the time. */
  is_proven: boolean;
  /**
   * `filling`: it certifies the document, and permits no new visible field on any page. Fields of the document's own
   * form may be filled in.
   */
  permits: 'signing' | 'filling';
}
