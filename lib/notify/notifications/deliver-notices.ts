import { timestamp } from '../../base/clock.ts';
import { sameEmail } from '../../base/email-address.ts';
import { chooseLanguage, type Language } from '../../base/languages.ts';
import { readTogether } from '../../storage/engine/read.ts';
import type { EventName as ChainEventName } from '../../storage/outbox/event-names.ts';
import type { EnvelopeProgress } from '../../storage/records/envelope.ts';
import type { Channel, EventName } from '../../storage/records/notification-template.ts';
import type { EmailItem, Muted, UserItem } from '../../storage/records/user.ts';
import { addressAt, userAt } from '../../storage/users.ts';
import { composeNotice } from '../messages/compose.ts';
import type { OwnText } from '../messages/own-text.ts';
import type { Addressed } from '../messages/send-once.ts';
import { channelsOf, eventOfMessage, eventOfNotice } from './events.ts';
import { putIntoInboxes } from './inbox.ts';
import { messagesOf, type Notice } from './notices.ts';
import { templateOf } from './template-record.ts';

/** An event that workers notify people of. */
export interface EventNotices {
  event_id: string;
  organization_id: string;
  /** The template of the envelope. */
  template_id: string | null;
  notices: readonly Notice[];
  /** Events of its mails and text messages. */
  messages: readonly EventName[];
  /** Locales of those who may get these. */
  locales: readonly (string | null)[];
}

/** An organization's own texts, by channel, event and language. */
export type OwnTexts = ReadonlyMap<string, OwnText>;

/** Facts that a delivery of notices has read for the messages of the same event. */
export interface Delivered {
  texts: OwnTexts;
  /** Kinds of mails that the envelope's owner has switched off, by the events' names. */
  unwanted: readonly string[];
}

/**
 * Adds an event's notices to the inboxes of people with accounts who want such, and returns the organization's own
 * texts for its messages, in their readers' languages and for all, and what the envelope's owner wants no mail of. One
 * call reads everything, and may miss what was written this moment: all messages of an organization read the same. None
 * if nothing is needed. Safe to repeat.
 */
export const deliverNotices = async (given: EventNotices): Promise<Delivered> => {
  const addresses = given.notices.flatMap(({ to }) => ('email' in to ? [to.email] : []));
  const owners = [...new Set(given.notices.flatMap(({ to }) => ('user_id' in to ? [to.user_id] : [])))];
  const wanted = wantedTexts(given);
  const places = wanted.map(([event, channel, locale]) => templateOf(given.organization_id, event, channel, locale));
  const people = [...addresses.map(addressAt), ...owners.map(userAt)];
  const isNeeded = people.length + places.length > 0;
  const found = isNeeded ? await readTogether([...people, ...places], { eventual: true }) : [];
  const accounts = new Map(addresses.map((email, at) => [email, accountOf(found[at])]));
  const users = new Map(owners.map((id, at) => [id, accountOf(found[addresses.length + at])]));
  const texts = new Map<string, OwnText>();
  for (const item of found.slice(people.length)) {
    if (!item || !('event_name' in item)) continue;
    if (item.template_id !== null && item.template_id !== given.template_id) continue;
    texts.set(nameOf(item.type, item.event_name, item.locale), { html: item.html_template, text: item.text_template });
  }
  const known = (to: Notice['to']): Account | undefined =>
    'email' in to ? accounts.get(to.email) : { user_id: to.user_id, muted: users.get(to.user_id)?.muted };
  await putIntoInboxes(entriesOf(given, known, texts));
  return { texts, unwanted: owners.flatMap((id) => users.get(id)?.muted?.email ?? []) };
};

/** The account of a person, as far as notices need it. */
interface Account {
  user_id: string;
  muted: Muted | undefined;
}

/** The account of an address's record, or of a user's. */
const accountOf = (found: object | undefined): Account | undefined => {
  const { id, user_id = id, muted } = (found ?? {}) as Partial<UserItem & EmailItem>;
  return user_id === undefined ? undefined : { user_id, muted };
};

type Wanted = [event: EventName, channel: Channel, locale: Language | null];

/** Each text that may be needed, once: for each language of the readers, and for all languages. */
const wantedTexts = ({ notices, messages, locales }: EventNotices): Wanted[] => {
  const inApp = notices.flatMap(({ kind, event_name = kind, locale }): Wanted[] => {
    const event = eventOfNotice(event_name);
    return event ? [null, chooseLanguage(locale)].map((language) => [event, 'app', language]) : [];
  });
  const languages = [null, ...locales.map((locale) => chooseLanguage(locale))];
  const sent = messages.flatMap((event) =>
    channelsOf(event).flatMap((channel) => languages.map((language): Wanted => [event, channel, language])),
  );
  return [...new Map([...inApp, ...sent].map((one) => [one.join(' '), one])).values()];
};

/** The text for readers of a language, else the one for all; undefined where the platform's words are sent. */
const textIn = (texts: OwnTexts, channel: Channel, event_name: string, locale: string | null): OwnText | undefined =>
  texts.get(nameOf(channel, event_name, chooseLanguage(locale))) ?? texts.get(nameOf(channel, event_name, null));

const entriesOf = (
  { event_id, notices }: EventNotices,
  known: (to: Notice['to']) => Account | undefined,
  texts: OwnTexts,
): Parameters<typeof putIntoInboxes>[0] => {
  const entries = notices.flatMap(({ to, kind, event_name = kind, locale, names, data }) => {
    const account = known(to);
    if (!account || account.muted?.app.includes(event_name)) return [];
    const { user_id } = account;
    const own = textIn(texts, 'app', eventOfNotice(event_name) ?? '', locale);
    return [
      {
        id: event_id,
        user_id,
        profile_id: 'email' in to ? null : to.profile_id,
        event_name,
        message: composeNotice(kind, locale, names, own),
        data,
        read: false,
        deleted: false,
        created_at: timestamp(),
      },
    ];
  });
  // A person who is both owner and recipient gets one entry.
  return entries.filter(({ user_id }, at) => entries.findIndex((one) => one.user_id === user_id) === at);
};

/** The addressee's messages with the organization's own texts for the reader's language, if it has any. */
export const inOwnWords = (addressed: Addressed, texts: OwnTexts): Addressed => ({
  ...addressed,
  make: async () =>
    (await addressed.make()).map((message) => ({
      ...message,
      own: textIn(texts, message.channel, eventOfMessage(message.kind, message.channel) ?? '', message.locale),
    })),
});

const nameOf = (channel: Channel, event_name: string, locale: Language | null): string =>
  `${channel} ${event_name} ${locale ?? ''}`;

/**
 * True for a mail to the envelope's sender of a kind that its owner has switched off (`unwanted`). Where the envelope
 * names another sender's address, that one isn't the owner's to silence.
 */
export const isUnwantedBySender = (
  { addressee }: Addressed,
  { envelope }: Pick<EnvelopeProgress, 'envelope'>,
  event: ChainEventName,
  unwanted: readonly string[],
): boolean =>
  addressee === 'sender' &&
  sameEmail(envelope.sender_email, envelope.owner_email) &&
  messagesOf(event).some((name) => unwanted.includes(name));
