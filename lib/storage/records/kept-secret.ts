/** Hashes of a client's secrets (an API key's, a confidential application's), never a secret. */
export interface KeptSecret {
  /** Null for a client without a secret. */
  secret_hash: string | null;
  /** The secret before the latest rotation, and its end. */
  previous_secret_hash: string | null;
  previous_secret_expires_at: string | null;
}
