import { mailBrand } from '../../people/brands/snapshot.ts';
import { takesPart } from '../../signing/envelopes/rules/access.ts';
import { fullName } from '../../signing/envelopes/rules/full-name.ts';
import { mayKeepReading } from '../../signing/envelopes/rules/lifecycle.ts';
import { isUnwanted } from '../../signing/envelopes/rules/message-bound.ts';
import type { EventName as ChainEventName } from '../../storage/outbox/event-names.ts';
import type { EnvelopeItem, EnvelopeProgress, RecipientItem } from '../../storage/records/envelope.ts';
import type { EventName } from '../../storage/records/notification-template.ts';
import { delegatorOf, isGoingOn, namedNames, reached } from '../messages/envelope-messages.ts';
import type { NoticeKind } from '../messages/texts/kinds.ts';

/** An inbox entry, before it is known if the person has an account. */
export interface Notice {
  /** The account of the envelope's owner, or the one with this address. */
  to: { user_id: string; profile_id: string } | { email: string };
  kind: NoticeKind;
  /** The event's name for applications, if not the kind's own. */
  event_name?: NoticeKind;
  locale: string | null;
  /** Names for the sentence. */
  names: Record<string, string>;
  /** Data for applications. */
  data: Record<string, unknown>;
}

/** Events of the messages that follow an envelope's event: own texts for these may be needed. */
export const messagesOf = (event: ChainEventName): readonly EventName[] => MESSAGES[event] ?? [];

const MESSAGES: Partial<Record<ChainEventName, readonly EventName[]>> = {
  'recipient:invited': ['recipient:invited'],
  'recipient:reminder': ['recipient:reminder'],
  'recipient:delegated': ['delegate:requested', 'delegate:send_confirmed'],
  'recipient:code_requested': ['email:otp', 'sms:otp'],
  'recipient:declined': ['envelope:declined'],
  'recipient:question': ['recipient:question'],
  'envelope:sealed': ['envelope:completed', 'envelope:cc'],
  'envelope:canceled': ['envelope:canceled'],
  'envelope:expired': ['envelope:expired'],
};

/** Inbox entries for an event of an envelope, without I/O. Recipients get entries for their own messages. */
export const noticesOf = (
  state: EnvelopeProgress,
  { event, role_name, id }: { event: ChainEventName; role_name: string; id?: string },
): Notice[] => {
  const { envelope, recipients } = state;
  const recipient = recipients.find((one) => one.role_name === role_name);
  const toOwner = (kind: NoticeKind) => ownersNotice(envelope, kind, recipient);
  const toRecipient = (kind: NoticeKind) => (recipient ? recipientsNotice(state, recipient, kind) : []);
  const toReached = (kind: NoticeKind) =>
    reached(state)
      .filter(takesPart)
      .flatMap((one) => recipientsNotice(state, one, kind));
  switch (event) {
    case 'recipient:invited':
    case 'recipient:reminder':
      return toRecipient(event);
    case 'recipient:delegated':
      return [...toRecipient('delegate:requested'), ...handedOver(state, recipient)];
    case 'recipient:opened':
    case 'recipient:submitted':
    case 'recipient:question':
    case 'recipient:invite_failed':
    case 'recipient:failed':
    case 'recipient:certificate_failed':
    case 'recipient:sent_back':
    case 'envelope:seal_failed':
      return toOwner(event);
    case 'recipient:named':
      return recipient?.named ? ownersNotice(envelope, event, recipient, namedNames(state, recipient)) : [];
    case 'recipient:released':
      return recipient?.released ? toRecipient(event) : [];
    case 'recipient:declined':
      if (isGoingOn(state, id)) return toOwner(event);
      return [
        ...toOwner('envelope:declined'),
        ...reached(state)
          .filter((one) => one.role_name !== role_name && takesPart(one))
          .flatMap((one) =>
            recipientsNotice(state, one, 'envelope:declined', {
              recipient_name: recipient ? fullName(recipient) : role_name,
            }),
          ),
      ];
    case 'envelope:sealed':
      return [
        ...toOwner('envelope:completed'),
        ...recipients
          .filter((one) => mayKeepReading(envelope, one))
          .flatMap((one) => recipientsNotice(state, one, one.type === 'cc' ? 'envelope:cc' : 'envelope:completed')),
      ];
    case 'envelope:canceled':
      return toReached(envelope.replaced_by ? 'envelope:replaced' : event);
    case 'envelope:expired':
      return [...toOwner(event), ...toReached(event)];
    default:
      return [];
  }
};

const handedOver = (state: EnvelopeProgress, successor: RecipientItem | undefined): Notice[] => {
  const delegator = successor && delegatorOf(state, successor.role_name);
  if (!delegator) return [];
  const delegated = { delegate_name: fullName(successor) };
  return [
    ...ownersNotice(state.envelope, 'recipient:delegated', delegator, delegated),
    ...recipientsNotice(state, delegator, 'delegate:send_confirmed', delegated),
  ];
};

const ownersNotice = (
  envelope: EnvelopeItem,
  kind: NoticeKind,
  recipient: RecipientItem | undefined,
  more: Record<string, string> = {},
): Notice[] => {
  const { user_id } = envelope.profile;
  if (typeof user_id !== 'string') return [];
  return [
    {
      to: { user_id, profile_id: envelope.profile_id },
      kind,
      locale: envelope.locale,
      names: {
        ...namesOf(envelope),
        name: envelope.sender_name,
        ...(recipient ? { recipient_name: fullName(recipient) } : {}),
        ...more,
      },
      data: {
        envelope_id: envelope.id,
        envelope_name: envelope.name,
        ...(recipient ? { role_name: recipient.role_name } : {}),
      },
    },
  ];
};

const recipientsNotice = (
  state: EnvelopeProgress,
  recipient: RecipientItem,
  kind: NoticeKind,
  more: Record<string, string> = {},
): Notice[] => {
  const { envelope } = state;
  if (envelope.no_contact || recipient.email === '' || isUnwanted(envelope, recipient.email)) return [];
  const { email, role_name } = recipient;
  const delegator = delegatorOf(state, role_name);
  return [
    {
      to: { email },
      ...forType(recipient, kind),
      locale: recipient.locale ?? envelope.locale,
      names: {
        ...namesOf(envelope),
        name: fullName(recipient),
        ...(delegator ? { delegator_name: fullName(delegator) } : {}),
        ...more,
      },
      data: { envelope_id: envelope.id, envelope_name: envelope.name, role_name },
    },
  ];
};

/** Approvers are not asked to sign, and who replaces an envelope cancels it; for applications it is the same event. */
const forType = ({ type }: RecipientItem, kind: NoticeKind): Pick<Notice, 'kind' | 'event_name'> => {
  if (kind === 'envelope:replaced') return { kind, event_name: 'envelope:canceled' };
  const own = type === 'approver' ? FOR_APPROVERS[kind] : undefined;
  return own ? { kind: own, event_name: kind } : { kind };
};

const FOR_APPROVERS: Partial<Record<NoticeKind, NoticeKind>> = {
  'recipient:invited': 'approver:invited',
  'delegate:requested': 'approver:requested',
};

const namesOf = ({ name, sender_name, organization, brand }: EnvelopeItem): Record<string, string> => ({
  envelope_name: name,
  sender_name,
  brand_name: mailBrand(brand, organization, sender_name).name,
});
