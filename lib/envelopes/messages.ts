import { mailBrand, mailSender } from '../brands/snapshot.ts';
import { config } from '../config.ts';
import type { Addressed } from '../messages/send-once.ts';
import type { MailSender, OutgoingMessage } from '../outbox/outgoing.ts';
import { LINK_LIFE, newAccessKey, signingLink } from '../signing/link.ts';
import { putItem } from '../table/client.ts';
import { CODE_MINUTES, mintCode } from '../verification/codes.ts';
import { nextStep } from '../verification/steps.ts';
import type { EnvelopeState, RecipientItem } from './items.ts';
import { isActing, isOpen } from './lifecycle.ts';
import { fullName } from './present.ts';

/** Who is written to because of an event of an envelope, as things stand now. */
export const envelopeMessages = (
  state: EnvelopeState,
  { event, role_name }: { event: string; role_name: string },
): Addressed[] => {
  const recipient = state.recipients.find((one) => one.role_name === role_name);
  switch (event) {
    case 'recipient:invited':
      return toActing(state, recipient, 'recipient_invited');
    case 'recipient:reminder':
      return toActing(state, recipient, 'recipient_reminded');
    case 'invitation:resent':
      return toActing(state, recipient, 'recipient_fresh_link');
    case 'recipient:delegated':
      return toActing(state, recipient, 'recipient_delegated', { delegator_name: delegatorOf(state, role_name) });
    case 'recipient:code_requested':
      return oneTimeCode(state, recipient);
    case 'recipient:declined':
      return [toSender(state, 'envelope_declined', { recipient_name: recipient ? fullName(recipient) : role_name })];
    case 'envelope:sealed':
      return completed(state);
    case 'envelope:canceled':
      return reached(state).map((one) => toRecipient(state, one, 'envelope_canceled', false));
    case 'envelope:expired':
      return [
        toSender(state, 'envelope_expired', {}),
        ...reached(state).map((one) => toRecipient(state, one, 'envelope_expired', false)),
      ];
    default:
      return [];
  }
};

/** An invitation is only right while it is the recipient's turn: it may have waited in a queue. */
const toActing = (
  state: EnvelopeState,
  recipient: RecipientItem | undefined,
  kind: string,
  more: Record<string, unknown> = {},
): Addressed[] => {
  const { envelope } = state;
  const wanted = recipient && isOpen(envelope) && isActing(recipient) && !envelope.no_contact;
  return wanted ? [toRecipient(state, recipient, kind, true, more)] : [];
};

/** Who handed the role over to who has it now. */
export const delegatorOf = ({ events, recipients }: EnvelopeState, role: string): string => {
  const last = events.findLast(({ event, role_name }) => event === 'recipient:delegated' && role_name === role);
  const delegator = recipients.find(({ role_name }) => role_name === last?.event_detail);
  return delegator ? fullName(delegator) : '';
};

/**
 * A one-time code, where the recipient still waits for one. It is asked for by the recipient: it goes out even where
 * nobody else is to be written to.
 */
const oneTimeCode = (state: EnvelopeState, recipient: RecipientItem | undefined): Addressed[] => {
  if (!recipient || !isOpen(state.envelope) || !isActing(recipient)) return [];
  const method = nextStep(recipient);
  if (method !== 'email' && method !== 'sms') return [];
  const address = method === 'email' ? recipient.email : (recipient.phone_auth ?? '');
  const name = fullName(recipient);
  const make = async (): Promise<OutgoingMessage[]> => {
    const code = await mintCode(recipient, method);
    const context = aboutEnvelope(state, recipient.timezone ?? state.envelope.timezone);
    const locale = recipient.locale ?? state.envelope.locale;
    const data = { ...context, name, code, minutes: CODE_MINUTES };
    const from = await senderOf(state);
    return [{ channel: method, kind: 'one_time_code', locale, to: { name, address }, from, code, data }];
  };
  return address ? [{ addressee: `recipient:${recipient.role_name}`, make }] : [];
};

const completed = (state: EnvelopeState): Addressed[] => [
  toSender(state, 'envelope_completed', {}),
  ...state.recipients
    .filter(({ email, delegated_to }) => !state.envelope.no_contact && email !== '' && delegated_to === null)
    .map((one) => toRecipient(state, one, one.type === 'cc' ? 'envelope_cc' : 'envelope_completed', true)),
];

/** Those who know of the envelope because they were written to. */
export const reached = ({ envelope, recipients, events }: EnvelopeState): RecipientItem[] => {
  const invited = new Set(
    events.filter(({ event }) => event === 'recipient:invited').map(({ role_name }) => role_name),
  );
  return envelope.no_contact ? [] : recipients.filter(({ role_name, email }) => email !== '' && invited.has(role_name));
};

const toSender = (state: EnvelopeState, kind: string, data: Record<string, unknown>): Addressed => ({
  addressee: 'sender',
  make: async () => {
    const { envelope } = state;
    return [
      {
        channel: 'email',
        kind,
        locale: envelope.locale,
        to: { name: envelope.sender_name, address: envelope.sender_email },
        from: await senderOf(state),
        data: {
          ...aboutEnvelope(state, envelope.timezone),
          name: envelope.sender_name,
          link: `${config.appUrl()}/envelopes/${envelope.id}`,
          ...data,
        },
      },
    ];
  },
});

/** A recipient's question as the mail that the sender gets. */
export const questionToSender = (
  state: EnvelopeState,
  data: { recipient_name: string; recipient_email: string | null; question: string },
): Promise<OutgoingMessage[]> => toSender(state, 'recipient_question', data).make();

const toRecipient = (
  state: EnvelopeState,
  recipient: RecipientItem,
  kind: string,
  linked: boolean,
  more: Record<string, unknown> = {},
): Addressed => ({
  // No role can be taken for the sender.
  addressee: `recipient:${recipient.role_name}`,
  make: async (): Promise<OutgoingMessage[]> => {
    const channel = recipient.email ? 'email' : 'sms';
    const address = recipient.email || recipient.phone;
    if (!address) return [];
    return [
      {
        channel,
        kind,
        locale: recipient.locale ?? state.envelope.locale,
        to: { name: fullName(recipient), address },
        from: await senderOf(state),
        data: {
          ...aboutEnvelope(state, recipient.timezone ?? state.envelope.timezone),
          name: fullName(recipient),
          message: recipient.message,
          ...more,
          ...(linked ? { link: await freshLink(recipient, channel) } : {}),
        },
      },
    ];
  },
});

/** The key is made when the message is: only its hash is ever stored. */
const freshLink = async (recipient: RecipientItem, channel: 'email' | 'sms'): Promise<string> => {
  const { item, key } = newAccessKey(recipient, channel, LINK_LIFE);
  await putItem(item);
  return signingLink(recipient.envelope_id, recipient.role_name, key);
};

const aboutEnvelope = ({ envelope }: EnvelopeState, timezone: string | null) => ({
  envelope_name: envelope.name,
  sender_name: envelope.sender_name,
  expires_at: envelope.expires_at,
  timezone,
  brand: mailBrand(envelope.brand, envelope.organization, envelope.sender_name),
});

const senders = new WeakMap<EnvelopeState, Promise<MailSender>>();

/** Whom the envelope's mails come from; asked once for all mails of an event. */
const senderOf = (state: EnvelopeState): Promise<MailSender> => {
  const { brand, organization, sender_name } = state.envelope;
  const known = senders.get(state) ?? mailSender(brand, organization, sender_name);
  senders.set(state, known);
  return known;
};
