import type { Key } from '../engine/key.ts';

/** Kind of visitor: each is counted apart, so that strangers' attempts never lock the owner out. */
export type VisitorKind = 'device' | 'network' | 'stranger';

/** Hashes of one mail's secrets: a short code to type, and a secret of 256 bits in its link. */
export interface MailedCode {
  typed_hash: string;
  typed_until: string;
  link_hash: string;
  link_until: string;
  /** Numbers of attempts at the time when the code was made, which don't count against it. */
  made_at: Guesses;
}

/** Numbers of attempts at typed codes by kind of visitor: a stranger's never use up the owner's. */
export type Guesses = Record<VisitorKind, number>;

/** The latest codes that were mailed to a user for one purpose. */
export interface CodeItem extends Key, Partial<Guesses> {
  codes: MailedCode[];
  ttl: number;
}
