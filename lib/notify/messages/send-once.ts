import { epochSeconds, timestamp } from '../../base/clock.ts';
import { sha256 } from '../../base/ids.ts';
import { countMessage } from '../../people/organizations/daily-messages.ts';
import type { OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import { recordSent, wasSent } from '../../storage/sent-messages.ts';
import { compose, composeSms, named } from './compose.ts';
import { sendEmail, sendSms } from './send.ts';
import type { MessageContext, MessageData, MessageKind, SmsKind } from './texts/kinds.ts';

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
  const results = await Promise.allSettled(addressees.map((one) => sendTo(messageId(event_id, one), one)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
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

const send = async (
  id: string,
  { channel, kind, locale, to, from, data, code, own, counts_for, envelope_id }: OutgoingMessage,
): Promise<void> => {
  if (counts_for) await countMessage(counts_for);
  if (channel === 'sms') {
    const text = composeSms(kind as SmsKind, locale, data as unknown as MessageData[SmsKind] & MessageContext, own);
    await sendSms({ id, to: to.address, text, code });
    return;
  }
  const content = compose(
    kind as MessageKind,
    locale,
    data as unknown as MessageData[MessageKind] & MessageContext,
    own,
  );
  const { name } = (data as unknown as MessageContext).brand;
  await sendEmail({
    id,
    to: { ...to, name: to.name ? named(to.name) : to.name },
    from: named(from?.name ?? name),
    fromAddress: from?.address,
    replyTo: from?.reply_to ? { address: from.reply_to } : null,
    code,
    envelopeId: envelope_id,
    ...content,
  });
};
