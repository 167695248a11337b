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

/** The picture of a block, an item of its own. Those of before have the block's other members too. */
export interface BlockImage {
  /** PNG, small. */
  image: Uint8Array;
}

/** A signature or initials block with its picture. */
export interface BlockItem extends BlockEntry, BlockImage {}

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
