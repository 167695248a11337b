import type { Language } from '../../../base/languages.ts';
import type { MessageKind, SmsKind } from '../../../storage/outbox/message-data.ts';
import type { Button, Reason, SharedText, SubjectNotice } from './frames.ts';
import type { NoticeKind } from './kinds.ts';

/** One message's texts. `{property}` stands for the message's data, see `MessageData`. */
export interface MessageText {
  subject: string;
  /** The subject unless stated. */
  heading?: string;
  /** Shown before the button. One whose property is missing is left out. */
  paragraphs: readonly string[];
  /** Shown after the button. */
  notes?: readonly string[];
}

/** All texts of one language. */
export interface Catalogue {
  /** Language tag (BCP 47): also decides how dates are written. */
  locale: Language;
  /** Ends a subject that stands as a sentence. */
  full_stop: string;
  greeting: string;
  /** Stands before the button's address, for those whose mail program shows no button. */
  link_hint: string;
  /** Note of attached files: sealed documents with their certificate. Left out without any. */
  attached: string;
  because: Record<Reason, string>;
  support: string;
  buttons: Record<Button, string>;
  /** Texts that several messages end with. */
  shared: Record<SharedText, string>;
  messages: Record<MessageKind, MessageText>;
  sms: Record<SmsKind, string>;
  notices: Record<Exclude<NoticeKind, SubjectNotice>, string>;
}
