import type { MessageContext, MessageData, MessageKind, SmsKind } from './message-data.ts';

/** The sender of a mail. */
export interface MailSender {
  name: string;
  /** Null means the platform's own address. */
  address: string | null;
  /** Address for replies, if it differs. */
  reply_to: string | null;
}

/** A file that goes with a mail. */
export interface MailFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

/** A message of a kind that is to be composed and sent. */
export interface Outgoing<Kind extends MessageKind> {
  /** Only some kinds can be text messages. */
  channel: Kind extends SmsKind ? 'email' | 'sms' : 'email';
  /** Kind of the message, which chooses its text (`lib/notify/messages/texts`). */
  kind: Kind;
  /** Language of the reader; null if it is unknown. */
  locale: string | null;
  /** `address` is an e-mail address or, for `sms`, an E.164 number. */
  to: { name: string; address: string };
  /** By default the platform with the brand's name. */
  from?: MailSender;
  /** Values for the text's placeholders. */
  data: MessageData[Kind] & MessageContext;
  /** The organization in whose daily count it is; absent for messages that nobody there caused. */
  counts_for?: string;
  /** The envelope whose recipient it is for: a mail that comes back is recorded there. */
  envelope_id?: string;
  /** The one-time code it carries; the local mailbox shows it. */
  code?: string;
  /** Files to attach to a mail. Where they can't be sent, the mail goes without them. */
  files?: readonly MailFile[];
  /** The organization's own text, with placeholders that name `data`. */
  own?: { html: string | null; text: string | null } | undefined;
}

/** A message of any kind, with that kind's data: the result of an area's `…Message` function for a message request. */
export type OutgoingMessage = { [Kind in MessageKind]: Outgoing<Kind> }[MessageKind];
