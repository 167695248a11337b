import { allEnded } from '../../base/all-ended.ts';
import { epochSeconds, timestamp } from '../../base/clock.ts';
import { sha256 } from '../../base/ids.ts';
import { log } from '../../base/log.ts';
import { countMessage } from '../../people/organizations/daily-messages.ts';
import type { MessageKind, SmsKind } from '../../storage/outbox/message-data.ts';
import type { MailFile, OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import { recordSent, wasSent } from '../../storage/sent-messages.ts';
import { compose, composeSms, named } from './compose.ts';
import { isRefused, sendEmail, sendSms } from './send.ts';

/** An addressee. `make` makes the messages when they are needed, with their links and codes. */
export interface Addressed {
  /** Distinguishes the addressees of one event: `sender`, `recipient:` and a role's name. */
  addressee: string;
  make: () => Promise<OutgoingMessage[]>;
}

const KEPT_SECONDS = 14 * 24 * 60 * 60;

/**
 * Sends messages to each addressee of an event who didn't get them yet. Each is recorded after the provider accepted
 * it; if the process dies in between, the message is sent again with the same id rather than never. Throws if any
 * failed, after trying all.
 */
export const sendOnce = async (event_id: string, addressees: readonly Addressed[]): Promise<void> => {
  await allEnded(addressees.map((one) => sendTo(messageId(event_id, one), one)));
};

/** Id for a header, which allows short ASCII only: a role's name may be anything. */
const messageId = (event_id: string, { addressee }: Addressed): string =>
  `${event_id}:${sha256(addressee).slice(0, 16)}`;

const sendTo = async (id: string, { make }: Addressed): Promise<void> => {
  if (await wasSent(id)) return;
  for (const [index, message] of (await make()).entries()) {
    await send(index === 0 ? id : `${id}:${index}`, message);
  }
  await recordSent(id, { sent_at: timestamp(), ttl: epochSeconds() + KEPT_SECONDS });
};

const send = async (id: string, message: OutgoingMessage): Promise<void> => {
  const { channel, kind, locale, to, data, code, own, counts_for, files = [] } = message;
  if (counts_for) await countMessage(counts_for);
  if (channel === 'sms') {
    const text = composeSms<SmsKind>(kind, locale, data, own);
    await sendSms({ id, to: to.address, text, code });
    return;
  }
  try {
    await sendMail(id, message, files);
  } catch (error) {
    if (files.length === 0 || !isRefused(error)) throw error;
    log().warn('A mail with files was refused, and goes without them', { message_id: id, error: error as Error });
    await sendMail(id, message, []);
  }
};

/** Sends the mail with these files, which its words mention. */
const sendMail = (
  id: string,
  { kind, locale, to, from, data, code, own, envelope_id }: OutgoingMessage,
  files: readonly MailFile[],
): Promise<string> => {
  return sendEmail({
    id,
    to: { ...to, name: to.name ? named(to.name) : to.name },
    from: named(from?.name ?? data.brand.name),
    fromAddress: from?.address,
    replyTo: from?.reply_to ? { address: from.reply_to } : null,
    code,
    envelopeId: envelope_id,
    files,
    ...compose<MessageKind>(kind, locale, { ...data, files: files.length || null }, own),
  });
};
