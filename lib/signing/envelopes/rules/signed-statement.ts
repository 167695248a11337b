import canonicalize from 'canonicalize';
import { sha256 } from '../../../base/ids.ts';
import type { Meaning } from './meanings.ts';

/** The words of a signature: by whom in print, with which meaning, and when the statement was made. */
export interface Declaration {
  name: string;
  meaning: Meaning;
  time: string;
  /** Count of the envelope's changes then: settings that no event tells of have changed it, too. */
  envelope_version: number;
}

/** A passkey's signature of a statement, as `recipient:signed` holds it. Bytes are base64url. */
export interface PasskeySignature {
  rp_id: string;
  origin: string;
  /** COSE key (RFC 9052 7). */
  public_key: string;
  authenticator_data: string;
  /** The text that the browser made, which has challenge and origin. */
  client_data_json: string;
  signature: string;
}

/** Tells the statement from whatever else a passkey may sign. */
const FORM = 'Countersign signature, form 1';

/** The place that a signature belongs to: it means nothing in another one, or after another event. */
interface StatementPlace {
  envelope_id: string;
  role_name: string;
  email: string;
  /** Hash of the event before `recipient:signed`. */
  chain_head: string;
}

/**
 * The statement that a signer's passkey signs. `signed` is the data of `recipient:signed`, but for the passkey's own
 * signature: documents, values, what was shown and how it was written, and the declaration.
 */
export const statementOf = <Signed extends { declaration?: Declaration | undefined }>(
  { envelope_id, role_name, email, chain_head }: StatementPlace,
  signed: Signed,
) => ({ form: FORM, envelope_id, role_name, email, chain_head, signed });

/** The challenge of a statement: the SHA-256 of its canonical JSON (RFC 8785), base64url. */
export const challengeOf = (statement: object): string =>
  Buffer.from(sha256(canonicalize(statement) ?? ''), 'hex').toString('base64url');
