import { config } from '../../base/config.ts';
import { sameEmail } from '../../base/email-address.ts';
import { type MessageOrigin, mailBrand, messageOrigin } from '../../people/brands/snapshot.ts';
import { CODE_MINUTES, issueRecipientCode } from '../../signing/auth-methods/codes.ts';
import { nextStepIn } from '../../signing/auth-methods/steps.ts';
import { findEnvelopeProgress } from '../../signing/envelopes/reading/read-envelope.ts';
import { takesPart } from '../../signing/envelopes/rules/access.ts';
import { fullName } from '../../signing/envelopes/rules/full-name.ts';
import { isActing, isOpen, mayKeepReading, mayOpen } from '../../signing/envelopes/rules/lifecycle.ts';
import { isUnwanted, mayStillGet, type Reader } from '../../signing/envelopes/rules/message-bound.ts';
import { deleteAt } from '../../signing/envelopes/rules/retention.ts';
import { LINK_LIFE, newAccessKey, signingLink } from '../../signing/sessions/link.ts';
import { isReading } from '../../signing/verification/rules.ts';
import { addAccessKey } from '../../storage/envelopes/write.ts';
import type { EventName } from '../../storage/outbox/event-names.ts';
import type { MessageContext, MessageData, MessageKind, SmsKind } from '../../storage/outbox/message-data.ts';
import type { MailSender, OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import type { EnvelopeProgress, RecipientItem } from '../../storage/records/envelope.ts';
import { sealedCopies } from './sealed-copies.ts';
import type { Addressed } from './send-once.ts';

/** A message about an envelope, with its reader, and the address or number that it goes to. */
interface AboutEnvelope extends Addressed {
  reader: Reader;
  address: string;
}

/** An event of an envelope, as the worker gets it. */
interface About {
  event: EventName;
  role_name: string;
  id?: string;
}

/**
 * Messages for an event of an envelope, by its current state. None to a person who has reported the envelope, or has
 * got as many as there may be: of whatever kind a message is, it passes here.
 */
export const envelopeMessages = (state: EnvelopeProgress, about: About): Addressed[] =>
  messagesOf(state, about).filter(
    ({ reader, address }) =>
      !(reader !== 'sender' && isUnwanted(state.envelope, address)) &&
      (about.id === undefined || mayStillGet(state, reader, about.id)),
  );

const messagesOf = (state: EnvelopeProgress, { event, role_name, id }: About): AboutEnvelope[] => {
  const recipient = state.recipients.find((one) => one.role_name === role_name);
  switch (event) {
    case 'recipient:invited':
      if (recipient?.sent_back) {
        const { name, reason } = recipient.sent_back;
        return toActing(state, recipient, 'sent_back_by_other', { recipient_name: name, reason });
      }
      return toActing(state, recipient, forType(recipient, 'recipient_invited', 'approver_invited'), {});
    case 'recipient:reminder':
      return toActing(state, recipient, 'recipient_reminded', {});
    case 'invitation:resent':
      return recipient && mayOpen(state.envelope, recipient) && !state.envelope.no_contact
        ? linked(state, recipient, 'recipient_fresh_link', {})
        : [];
    case 'recipient:delegated':
      return [
        ...toActing(state, recipient, forType(recipient, 'recipient_delegated', 'approver_delegated'), {
          delegator_name: nameOf(delegatorOf(state, role_name)),
        }),
        ...handedOver(state, recipient),
      ];
    case 'recipient:named':
      return recipient?.named ? [toSender(state, 'recipient_named', namedNames(state, recipient))] : [];
    case 'recipient:code_requested':
      return oneTimeCode(state, recipient, sessionOf(state, id));
    case 'recipient:released':
      // Not if the step has been opened again meanwhile.
      return recipient?.released && !state.envelope.no_contact
        ? toRecipient(state, recipient, 'released_by_others', {})
        : [];
    case 'recipient:sent_back': {
      // Whoever was quick may have submitted again: the comment is in the trail alone then.
      const { reason = null } = state.recipients.find(({ sent_back }) => sent_back?.by === role_name)?.sent_back ?? {};
      const recipient_name = recipient ? fullName(recipient) : role_name;
      return [toSender(state, 'recipient_sent_back', { recipient_name, reason })];
    }
    case 'recipient:declined': {
      const recipient_name = recipient ? fullName(recipient) : role_name;
      if (isGoingOn(state, id)) {
        return [toSender(state, 'recipient_declined', { recipient_name, reason: recipient?.decline_reason ?? null })];
      }
      return [
        toSender(state, 'envelope_declined', { recipient_name, reason: recipient?.decline_reason ?? null }),
        ...reached(state)
          .filter((one) => one.role_name !== role_name && takesPart(one))
          .flatMap((one) => toRecipient(state, one, 'declined_by_other', { recipient_name })),
      ];
    }
    case 'recipient:failed':
      // Not if the sender has reset the recipient meanwhile.
      return recipient?.status === 'failed'
        ? [toSender(state, 'recipient_failed', { recipient_name: fullName(recipient) })]
        : [];
    case 'recipient:certificate_failed':
      // Not if the recipient has signed meanwhile.
      return recipient && isActing(recipient)
        ? [toSender(state, 'recipient_certificate_failed', { recipient_name: fullName(recipient) })]
        : [];
    case 'recipient:invite_failed':
      // Not if the sender has corrected the address meanwhile.
      return recipient?.delivery_error
        ? [
            toSender(state, 'recipient_invite_failed', {
              recipient_name: fullName(recipient),
              recipient_email: recipient.email,
            }),
          ]
        : [];
    case 'envelope:seal_failed':
      // Not if it was sealed meanwhile.
      return state.envelope.seal_error
        ? [toSender(state, 'envelope_seal_failed', { reason: state.envelope.seal_error })]
        : [];
    case 'envelope:sealed':
      return completed(state);
    case 'envelope:canceled':
      return reached(state)
        .filter(takesPart)
        .flatMap((one) => unlessInvitedAnew(state, one, toRecipient(state, one, 'envelope_canceled', {})));
    case 'envelope:expired':
      return [
        toSender(state, 'envelope_expired', {}),
        ...reached(state)
          .filter(takesPart)
          .flatMap((one) => toRecipient(state, one, 'envelope_expired', {})),
      ];
    case 'envelope:deletion_announced':
      return deletionAnnounced(state);
    default:
      return [];
  }
};

/** True if the envelope went on after the event. */
export const isGoingOn = ({ events }: EnvelopeProgress, event_id: string | undefined): boolean => {
  const status = events.find(({ id }) => id === event_id)?.subject.envelope.status;
  return status === 'in progress' || status === 'pending';
};

/** The signing session in which the event happened; null for none. */
const sessionOf = ({ events }: EnvelopeProgress, event_id: string | undefined): string | null =>
  events.find(({ id }) => id === event_id)?.actor.session ?? null;

/** The text of a request to act: approvers are not asked to sign. */
const forType = <Signs extends MessageKind, Approves extends MessageKind>(
  recipient: RecipientItem | undefined,
  signs: Signs,
  approves: Approves,
): Signs | Approves => (recipient?.type === 'approver' ? approves : signs);

/** An invitation is sent only while it is the recipient's turn: it may have waited in a queue. */
const toActing = <Kind extends LinkedKind>(
  state: EnvelopeProgress,
  recipient: RecipientItem | undefined,
  kind: Kind,
  more: More<Kind, RecipientsData>,
): AboutEnvelope[] => {
  const { envelope } = state;
  const wanted = recipient && isOpen(envelope) && isActing(recipient) && !envelope.no_contact;
  return wanted ? linked(state, recipient, kind, more) : [];
};

/** The recipient who delegated the role to its current person. */
export const delegatorOf = ({ events, recipients }: EnvelopeProgress, role: string): RecipientItem | undefined => {
  const last = events.findLast(({ event, role_name }) => event === 'recipient:delegated' && role_name === role);
  return recipients.find(({ role_name }) => role_name === last?.event_detail);
};

/** Names of a person who was put in, and of whoever did. */
export const namedNames = ({ recipients }: Pick<EnvelopeProgress, 'recipients'>, named: RecipientItem) => {
  const by = recipients.find(({ role_name }) => role_name === named.named_by);
  return {
    recipient_name: nameOf(by),
    named_name: fullName(named),
    named_email: named.email || (named.phone ?? ''),
  };
};

/** Notifies the sender of the new signer, and the delegator of the delegation, which somebody else may have caused. */
const handedOver = (state: EnvelopeProgress, successor: RecipientItem | undefined): AboutEnvelope[] => {
  const delegator = successor && delegatorOf(state, successor.role_name);
  if (!delegator) return [];
  const delegate_name = fullName(successor);
  return [
    toSender(state, 'recipient_handed_over', { recipient_name: fullName(delegator), delegate_name }),
    ...(state.envelope.no_contact ? [] : byMail(state, delegator, 'delegation_confirmed', { delegate_name })),
  ];
};

/**
 * A one-time code, if the session still waits for it. The recipient asked for it, so it is sent even if no other
 * messages may be.
 */
const oneTimeCode = (
  state: EnvelopeProgress,
  recipient: RecipientItem | undefined,
  session_id: string | null,
): AboutEnvelope[] => {
  // A person who took the role meanwhile hasn't asked for one.
  if (!recipient?.agreed) return [];
  if (!isReading(recipient) && (!isOpen(state.envelope) || !isActing(recipient))) return [];
  const method = nextStepIn(recipient, { session_id });
  if (method !== 'email' && method !== 'sms') return [];
  const address = method === 'email' ? recipient.email : (recipient.phone_auth ?? '');
  const name = fullName(recipient);
  const make = async (): Promise<OutgoingMessage[]> => {
    const code = await issueRecipientCode(recipient, method, session_id);
    const context = aboutEnvelope(state, recipient.timezone ?? state.envelope.timezone);
    const locale = recipient.locale ?? state.envelope.locale;
    const data = { ...context, name, code, minutes: CODE_MINUTES };
    const from = answeredBySender(state, await senderOf(state));
    return [{ channel: method, kind: 'one_time_code', locale, to: { name, address }, from, code, data }];
  };
  return address ? [{ addressee: `recipient:${recipient.role_name}`, reader: recipient, address, make }] : [];
};

const completed = (state: EnvelopeProgress): AboutEnvelope[] => [
  toSender(state, 'envelope_completed', {}),
  ...state.recipients
    .filter((one) => !state.envelope.no_contact && mayKeepReading(state.envelope, one))
    .flatMap((one) => linked(state, one, one.type === 'cc' ? 'envelope_cc' : 'envelope_completed', {})),
];

/** Everybody who could want to keep something hears of the deletion, unless it was taken back meanwhile. */
const deletionAnnounced = (state: EnvelopeProgress): AboutEnvelope[] => {
  const { envelope } = state;
  const delete_at = deleteAt(envelope);
  if (!envelope.deletion_announced_at || delete_at === null) return [];
  const invited = new Set(reached(state));
  const readers = state.recipients.filter((one) => invited.has(one) || mayKeepReading(envelope, one));
  const kind = 'envelope_deletion_announced';
  return [
    toSender(state, kind, { delete_at }),
    ...(envelope.no_contact ? [] : readers).filter(takesPart).flatMap((one) => linked(state, one, kind, { delete_at })),
  ];
};

/** Recipients who know of the envelope because they got a message. */
export const reached = ({ envelope, recipients, events }: EnvelopeProgress): RecipientItem[] => {
  const invited = new Set(
    events.filter(({ event }) => event === 'recipient:invited').map(({ role_name }) => role_name),
  );
  return envelope.no_contact ? [] : recipients.filter(({ role_name }) => invited.has(role_name));
};

/**
 * Messages of an envelope's end, but to those who are invited to the envelope in its place: that invitation says so.
 */
const unlessInvitedAnew = (
  { envelope: { replaced_by } }: EnvelopeProgress,
  recipient: RecipientItem,
  messages: readonly AboutEnvelope[],
): AboutEnvelope[] =>
  messages.map((message) => ({
    ...message,
    make: async () => {
      const next = replaced_by && (await findEnvelopeProgress(replaced_by));
      return next && reached(next).some((one) => isSamePerson(one, recipient)) ? [] : message.make();
    },
  }));

/** Name of the envelope that this one replaces, if the recipient was invited to it, too. */
const replacedName = async (
  { envelope: { replaces } }: EnvelopeProgress,
  recipient: RecipientItem,
): Promise<string | null> => {
  const before = replaces && (await findEnvelopeProgress(replaces));
  return before && reached(before).some((one) => isSamePerson(one, recipient)) ? before.envelope.name : null;
};

const isSamePerson = (one: RecipientItem, other: RecipientItem): boolean =>
  one.email || other.email ? sameEmail(one.email, other.email) : one.phone === other.phone;

const toSender = <Kind extends MessageKind>(
  state: EnvelopeProgress,
  kind: Kind,
  data: More<Kind, SendersData>,
  replyTo?: string | null,
): AboutEnvelope => ({
  addressee: 'sender',
  reader: 'sender',
  address: state.envelope.sender_email,
  make: async () => {
    const { envelope } = state;
    return [
      {
        channel: 'email',
        kind,
        locale: envelope.locale,
        to: { name: envelope.sender_name, address: envelope.sender_email },
        from: { ...(await senderOf(state)), ...(replyTo ? { reply_to: replyTo } : {}) },
        data: { ...senders(state), ...data },
      } as OutgoingMessage,
    ];
  },
});

const senders = (state: EnvelopeProgress) => ({
  ...aboutEnvelope(state, state.envelope.timezone),
  name: state.envelope.sender_name,
  link: `${config.appUrl()}/envelopes/${state.envelope.id}`,
});
type SendersData = ReturnType<typeof senders>;

/** The sender's mail with a recipient's question. A reply to it reaches the recipient. */
export const questionToSender = (
  state: EnvelopeProgress,
  data: { recipient_name: string; recipient_email: string | null; question: string },
): Promise<OutgoingMessage[]> => toSender(state, 'recipient_question', data, data.recipient_email).make();

/**
 * Channels of a message. A request to act goes to the address and to the phone, if both are stored; all others go to
 * the address, or to the phone if there is no address.
 */
const channelsTo = ({ email, phone }: RecipientItem, kind: MessageKind): ('email' | 'sms')[] => {
  const byPhone = phone && (ASKING.includes(kind) || !email);
  return [...(email ? ['email' as const] : []), ...(byPhone ? ['sms' as const] : [])];
};

const ASKING: readonly MessageKind[] = [
  'recipient_invited',
  'approver_invited',
  'recipient_reminded',
  'recipient_fresh_link',
  'recipient_delegated',
  'approver_delegated',
  'sent_back_by_other',
];

const INVITING: readonly MessageKind[] = ['recipient_invited', 'approver_invited'];

/** Mails with the sealed documents. */
const WITH_COPIES: readonly MessageKind[] = ['envelope_completed', 'envelope_cc'];

/** Members of a kind's data that aren't given already. `tsc` refuses a call that names another, or leaves one out. */
type More<Kind extends MessageKind, Given> = Omit<MessageData[Kind] & MessageContext, keyof Given | 'files'>;

/** Kinds to a recipient that always have a link, which may also be text messages. */
type LinkedKind = { [Kind in SmsKind]: MessageData[Kind] extends { link: string } ? Kind : never }[SmsKind];

const recipients = (state: EnvelopeProgress, recipient: RecipientItem) => ({
  ...aboutEnvelope(state, recipient.timezone ?? state.envelope.timezone),
  name: fullName(recipient),
  message: recipient.message,
});
type RecipientsData = ReturnType<typeof recipients> & { link: string | null; replaced_name: string | null };

/** Each channel is a separate addressee: a failed text message must not repeat the mail. */
const toRecipient = <Kind extends Exclude<SmsKind, LinkedKind>>(
  state: EnvelopeProgress,
  recipient: RecipientItem,
  kind: Kind,
  more: More<Kind, RecipientsData>,
): AboutEnvelope[] =>
  channelsTo(recipient, kind).map((channel) => toChannel(state, recipient, channel, kind, false, more));

/** The same with a new link for each channel. */
const linked = <Kind extends LinkedKind>(
  state: EnvelopeProgress,
  recipient: RecipientItem,
  kind: Kind,
  more: More<Kind, RecipientsData>,
): AboutEnvelope[] =>
  channelsTo(recipient, kind).map((channel) => toChannel(state, recipient, channel, kind, true, more));

/** Messages that can't be text messages: none for a recipient with only a phone. */
const byMail = <Kind extends Exclude<MessageKind, SmsKind>>(
  state: EnvelopeProgress,
  recipient: RecipientItem,
  kind: Kind,
  more: More<Kind, RecipientsData>,
): AboutEnvelope[] => (recipient.email ? [toChannel(state, recipient, 'email', kind, false, more)] : []);

const toChannel = <Kind extends MessageKind>(
  state: EnvelopeProgress,
  recipient: RecipientItem,
  channel: 'email' | 'sms',
  kind: Kind,
  isLinked: boolean,
  more: More<Kind, RecipientsData>,
): AboutEnvelope => ({
  // The prefixes keep a role's name from equalling the sender, or another role's phone.
  addressee: `${channel === 'email' ? 'recipient' : 'phone'}:${recipient.role_name}`,
  reader: recipient,
  address: addressBy(recipient, channel),
  make: async (): Promise<OutgoingMessage[]> => [
    {
      channel,
      kind,
      locale: recipient.locale ?? state.envelope.locale,
      to: { name: fullName(recipient), address: addressBy(recipient, channel) },
      from: answeredBySender(state, await senderOf(state)),
      counts_for: accountOf(state),
      envelope_id: state.envelope.id,
      data: {
        ...recipients(state, recipient),
        link: isLinked ? await freshLink(state, recipient, channel) : null,
        replaced_name: INVITING.includes(kind) ? await replacedName(state, recipient) : null,
        ...more,
      },
      ...(channel === 'email' && WITH_COPIES.includes(kind) ? { files: await sealedCopies(state, recipient) } : {}),
    } as OutgoingMessage,
  ],
});

const addressBy = ({ email, phone }: RecipientItem, channel: 'email' | 'sms'): string =>
  (channel === 'email' ? email : phone) ?? '';

/** Replies reach the brand's own address for them if it has one, else the sender. */
const answeredBySender = ({ envelope }: EnvelopeProgress, from: MailSender): MailSender => ({
  ...from,
  reply_to: from.reply_to ?? envelope.sender_email,
});

/** A child's messages count for its parent, because children can be created at will. */
const accountOf = ({ envelope }: EnvelopeProgress): string =>
  typeof envelope.organization.parent_id === 'string' ? envelope.organization.parent_id : envelope.organization_id;

const nameOf = (recipient: RecipientItem | undefined): string => (recipient ? fullName(recipient) : '');

/** The key is made with the message: only its hash is ever stored. */
const freshLink = async (
  state: EnvelopeProgress,
  recipient: RecipientItem,
  channel: 'email' | 'sms',
): Promise<string> => {
  const { item, key } = newAccessKey(recipient, channel, LINK_LIFE);
  const { pages } = await originOf(state);
  await addAccessKey(item);
  return signingLink(recipient.envelope_id, recipient.role_name, key, pages);
};

const aboutEnvelope = ({ envelope }: EnvelopeProgress, timezone: string | null) => ({
  envelope_name: envelope.name,
  sender_name: envelope.sender_name,
  expires_at: envelope.expires_at,
  timezone,
  brand: mailBrand(envelope.brand, envelope.organization, envelope.sender_name),
});

const origins = new WeakMap<EnvelopeProgress, Promise<MessageOrigin>>();

/** The origin of the envelope's messages; read once for all of an event. */
const originOf = (state: EnvelopeProgress): Promise<MessageOrigin> => {
  const { brand, organization, sender_name } = state.envelope;
  const known = origins.get(state) ?? messageOrigin(brand, organization, sender_name);
  origins.set(state, known);
  return known;
};

const senderOf = async (state: EnvelopeProgress): Promise<MailSender> => (await originOf(state)).sender;
