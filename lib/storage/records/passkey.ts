import type { Key } from '../engine/key.ts';

/** The public part of a passkey (WebAuthn credential), which recognises its signatures. */
export interface KnownKey {
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
}

/** A passkey of a user. */
export interface PasskeyItem extends Key, KnownKey {
  /** Derived from the credential's id. */
  id: string;
  user_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  /** The latest time at which its count was not above the one before, as that of a copied key. */
  counter_behind_at?: string;
}

/**
 * A passkey with which the owner of a mailbox signs documents. It belongs to the mailbox alone: no account is needed,
 * and it signs nobody in.
 */
export interface SignerPasskeyItem extends Key, KnownKey {
  created_at: string;
  ttl: number;
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
