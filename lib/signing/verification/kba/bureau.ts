import type { KbaQuestion } from '../../../storage/records/envelope.ts';

/** Whom a recipient says to be: what a bureau looks a person up by. */
export interface Identity {
  first_name: string;
  last_name: string;
  address: string;
  city: string | null;
  state: string | null;
  zip: string | null;
  dob: string | null;
  ssn_last_4: string | null;
}

export interface KbaResponse {
  type: string;
  answer: string | number;
}

/** What a bureau finds. Where it asks on, `reference` is by what it knows the case again. */
export type Finding =
  | { outcome: 'verified' }
  | { outcome: 'failed'; reason: string }
  | {
      /** `differentiator`: tells several persons with the same data apart. `challenge`: a last question after a slip. */
      outcome: 'questions' | 'differentiator' | 'challenge';
      reference: string;
      questions: KbaQuestion[];
    };

/**
 * Who checks a recipient's identity by what only that person knows. Both calls may cost money and are made at most once
 * for each attempt of the recipient's. A bureau that can't be reached throws: the attempt is counted and can be repeated.
 */
export interface Bureau {
  /** How the certificate of completion names it. */
  readonly name: string;
  /** Looks the person up. */
  identify(identity: Identity): Promise<Finding>;
  /** Judges the answers to the questions that it asked under `reference`. */
  judge(reference: string, responses: readonly KbaResponse[]): Promise<Finding>;
}
