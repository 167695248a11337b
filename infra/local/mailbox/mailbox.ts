import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { timestamp } from '../../../lib/base/clock.ts';
import { sameEmail } from '../../../lib/base/email-address.ts';
import { newId } from '../../../lib/base/ids.ts';
import { openJournal } from '../journal.ts';
import { linksIn } from './links.ts';

/** A message as `GET /local/messages` returns it: one for each recipient address. */
export interface Message {
  id: string;
  channel: 'email' | 'sms';
  /** The bare address or the phone number. */
  to: string;
  from: string | null;
  subject: string | null;
  text: string | null;
  html: string | null;
  links: string[];
  /** The one-time code or token in it. */
  code: string | null;
  sent_at: string;
  /** Tags that SES returns with a bounce. */
  tags?: Record<string, string>;
}

/** A message as it was sent. */
export interface Incoming extends Pick<Message, 'channel' | 'from' | 'subject' | 'text' | 'html' | 'code' | 'tags'> {
  /** The sender's own id of it: a message with a known id is a repeat, and stored once. */
  id: string | null;
  to: readonly string[];
}

export interface Mailbox {
  /** While true, the mail server answers every sender with an outage. */
  outage: boolean;
  /** Stores a message before it is acknowledged; returns its id. */
  deliver(incoming: Incoming): string;
  /** Lists the newest first; with `to`, those to that address or number. */
  list(to?: string): Message[];
}

/** Number of listed messages. Older ones stay in the file. */
const LISTED = 5000;

/** Opens the captured mailbox in `directory`, with the messages of earlier runs. */
export const openMailbox = (directory: string): Mailbox => {
  mkdirSync(directory, { recursive: true });
  const messages: Message[] = [];
  const known = new Set<string>();
  const add = (message: Message) => {
    known.add(`${message.id}\n${message.to}`);
    messages.push(message);
    if (messages.length > LISTED) messages.shift();
  };
  const journal = openJournal<Message>(join(directory, 'messages.jsonl'), add);

  return {
    outage: false,
    deliver: ({ id, to, ...incoming }) => {
      const name = id ?? newId();
      for (const address of new Set(to.map(bareAddress))) {
        if (known.has(`${name}\n${address}`)) continue;
        const message = { id: name, ...incoming, to: address, links: linksIn(incoming.text, incoming.html) };
        const kept: Message = { ...message, sent_at: timestamp() };
        journal.append(kept);
        add(kept);
      }
      return name;
    },
    list: (to) => messages.filter((message) => to === undefined || isFor(message, to)).reverse(),
  };
};

/** `mail@example.com` from `Name <mail@example.com>`. */
const bareAddress = (address: string): string => (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim();

const isFor = ({ channel, to }: Message, wanted: string): boolean =>
  channel === 'email'
    ? sameEmail(to, bareAddress(wanted))
    : // A `+` in a query string arrives as a space.
      /\d/.test(wanted) && to.replace(/\D/g, '') === wanted.replace(/\D/g, '');
