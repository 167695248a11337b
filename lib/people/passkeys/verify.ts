import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { KnownKey } from '../../storage/records/passkey.ts';
import { ALGORITHMS } from './algorithms.ts';
import type { NewCredential, SignedCredential } from './passkey-input-schema.ts';
import type { RelyingParty } from './relying-party.ts';

/** The parts of a new passkey's record that its credential says. */
type Added = Pick<
  KnownKey,
  'credential_id' | 'public_key' | 'sign_count' | 'backup_eligible' | 'backed_up' | 'transports'
>;

/**
 * Verifies a new credential by the steps of WebAuthn 3, 7.1, and returns what to keep of it; undefined if it fails one.
 * The authenticator has verified the person.
 */
export const verifyNewCredential = async (
  credential: NewCredential,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<Added | undefined> => {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || !registrationInfo || registrationInfo.credential.id !== credential.id) return undefined;
    const { credential: made, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credential_id: made.id,
      public_key: made.publicKey,
      sign_count: made.counter,
      backup_eligible: credentialDeviceType === 'multiDevice',
      backed_up: credentialBackedUp,
      transports: credential.response.transports ?? [],
    };
  } catch {
    return undefined;
  }
};

/** A verified use of a passkey. */
export interface PasskeyUse {
  sign_count: number;
  backed_up: boolean;
  /** True if the count is not above the one before: the key may have been copied. */
  isBehind: boolean;
}

/**
 * Verifies a passkey's signature by the steps of WebAuthn 3, 7.2; undefined if it fails one. `alone`: the authenticator
 * must have verified the person, because nothing else does. What follows from the count is the caller's to decide.
 */
export const verifySignedCredential = async (
  credential: SignedCredential,
  passkey: KnownKey,
  challenge: string,
  { id, origin }: RelyingParty,
  { alone }: { alone: boolean },
): Promise<PasskeyUse | undefined> => {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: alone,
      // The library refuses each count that isn't above this one.
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    });
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
    const isSameKind = (credentialDeviceType === 'multiDevice') === passkey.backup_eligible;
    if (!verified || !isSameKind || credential.id !== passkey.credential_id) return undefined;
    const counts = newCounter > 0 || passkey.sign_count > 0;
    return {
      sign_count: newCounter,
      backed_up: credentialBackedUp,
      isBehind: counts && newCounter <= passkey.sign_count,
    };
  } catch {
    return undefined;
  }
};
