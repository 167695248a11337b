import * as z from 'zod';
import { Name } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';
import { TypedCode } from '../mfa/mfa-schema.ts';
import { PresentedPassword } from '../users/password.ts';

/** The most passkeys of one person: their list stays one small query. */
export const MAX_PASSKEYS = 20;

/** Bytes as browsers write them in JSON (WebAuthn 3, 5.1.9): base64url without padding. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'must be base64url');
/** The longest id of a credential has 1023 bytes (WebAuthn 3, 4). */
const CredentialId = bytes(1364).min(1, 'must not be empty');
/** A word of WebAuthn's lists, to which browsers add. */
const Word = z.string().regex(/^[a-z-]{1,40}$/, 'must be a word of small letters and hyphens');
const Transports = z.array(Word).max(10);

/** Members of a credential's JSON that say nothing which counts here. */
const Beside = {
  authenticatorAttachment: Word.nullish(),
  clientExtensionResults: z.looseObject({}).nullish(),
};

const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({ id: CredentialId, rawId: CredentialId, type: z.literal('public-key'), response, ...Beside });

/** A credential of the browser's `navigator.credentials.create()`, as its `toJSON()` writes it. */
export const NewCredential = credential(
  z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: Transports.nullish(),
    authenticatorData: bytes(8000).nullish(),
    publicKey: bytes(8000).nullish(),
    publicKeyAlgorithm: z.int().nullish(),
  }),
).meta({ id: 'NewPasskeyCredential', description: 'The `toJSON()` of what `navigator.credentials.create()` gives' });
export type NewCredential = z.output<typeof NewCredential>;

/** A credential of the browser's `navigator.credentials.get()`, as its `toJSON()` writes it. */
export const SignedCredential = credential(
  z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(8000),
    signature: secretMember(bytes(8000)),
    userHandle: bytes(100).nullish(),
    attestationObject: bytes(20_000).nullish(),
  }),
).meta({ id: 'PasskeyCredential', description: 'The `toJSON()` of what `navigator.credentials.get()` gives' });
export type SignedCredential = z.output<typeof SignedCredential>;

/** Proof that the owner of the account asks. */
export const PasskeyProof = z.object({
  password: PresentedPassword.nullish().meta({ description: 'The password, of an account without a second factor' }),
  code: TypedCode.nullish().meta({
    description: 'A code of the authenticator app or a backup code, of an account with a second factor',
  }),
  credential: SignedCredential.nullish().meta({
    description:
      'A passkey of the account, in the place of both; it signs for `POST /v2/users/authenticate/passkey/options`',
  }),
});
export type PasskeyProof = z.output<typeof PasskeyProof>;

export const NewPasskey = z.object({
  credential: NewCredential,
  name: Name.nullish().meta({
    description: 'A name for the passkey. Default: the names of the browser and its operating system',
  }),
});
export type NewPasskey = z.output<typeof NewPasskey>;

export const PasskeyChange = z.object({ name: Name });

export const PasskeySignInStart = z.object({
  mfa_token: secretMember(
    z.string().max(500).nullish().meta({
      description: 'The sign-in that waits for its second factor; without it the passkey alone signs in',
    }),
  ),
});

export const PasskeySignIn = z.object({
  credential: SignedCredential,
  mfa_token: secretMember(
    z.string().max(500).nullish().meta({ description: 'The `mfa_token` with which the options were requested' }),
  ),
  scope: z.string().max(2000).nullish().meta({
    description: 'Narrows what the token may do to these scopes, separated by spaces',
  }),
});
export type PasskeySignIn = z.output<typeof PasskeySignIn>;
