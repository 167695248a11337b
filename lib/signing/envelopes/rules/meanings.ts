import type { RecipientItem } from '../../../storage/records/envelope.ts';

/** Meanings of a signature, word for word as they are signed. */
export const MEANINGS = ['I sign', 'I approve', 'I have reviewed'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** The meaning of the recipient's signature. */
export const meaningOf = ({ type }: Pick<RecipientItem, 'type'>): Meaning =>
  type === 'approver' ? 'I approve' : 'I sign';
