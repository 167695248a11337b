/** A client's secret as the table holds it (an API key's, a confidential application's): hashes, never a secret. */
export interface KeptSecret {
  /** Null for a client that has none. */
  secret_hash: string | null;
  /** The secret before the latest rotation, and until when it is taken. */
  previous_secret_hash: string | null;
  previous_secret_expires_at: string | null;
}
