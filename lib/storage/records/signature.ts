export type BlockKind = 'signature' | 'initial';

/** A signature or initials block in lists. */
export interface BlockEntry {
  id: string;
  profile_id: string;
  kind: BlockKind;
  /** The bucket's key of the same picture in full size. */
  file: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** A signature or initials block with its picture. */
export interface BlockItem extends BlockEntry {
  /** PNG, small. */
  image: Uint8Array;
  /** In pixels. */
  width: number;
  height: number;
}

/** Signature or initials that a person had remembered, for whatever envelope comes next. */
export interface RememberedMark {
  kind: BlockKind;
  /** PNG, small. */
  image: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
  created_at: string;
  ttl: number;
}
