import { type Bytes, concat, digest, equal, fromBase64, unreadable, utf8 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { base64url, readCoseKey } from './cose-key.ts';
import { plainSignature } from './public-key.ts';
import type { TrailEvent } from './trail.ts';

/** A signature by a signer's passkey, and if it holds. */
interface SignedByPasskey {
  holds: boolean;
  host: string;
  origin: string;
  meaning: string;
}

/** Longest time in milliseconds from the making of the statement to the event. */
const LONGEST = 5 * 60_000;

type Json = Record<string, unknown>;

/**
 * Checks the passkey's signature in `recipient:signed`: of this event's place, documents, values and declaration, for
 * the page and the host that stand there, by the key that stands there, after the device had verified its person. Null
 * where no passkey signed. Throws `UnreadableError`, and `UnsupportedError` where the runtime lacks the algorithm.
 */
export const checkPasskey = async (event: TrailEvent): Promise<SignedByPasskey | null> => {
  const { passkey, ...signed } = event.data;
  if (passkey === undefined) return null;
  const given = objectIn(passkey);
  const text = (member: string): string => textIn(given[member]);
  const declared = objectIn(signed.declaration);
  const statement = {
    form: 'Countersign signature, form 1',
    envelope_id: event.envelope_id,
    role_name: event.role_name,
    email: event.actor.email,
    chain_head: event.previous_hash,
    signed,
  };
  const clientData = utf8(text('client_data_json'));
  const client = objectIn(JSON.parse(text('client_data_json')));
  const authenticator = bytesOf(text('authenticator_data'));
  const said = { host: text('rp_id'), origin: text('origin'), meaning: textIn(declared.meaning) };
  const isAsked =
    client.type === 'webauthn.get' &&
    client.challenge === base64url(await digest('SHA-256', utf8(canonicalJson(statement)))) &&
    client.origin === said.origin &&
    client.crossOrigin !== true;
  // The first two flags: the person was there, and was verified (WebAuthn 3, 6.1).
  const isVerified = authenticator.length >= 37 && ((authenticator[32] ?? 0) & 5) === 5;
  const isOfHost =
    new URL(said.origin).hostname === said.host &&
    equal(authenticator.subarray(0, 32), await digest('SHA-256', utf8(said.host)));
  const age = Date.parse(event.created_at) - Date.parse(textIn(declared.time));
  const isTimely = age >= 0 && age <= LONGEST;
  const data = concat(authenticator, await digest('SHA-256', clientData));
  const isSigned = await isBy(bytesOf(text('public_key')), bytesOf(text('signature')), data);
  return { ...said, holds: isAsked && isVerified && isOfHost && isTimely && isSigned };
};

const isBy = async (key: Bytes, signature: Bytes, data: Bytes): Promise<boolean> => {
  const { jwk, algorithm, isDer } = readCoseKey(key);
  const imported = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']).catch(() => null);
  if (!imported) return false;
  return crypto.subtle.verify(algorithm, imported, isDer ? plainSignature(signature, 32) : signature, data);
};

const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : unreadable('no record of a passkey');
const textIn = (value: unknown): string => (typeof value === 'string' ? value : unreadable('no text of a passkey'));

const bytesOf = (text: string): Bytes => {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='));
};
