/** Steps of a signer in a frame, as the page around it hears of them. */
export type SigningStep =
  /** The signer has opened the envelope. `status`: the recipient's, such as `opened`, or `submitted` for who comes back. */
  | { type: 'opened'; status: string }
  | { type: 'agreed' }
  /** All that was filled in so far is with the server. */
  | { type: 'saved' }
  /** Signed, or approved. */
  | { type: 'signed' }
  | { type: 'declined' }
  /** The link, or the envelope's time, is over. */
  | { type: 'expired' }
  /** A message for people, in the page's language. */
  | { type: 'error'; message: string };

/** A message of the signing page to the page around it. */
export type SigningMessage = SigningStep & { source: 'countersign'; envelope_id: string; role_name: string };
