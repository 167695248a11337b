import type { RecipientItem, SignatureMeaning } from '../../../storage/records/envelope.ts';

/** Meanings of a signature, word for word as they are signed. */
export const MEANINGS = ['I sign', 'I approve', 'I have reviewed'] as const;
export type Meaning = (typeof MEANINGS)[number];

const SIGNED: Record<SignatureMeaning, Meaning> = {
  sign: 'I sign',
  approve: 'I approve',
  review: 'I have reviewed',
};

/** The meaning of the recipient's signature: that which the sender chose, else by the recipient's type. */
export const meaningOf = ({
  type,
  signature_meaning: chosen,
}: Pick<RecipientItem, 'type' | 'signature_meaning'>): Meaning =>
  SIGNED[chosen ?? (type === 'approver' ? 'approve' : 'sign')];

/** True if the trail states the meaning of the recipient's signature, with the name in print and the time. */
export const isDeclared = (
  { part_11 }: { part_11?: boolean },
  { signature_meaning }: Pick<RecipientItem, 'signature_meaning'>,
): boolean => part_11 === true || signature_meaning !== undefined;
