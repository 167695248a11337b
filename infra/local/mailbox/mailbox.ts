import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timestamp } from '../../../lib/base/clock.ts';
import { sameEmail } from '../../../lib/base/email-address.ts';
import { newId, sha256 } from '../../../lib/base/ids.ts';
import { openJournal } from '../shared/journal.ts';
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
  /** Attached files, without their bytes; absent without any. */
  attachments?: Attachment[];
}

/** An attached file; `url` is its place on the local platform. */
export interface Attachment {
  name: string;
  mime: string;
  size: number;
  sha256: string;
  url: string;
}

/** An attached file as it was sent. */
export interface IncomingFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

/** A message as it was sent. */
export interface Incoming extends Pick<Message, 'channel' | 'from' | 'subject' | 'text' | 'html' | 'code' | 'tags'> {
  /** The sender's own id of it: a message with a known id is a repeat, and stored once. */
  id: string | null;
  to: readonly string[];
  files?: readonly IncomingFile[];
}

export interface Mailbox {
  /** While true, the mail server answers every sender with an outage. */
  outage: boolean;
  /** Stores a message before it is acknowledged; returns its id. */
  deliver(incoming: Incoming): string;
  /** Lists the newest first; with `to`, those to that address or number. */
  list(to?: string): Message[];
  /** The bytes of an attached file by their SHA-256, with the name that they came with; undefined if there is none. */
  attachment(sha256: string): IncomingFile | undefined;
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
  /** Files are kept once, by their content. */
  const keep = ({ name, mime, bytes }: IncomingFile): Attachment => {
    const hash = sha256(bytes);
    mkdirSync(join(directory, 'files'), { recursive: true });
    writeFileSync(join(directory, 'files', hash), bytes, { mode: 0o600 });
    return { name, mime, size: bytes.length, sha256: hash, url: `/local/attachments?sha256=${hash}` };
  };
  const journal = openJournal<Message>(join(directory, 'messages.jsonl'), add);

  return {
    outage: false,
    deliver: ({ id, to, files = [], ...incoming }) => {
      const name = id ?? newId();
      const attachments = files.map((file) => keep(file));
      for (const address of new Set(to.map(addressIn))) {
        if (known.has(`${name}\n${address}`)) continue;
        const message = { id: name, ...incoming, to: address, links: linksIn(incoming.text, incoming.html) };
        const kept: Message = {
          ...message,
          ...(attachments.length > 0 ? { attachments } : {}),
          sent_at: timestamp(),
        };
        journal.append(kept);
        add(kept);
      }
      return name;
    },
    attachment: (hash) => {
      const found = messages.flatMap(({ attachments = [] }) => attachments).find((one) => one.sha256 === hash);
      return found && { name: found.name, mime: found.mime, bytes: readFileSync(join(directory, 'files', hash)) };
    },
    list: (to) => messages.filter((message) => to === undefined || isFor(message, to)).reverse(),
  };
};

/** `mail@example.com` from `Name <mail@example.com>`. */
const addressIn = (address: string): string => (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim();

const isFor = ({ channel, to }: Message, wanted: string): boolean =>
  channel === 'email'
    ? sameEmail(to, addressIn(wanted))
    : // A `+` in a query string arrives as a space.
      /\d/.test(wanted) && to.replace(/\D/g, '') === wanted.replace(/\D/g, '');
