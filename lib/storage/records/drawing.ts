/** A signature that a signer draws on another device: it waits here until the first device fetches it. */
export interface Drawing {
  id: string;
  envelope_id: string;
  role_name: string;
  profile_id: string;
  /** The signing session that began it; null where the recipient needs no verification. */
  session_id: string | null;
  /** Of the key that the other device has. */
  hash: string;
  expires_at: string;
  ttl: number;
  /** PNG, once it is drawn. */
  image?: Uint8Array;
}
