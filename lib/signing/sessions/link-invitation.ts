/** Facts that a link shows before it is opened: who sends what to whom, as the message with the link says it, too. */
export interface LinkInvitation {
  sender: string;
  envelope: string;
  /** The recipient's name. */
  name: string;
  /**
   * Act that is asked of the recipient; `read` also where nothing is to be done any more, `wait` of one who gets a copy
   * later.
   */
  act: 'sign' | 'approve' | 'read' | 'wait';
  message: string | null;
  brand: { name: string | null; full_logo_url: string | null; primary_color: string | null };
  /** Locales of the recipient and of the envelope. */
  locales: readonly (string | null)[];
  /** True if the link was opened before, and this is a browser in which links were opened: it needs no other press. */
  known: boolean;
}
