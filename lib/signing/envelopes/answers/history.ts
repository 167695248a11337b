import type { EventItem, EventSubject } from '../../../storage/records/envelope.ts';
import type * as Shape from '../envelope-schema.ts';
import { type Difference, inWords, quoted } from '../rules/identity-change.ts';

/**
 * The history as it is answered, made of the chain's events. Clients look a person up by `role_name` and print
 * `event_detail`, some as a sentence, some as a channel. So each recipient has the role name of its record: acts before
 * a delegation stand under the delegator's `delegated_to_…`, because another has the role now. The audit trail has the
 * events as they were hashed.
 */
export const presentHistory = (events: readonly EventItem[]): Shape.HistoryEntry[] => {
  const delegators = new Map<string, string>();
  return events
    .toReversed()
    .map((event) => {
      const { id, envelope_id, role_name, event_detail, actor, created_at } = event;
      if (event.event === 'recipient:delegated') delegators.set(role_name, event_detail);
      return {
        id,
        envelope_id,
        role_name: delegators.get(role_name) ?? role_name,
        name: nameIn(event),
        event: event.event,
        event_detail: detailOf(event),
        detail: event_detail,
        ...(actor.client ? { application: actor.client.name } : {}),
        created_at,
      };
    })
    .toReversed();
};

/** Name of the event's recipient as it was then; null for events of the whole envelope. */
const nameIn = ({ event, data, subject: { recipient } }: EventItem): string | null => {
  if (!recipient) return null;
  // After the delegation the role is the delegate's.
  return event === 'recipient:delegated' ? namesOf(data, 'from') : joined(recipient);
};

/** The detail in the words that clients print. */
const detailOf = ({ event, event_detail, role_name, data, subject: { recipient } }: EventItem): string => {
  switch (event) {
    case 'recipient:delegated':
      return `${quoted(namesOf(data, 'from') || role_name)} delegated to ${quoted(delegateIn({ data }))}.`;
    case 'recipient:updated_info':
      return recipient && data.changed
        ? `The name of ${quoted(joined(recipient))} was corrected. ${inWords(changedIn(data))}`
        : event_detail;
    case 'owner:updated_recipient_info':
      return event_detail === 'reset' ? `${quoted(personOf(role_name, recipient))} starts anew.` : event_detail;
    case 'recipient:sent_back':
      return `${quoted(personOf(role_name, recipient))} sent it back.`;
    case 'recipient:reminder':
      return recipient && recipient.email === '' ? 'sms' : event_detail;
    case 'recipient:submitted':
      return recipient?.type === 'approver' ? 'approver' : event_detail;
    default:
      return event_detail;
  }
};

type Person = NonNullable<EventSubject['recipient']>;

const personOf = (role_name: string, recipient: Person | undefined): string =>
  (recipient && joined(recipient)) || role_name;

const joined = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

const changedIn = (data: EventItem['data']): Record<string, Difference> =>
  (data.changed ?? {}) as Record<string, Difference>;

/** Name of the person to whom a recipient delegated. */
export const delegateIn = ({ data }: Pick<EventItem, 'data'>): string => namesOf(data, 'to') || String(data.email);

/** The name before or after a change; empty where an older event doesn't say it. */
const namesOf = (data: EventItem['data'], side: 'from' | 'to'): string => {
  const { first_name, last_name } = changedIn(data);
  const text = (one: Difference | undefined): string => (one && side in one ? String(one[side as never] ?? '') : '');
  return joined({ first_name: text(first_name), last_name: text(last_name) });
};
