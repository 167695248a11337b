/** A code that was sent to somebody: the code itself is seen in the message alone. */
export interface SentCode {
  hash: string;
  expires_at: string;
}
