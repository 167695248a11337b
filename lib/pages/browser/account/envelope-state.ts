import type { EnvelopeRecord, HistoryEntry, ListedEnvelope, RecipientRecord } from '../shared/answers.ts';
import { EVENT_WORDS } from './event-words.ts';
import { say, type Word, w } from './words/index.ts';

/** Texts for states, free of any I/O. */

/** The state of an envelope, in a word or two. */
export const stateOf = ({ status, signed }: Pick<ListedEnvelope, 'status' | 'signed'>): string => {
  if (status === 'complete') return signed ? w.stateComplete : w.stateSealing;
  if (status === 'declined') return w.stateDeclined;
  if (status === 'canceled') return w.stateCanceled;
  return w.stateOpen;
};

/** True while recipients can act. */
export const isOpen = ({ status }: Pick<EnvelopeRecord, 'status'>): boolean =>
  status === 'pending' || status === 'in progress';

/** True if it is the recipient's turn. */
export const isActing = ({ status }: Pick<RecipientRecord, 'status'>): boolean =>
  ['invited', 'opened', 'signed'].includes(status);

/** True if an envelope has expired. */
export const hasExpired = ({ history_entries }: EnvelopeRecord): boolean =>
  history_entries.some(({ event }) => event === 'envelope:expired');

const STATES: Record<string, Word> = {
  pending: 'recipientPending',
  invited: 'recipientInvited',
  opened: 'recipientOpened',
  signed: 'recipientOpened',
  submitted: 'recipientSigned',
  declined: 'recipientDeclined',
  canceled: 'recipientCanceled',
  failed: 'recipientFailed',
};

/** The state of a recipient, in a few words. */
export const recipientState = ({ status, type, delegated_to, released }: RecipientRecord): string => {
  if (delegated_to) return say(w.recipientDelegated, { name: delegated_to });
  if (released) return w.recipientReleased;
  if (type === 'cc') return w.recipientCopy;
  if (type === 'approver' && status === 'submitted') return w.recipientApproved;
  return w[STATES[status] ?? 'recipientPending'];
};

/** Name of the person in an entry as it was then; else the role's. */
const nameIn = ({ name, role_name }: HistoryEntry): string => name || role_name;

/** Words for an entry; the detail tells apart what the event's name doesn't. */
const wordOf = ({ event, detail, role_name }: HistoryEntry, { recipients }: EnvelopeRecord): Word => {
  if (event === 'owner:updated_recipient_info' && detail === 'reset') return 'eventReset';
  if (event === 'envelope:canceled' && detail.startsWith('replaced by ')) return 'eventReplaced';
  const isApprover = recipients.find((one) => one.role_name === role_name)?.type === 'approver';
  return event === 'recipient:signed' && isApprover ? 'eventApproved' : EVENT_WORDS[event];
};

/** Ways to verify a person, by the detail of the event. */
const WAYS: Record<string, Word> = { email: 'wayEmail', sms: 'waySms', passcode: 'wayPasscode' };

/** The way in which a person was verified, or wasn't; undefined for other events. */
const wayOf = ({ event, detail }: HistoryEntry): Word | undefined =>
  event.startsWith('recipient:kba') ? 'wayQuestions' : event.startsWith('recipient:pin') ? WAYS[detail] : undefined;

/** The event as a text. */
export const eventInWords = (entry: HistoryEntry, envelope: EnvelopeRecord): string => {
  const sentence = say(w[wordOf(entry, envelope)], { name: nameIn(entry) });
  const way = wayOf(entry);
  return way ? say(w.byWay, { sentence: { trusted: sentence }, way: { trusted: w[way] } }) : sentence;
};
