/** Whom a mail comes from. */
export interface MailSender {
  name: string;
  /** Null: the platform's own address. */
  address: string | null;
  /** Where answers go, where that is somewhere else. */
  reply_to: string | null;
}

/** A message ready to be composed and sent: what an area's `…Message` function makes of a message request. */
export interface OutgoingMessage {
  channel: 'email' | 'sms';
  /** The kind of message, by which its text is chosen (`lib/notify/messages/kinds.ts`). */
  kind: string;
  /** Language of the reader; null where nothing is known. */
  locale: string | null;
  /** `address` is an e-mail address or, for `sms`, an E.164 number. */
  to: { name: string; address: string };
  /** The platform under the brand's name, unless stated. */
  from?: MailSender;
  /** What the kind's text is filled with. */
  data: Record<string, unknown>;
  /** The organization among whose messages of the day it counts; absent for what is not somebody's doing there. */
  counts_for?: string;
  /** The one-time code it carries; the local mailbox shows it. */
  code?: string;
  /** The organization's own words for it, with placeholders that name `data`. */
  own?: { html: string | null; text: string | null } | undefined;
}
