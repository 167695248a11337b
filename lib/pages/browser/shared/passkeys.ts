import type { PasskeyCreationOptions, PasskeyRequestOptions } from './answers.ts';
import { wordsOf } from './words/spoken.ts';

/** The browser's part of passkeys: what it is asked for and what it answers, in JSON. */

const words = wordsOf<{ passkeyNotUsed: string; passkeyThere: string }>();

/** A credential in JSON. */
interface PublicCredential {
  id: string;
  rawId: string;
  type: string;
  response: object;
}

/** Has a passkey sign a challenge. */
export const usedPasskey = (options: PasskeyRequestOptions): Promise<PublicCredential> => {
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: options.allowCredentials.map(known),
  };
  return answered(() => navigator.credentials.get({ publicKey }));
};

/** Has the browser make a passkey. */
export const madePasskey = (options: PasskeyCreationOptions): Promise<PublicCredential> => {
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(known),
  };
  return answered(() => navigator.credentials.create({ publicKey }));
};

type Known = PasskeyRequestOptions['allowCredentials'][number];

const known = ({ type, id, transports }: Known): PublicKeyCredentialDescriptor => ({
  type,
  id: bytesOf(id),
  transports: transports as AuthenticatorTransport[],
});

/**
 * The credential in JSON. The browser says the same of a dialog that was closed, of a time that is over, and of a
 * passkey that isn't there, so that pages learn nothing: this says what to do.
 */
const answered = async (ask: () => Promise<Credential | null>): Promise<PublicCredential> => {
  const credential = await ask().catch((error: unknown) => {
    // The authenticator has one of this account, and the person has agreed to say so.
    if (error instanceof DOMException && error.name === 'InvalidStateError') throw new Error(words.passkeyThere);
    return null;
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error(words.passkeyNotUsed);
  return asJson(credential);
};

/** The parts of `toJSON()` that count, written here because not every browser has it. */
const asJson = ({ id, type, response }: PublicKeyCredential): PublicCredential => {
  const parts = response as Partial<AuthenticatorAttestationResponse & AuthenticatorAssertionResponse>;
  const bytes = (name: 'clientDataJSON' | 'attestationObject' | 'authenticatorData' | 'signature' | 'userHandle') =>
    parts[name] ? { [name]: textOf(parts[name]) } : {};
  const isNew = parts.attestationObject !== undefined;
  return {
    id,
    rawId: id,
    type,
    response: {
      ...bytes('clientDataJSON'),
      ...(isNew
        ? { ...bytes('attestationObject'), transports: parts.getTransports?.call(response) ?? [] }
        : { ...bytes('authenticatorData'), ...bytes('signature'), ...bytes('userHandle') }),
    },
  };
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
