import type { KbaQuestion } from '../../storage/records/envelope.ts';

/** Data by which a bureau looks a person up, as the recipient stated them. */
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

/** Result of a bureau. If it asks more, `reference` names the case. */
export type Finding =
  | { outcome: 'verified' }
  | { outcome: 'failed'; reason: string }
  | {
      /**
       * `differentiator`: separates several persons with the same data. `challenge`: a last question after a mistake.
       */
      outcome: 'questions' | 'differentiator' | 'challenge';
      reference: string;
      questions: KbaQuestion[];
    };

/**
 * A service that checks a recipient's identity by questions that only that person can answer. Both calls may cost money
 * and are made at most once for each attempt. It throws if it can't be reached: the attempt is counted and can be
 * repeated.
 */
export interface Bureau {
  /** Its name on the certificate of completion. */
  readonly name: string;
  /** Looks the person up. */
  identify(identity: Identity): Promise<Finding>;
  /** Judges the answers to the questions that it asked under `reference`. */
  judge(reference: string, responses: readonly KbaResponse[]): Promise<Finding>;
}
