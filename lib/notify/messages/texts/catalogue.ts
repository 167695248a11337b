import type { MessageKind, NoticeKind, SmsKind } from './kinds.ts';

/** One message's texts. `{property}` stands for the message's data, see `MessageData`. */
export interface MessageText {
  subject: string;
  heading: string;
  /** Shown before the button. One whose property is missing is left out. */
  paragraphs: readonly string[];
  /** Somebody's own words, set apart. */
  quote?: string;
  /** Label of the button that opens `link`. */
  button?: string;
  /** Shown after the button. */
  notes?: readonly string[];
  /** Reason why the reader gets it. */
  because: 'account' | 'address' | 'recipient' | 'sender';
}

/** All texts of one language. */
export interface Catalogue {
  /** Language tag (BCP 47): also decides how dates are written. */
  locale: string;
  greeting: string;
  /** Stands before the button's address, for those whose mail program shows no button. */
  link_hint: string;
  /** Note of attached files: sealed documents with their certificate. Left out without any. */
  attached: string;
  because: Record<MessageText['because'], string>;
  support: string;
  messages: Record<MessageKind, MessageText>;
  sms: Record<SmsKind, string>;
  notices: Record<NoticeKind, string>;
}
