import { DAY, HOUR, SECOND } from '../../../base/clock.ts';
import { sameEmail } from '../../../base/email-address.ts';
import { fail } from '../../../base/errors.ts';
import { noteLimit } from '../../../people/attempts/noted-limits.ts';
import type { Actor, EnvelopeItem, EnvelopeProgress, RecipientItem } from '../../../storage/records/envelope.ts';
import { readersOf } from './event-effects.ts';

/**
 * The bound on messages about one envelope to one person, without I/O. The envelope's own events are the count: they
 * are written in the transaction that causes the message, so that no restart forgets one and no two requests share one.
 */
interface Window {
  most: number;
  within: number;
}

/** Messages that anybody can ask for. An act beyond them is refused. */
const ASKED: readonly Window[] = [
  { most: 10, within: HOUR },
  { most: 30, within: DAY },
];

/**
 * All messages, with those that nobody asks for, such as the news that somebody has declined. Such an act is never
 * refused; its message is left out beyond these.
 */
const ALL: readonly Window[] = ASKED.map(({ most, within }) => ({ most: most + 10, within }));

/** The reader of a message: a recipient, or the envelope's sender. */
export type Reader = Pick<RecipientItem, 'role_name' | 'email'> | 'sender';

type Counted = Pick<EnvelopeProgress['events'][number], 'event' | 'role_name' | 'created_at' | 'subject'>;

/**
 * Throws `too_many_requests` if an event of a change asks for a message to somebody who has got as many as there may
 * be. `recipients`: as they are after the change.
 */
export const demandMessagesLeft = (
  before: readonly Counted[],
  asked: readonly { event: string; role_name?: string; actor: Actor }[],
  recipients: readonly RecipientItem[],
  at: string,
): void => {
  for (const { event, role_name, actor } of asked) {
    const reader = recipients.find((one) => one.role_name === role_name);
    if (!reader || !readersOf(event)?.askedBy.includes(actor.type)) continue;
    const times = messageTimes(before, reader);
    const seconds = secondsUntilRoom(times, at, ASKED);
    note(times, at);
    if (seconds > 0) fail('too_many_requests', { seconds });
  }
};

/** True if a message to the reader may be asked for at `at`. */
export const hasMessagesLeft = (events: readonly Counted[], reader: Reader, at: string): boolean =>
  secondsUntilRoom(messageTimes(events, reader), at, ASKED) === 0;

/** True if the message about the event `id` is sent to the reader. */
export const mayStillGet = ({ events }: Pick<EnvelopeProgress, 'events'>, reader: Reader, id: string): boolean => {
  const place = events.findIndex((event) => event.id === id);
  const event = events[place];
  if (!event) return true;
  return secondsUntilRoom(messageTimes(events.slice(0, place), reader), event.created_at, ALL) === 0;
};

/** True if the person at this address or number has reported the envelope: nothing more about it is sent there. */
export const isUnwanted = ({ unwanted_by = [] }: Pick<EnvelopeItem, 'unwanted_by'>, address: string | null): boolean =>
  unwanted_by.some((one) => address !== null && sameEmail(one, address));

/** True if one of the recipient's addresses is such a one. */
export const isUnwantedBy = (
  envelope: Pick<EnvelopeItem, 'unwanted_by'>,
  { email, phone }: Pick<RecipientItem, 'email' | 'phone'>,
): boolean => isUnwanted(envelope, email || null) || isUnwanted(envelope, phone);

/** The addresses and numbers at which messages about an envelope reach the recipient. */
export const addressesOf = ({ email, phone, phone_auth }: RecipientItem): string[] => [
  ...new Set([email, phone, phone_auth].filter((one): one is string => Boolean(one))),
];

/**
 * Times of the events about which the reader got messages, with those of everybody who had the role or has the address.
 */
const messageTimes = (events: readonly Counted[], reader: Reader): string[] =>
  events.filter((event) => isAbout(event, reader)).map(({ created_at }) => created_at);

const isAbout = ({ event, role_name, subject }: Counted, reader: Reader): boolean => {
  const readers = readersOf(event);
  if (!readers) return false;
  if (reader === 'sender') return readers.sender;
  // The others are not told of one who declines while the envelope goes on.
  if (event === 'recipient:declined' && subject.envelope.status !== 'declined') return false;
  if (readers.recipients !== 'one') return readers.recipients === 'all';
  return (
    role_name === reader.role_name || (reader.email !== '' && sameEmail(subject.recipient?.email ?? '', reader.email))
  );
};

/** Seconds until the windows have room for one more message; 0 if they have. */
const secondsUntilRoom = (times: readonly string[], at: string, windows: readonly Window[]): number =>
  Math.max(0, ...windows.map((window) => secondsUntilRoomIn(times, at, window)));

const secondsUntilRoomIn = (times: readonly string[], at: string, { most, within }: Window): number => {
  const recent = recentOf(times, at, within);
  const leaving = recent.at(-most);
  return leaving === undefined ? 0 : Math.max(1, Math.ceil((leaving + within - Date.parse(at)) / SECOND));
};

const recentOf = (times: readonly string[], at: string, within: number): number[] =>
  times.map((time) => Date.parse(time)).filter((time) => time > Date.parse(at) - within);

const note = (times: readonly string[], at: string): void => {
  for (const { most, within } of ASKED) {
    const recent = recentOf(times, at, within);
    const [oldest = Date.parse(at)] = recent;
    noteLimit({
      name: within === DAY ? 'envelope-messages-day' : 'envelope-messages',
      limit: most,
      windowSeconds: within / SECOND,
      left: Math.max(0, most - recent.length - 1),
      resetSeconds: Math.ceil((oldest + within - Date.parse(at)) / SECOND),
    });
  }
};
