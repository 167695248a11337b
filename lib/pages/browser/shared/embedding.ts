/** Steps of a signer in a frame, as reported to the surrounding page. */
export type SigningStep =
  /**
   * The signer has opened the envelope. `status`: the recipient's, such as `opened`, or `submitted` for who comes back.
   */
  | { type: 'opened'; status: string }
  | { type: 'agreed' }
  /** All values so far are saved on the server. */
  | { type: 'saved' }
  /** Signed, or approved. */
  | { type: 'signed' }
  | { type: 'declined' }
  /** The signer has sent the envelope back, with a comment, to those who signed before. */
  | { type: 'sent_back' }
  /** The signer has put somebody else in the own place. */
  | { type: 'delegated' }
  /** The link or the envelope has expired. */
  | { type: 'expired' }
  /** A message for people, in the page's language. */
  | { type: 'error'; message: string };

/** A message of the signing page to the page around it. */
export type SigningMessage = SigningStep & { source: 'countersign'; envelope_id: string; role_name: string };

/**
 * Origins to which a message is sent: that of the surrounding page, if it is one of those allowed. Some browsers don't
 * say which it is, and others answer `null` because the frame sends no referrer (HTML Standard, "ancestor origins
 * list"). Then a message goes to each allowed origin; browsers deliver it only to the page that has it.
 */
export const receivers = (allowed: readonly string[], around: string | undefined): readonly string[] =>
  around === undefined || around === 'null' ? allowed : allowed.filter((origin) => origin === around);
