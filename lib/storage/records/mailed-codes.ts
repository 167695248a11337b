import type { Key } from '../key.ts';

/** As whom somebody guesses: each kind is counted apart, so that no stranger's guesses shut the owner out. */
export type Standing = 'device' | 'network' | 'stranger';

/** Secrets that one mail carried, as hashes: a short code to type, and a secret of 256 bits in its link. */
export interface MailedCode {
  typed_hash: string;
  typed_until: string;
  link_hash: string;
  link_until: string;
  /** Number of guesses that had been made when the code was made: those do not count against it. */
  made_at: Guesses;
}

/** Guesses at typed codes, by who made them: a stranger's never use up the owner's. */
export type Guesses = Record<Standing, number>;

/** The latest codes that were mailed to a user for one purpose. */
export interface CodeItem extends Key, Partial<Guesses> {
  codes: MailedCode[];
  ttl: number;
}
