/** The hash of a code that was sent; only the message has the code itself. */
export interface SentCode {
  hash: string;
  expires_at: string;
}
