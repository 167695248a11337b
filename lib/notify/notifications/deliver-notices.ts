import { timestamp } from '../../base/clock.ts';
import { readTogether } from '../../storage/engine/read.ts';
import type { Channel, EventName } from '../../storage/records/notification-template.ts';
import { addressAt } from '../../storage/users.ts';
import { composeNotice } from '../messages/compose.ts';
import type { OwnText } from '../messages/own-text.ts';
import type { Addressed } from '../messages/send-once.ts';
import { channelsOf, eventOfMessage, eventOfNotice } from './events.ts';
import { putIntoInboxes } from './inbox.ts';
import type { Notice } from './notices.ts';
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
}

/** An organization's own texts, by channel and event. */
export type OwnTexts = ReadonlyMap<string, OwnText>;

/**
 * Adds an event's notices to the inboxes of people with accounts, and returns the organization's own texts for its
 * messages. One call reads everything, and may miss what was written this moment: all messages of an organization read
 * the same. None if nothing is needed. Safe to repeat.
 */
export const deliverNotices = async (given: EventNotices): Promise<OwnTexts> => {
  const addresses = given.notices.flatMap(({ to }) => ('email' in to ? [to.email] : []));
  const wanted = wantedTexts(given);
  const places = wanted.map(([event, channel]) => templateOf(given.organization_id, event, channel));
  const isNeeded = addresses.length + places.length > 0;
  const found = isNeeded ? await readTogether([...addresses.map(addressAt), ...places], { eventual: true }) : [];
  const accounts = new Map(addresses.map((email, at) => [email, userIdOf(found[at])]));
  const texts = new Map<string, OwnText>();
  for (const item of found.slice(addresses.length)) {
    if (!item || !('event_name' in item)) continue;
    if (item.template_id !== null && item.template_id !== given.template_id) continue;
    texts.set(nameOf(item.type, item.event_name), { html: item.html_template, text: item.text_template });
  }
  await putIntoInboxes(entriesOf(given, accounts, texts));
  return texts;
};

const userIdOf = (found: object | undefined): string | undefined =>
  found && 'user_id' in found ? String(found.user_id) : undefined;

/** Each text that may be needed, once. */
const wantedTexts = ({ notices, messages }: EventNotices): [EventName, Channel][] => {
  const inApp = notices.flatMap(({ kind, event_name = kind }): [EventName, Channel][] => {
    const event = eventOfNotice(event_name);
    return event ? [[event, 'app']] : [];
  });
  const sent = messages.flatMap((event) => channelsOf(event).map((channel): [EventName, Channel] => [event, channel]));
  return [...new Map([...inApp, ...sent].map((one) => [one.join(' '), one])).values()];
};

const entriesOf = (
  { event_id, notices }: EventNotices,
  accounts: ReadonlyMap<string, string | undefined>,
  texts: OwnTexts,
): Parameters<typeof putIntoInboxes>[0] => {
  const entries = notices.flatMap(({ to, kind, event_name = kind, locale, names, data }) => {
    const user_id = 'email' in to ? accounts.get(to.email) : to.user_id;
    if (!user_id) return [];
    const own = texts.get(nameOf('app', eventOfNotice(event_name) ?? ''));
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

/** The addressee's messages with the organization's own texts, if it has any. */
export const inOwnWords = (addressed: Addressed, texts: OwnTexts): Addressed => ({
  ...addressed,
  make: async () =>
    (await addressed.make()).map((message) => ({
      ...message,
      own: texts.get(nameOf(message.channel, eventOfMessage(message.kind, message.channel) ?? '')),
    })),
});

const nameOf = (channel: Channel, event_name: string): string => `${channel} ${event_name}`;
