import type { AnswerOf, OperationId } from '../../../functions/index.ts';

/** The tokens that a request is sent with: of a user, of a signing session, or none. */
export interface Session {
  token?: string;
  signer?: string;
}

/** Input of a request, by the names of its operation in the API's description. */
export interface Input {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** A message of the local platform's mailbox. */
export interface Mail {
  subject: string;
  links: string[];
  code: string | null;
}

/**
 * One who takes part in a signing. The steps in this folder are the same for all callers: over HTTP, in the process of
 * the functions, through a client's library, or repeating what fails.
 */
export interface Caller {
  /**
   * Sends a request for the operation with this id, and returns the body of the answer: JSON as a value by its
   * contract, text as a string, anything else as bytes (`bytesOf`). Throws unless the request succeeds.
   */
  call<Id extends OperationId>(operation: Id, session: Session, input?: Input): Promise<AnswerOf<Id>>;
  /** Messages to an address, newest first. */
  messages(to: string): Promise<Mail[]>;
  /** Waits until everything that follows from earlier requests is done. */
  settle(): Promise<void>;
}

/** The bytes of a call whose query asked for a file instead of the contract's JSON. */
export const bytesOf = (content: unknown): Uint8Array => {
  if (!(content instanceof Uint8Array)) throw new Error('The answer is no file');
  return content;
};
