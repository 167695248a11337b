import type { Key } from '../engine/key.ts';

/** A passkey (WebAuthn credential) of a user: what recognises its signatures, which is no secret. */
export interface PasskeyItem extends Key {
  /** Derived from the credential's id. */
  id: string;
  user_id: string;
  name: string;
  /** The authenticator's own id of it, base64url. */
  credential_id: string;
  /** COSE key (RFC 9052 7). */
  public_key: Uint8Array;
  /** Signatures that the authenticator has counted; synced passkeys stay at 0. */
  sign_count: number;
  /** True if it may be copied to the person's other devices. */
  backup_eligible: boolean;
  /** True if it was copied when it was used last. */
  backed_up: boolean;
  transports: readonly string[];
  created_at: string;
  last_used_at: string | null;
  /** The latest time at which its count was not above the one before, as that of a copied key. */
  counter_behind_at?: string;
}

/** A challenge that a passkey has to sign, stored under its hash. */
export interface PasskeyChallengeItem extends Key {
  purpose: 'sign_in' | 'second_factor' | 'add';
  /** The user it was made for; absent for a sign-in, where the passkey says whose it is. */
  user_id?: string;
  /** Hash of the `mfa_token` whose sign-in it ends. */
  mfa_hash?: string;
  /** The session that adds a passkey. */
  session_id?: string;
  expires_at: string;
  ttl: number;
}
