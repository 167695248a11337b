import { DAY, MINUTE } from '../../base/clock.ts';
import type { ChangedRecords } from '../../storage/envelopes/write.ts';
import type { EnvelopeItem, EnvelopeState, KeyType, RecipientItem } from '../../storage/records/envelope.ts';
import type { Actor, NewEvent } from './chain.ts';
import { currentFields } from './current.ts';
import { signedEvidence } from './evidence.ts';

/**
 * The rules by which an envelope goes from state to state, free of any I/O: what is, and what someone does, to what
 * changes and which events tell of it. Statuses and their order: the wire notes of the interface, "Records".
 */
export interface Change extends ChangedRecords {
  envelope?: Partial<EnvelopeItem>;
  events: readonly NewEvent[];
}

/** When a sealing that has not ended by then is begun again. */
export const SEAL_PATIENCE = 15 * MINUTE;

/** Statuses of a recipient whose turn it is. */
export const ACTING = ['invited', 'opened', 'signed'] as const;
const THROUGH = ['submitted', 'declined', 'canceled'] as const;

/** Nothing ends an envelope twice: only an open one can still change by what its recipients do. */
export const isOpen = ({ status }: Pick<EnvelopeItem, 'status'>): boolean =>
  status === 'pending' || status === 'in progress';

/** True once the envelope's time is over, even while nobody has looked after it yet: what comes later is too late. */
export const isOverdue = ({ expires_at }: Pick<EnvelopeItem, 'expires_at'>, at: string): boolean =>
  expires_at !== null && expires_at <= at;

/** True while it is the recipient's turn and the recipient has not finished. */
export const isActing = ({ status }: Pick<RecipientItem, 'status'>): boolean =>
  (ACTING as readonly string[]).includes(status);

const isThrough = ({ status }: Pick<RecipientItem, 'status'>): boolean =>
  (THROUGH as readonly string[]).includes(status);

/** Recipients who must act before the envelope is complete; `cc` gets a copy and delegators have handed over. */
const mustAct = ({ type, delegated_to }: RecipientItem): boolean => type !== 'cc' && delegated_to === null;

/** The recipients of the lowest level that isn't through: they act in parallel, the later levels wait. */
export const currentLevel = (recipients: readonly RecipientItem[]): RecipientItem[] => {
  const open = recipients.filter((recipient) => mustAct(recipient) && !isThrough(recipient));
  const lowest = Math.min(...open.map(({ sequence }) => sequence));
  return open.filter(({ sequence }) => sequence === lowest);
};

/** The changes that invite whoever's turn it is now, given `recipients` as they will be. */
export const invite = (
  recipients: readonly RecipientItem[],
  envelope: Pick<EnvelopeItem, 'no_contact'>,
  actor: Actor,
): Pick<Change, 'events'> & { recipients: Record<string, Partial<RecipientItem>> } => {
  const invited = currentLevel(recipients).filter(({ status }) => status === 'pending');
  return {
    recipients: Object.fromEntries(invited.map(({ role_name }) => [role_name, { status: 'invited' as const }])),
    events: envelope.no_contact ? [] : invited.map((recipient) => invitation(recipient, actor)),
  };
};

/** The event by which a recipient is written to. */
export const invitation = (
  recipient: Pick<RecipientItem, 'role_name' | 'email' | 'phone'>,
  actor: Actor,
): NewEvent => ({
  event: 'recipient:invited',
  role_name: recipient.role_name,
  event_detail: invitedBy(recipient),
  actor,
});

/** What the history says of how a recipient is written to: `email`, `sms`, or `email sms`. */
export const invitedBy = ({ email, phone }: Pick<RecipientItem, 'email' | 'phone'>): string =>
  [email && 'email', phone && 'sms'].filter(Boolean).join(' ');

/** A recipient's first visit: `invited → opened`, and the envelope is in progress. */
export const open = (
  state: EnvelopeState,
  recipient: RecipientItem,
  keyType: KeyType,
  actor: Actor,
  at: string,
): Change => ({
  envelope: state.envelope.status === 'pending' ? { status: 'in progress' } : {},
  recipients: {
    [recipient.role_name]: {
      status: 'opened',
      opened_at: at,
      claimed: true,
      ip: actor.ip,
      user_agent: actor.user_agent,
    },
  },
  events: [{ event: 'recipient:opened', role_name: recipient.role_name, event_detail: keyType, actor }],
});

/** A recipient agrees to do business electronically: what was agreed to goes into the audit trail. */
export const agree = (
  recipient: RecipientItem,
  { disclosures, locale, timezone }: { disclosures: string | null; locale: string | null; timezone: string | null },
  actor: Actor,
  at: string,
): Change => ({
  recipients: {
    [recipient.role_name]: {
      agreed: true,
      disclosures,
      disclosures_accepted_at: at,
      locale: locale ?? recipient.locale,
      timezone: timezone ?? recipient.timezone,
    },
  },
  events: [
    {
      event: 'recipient:agreed',
      role_name: recipient.role_name,
      event_detail: '',
      actor,
      data: { disclosures: disclosures ?? '' },
    },
  ],
});

/** Two changes that happen in one go. */
export const both = (first: Change, second: Change): Change => {
  const roles = [...Object.keys(first.recipients ?? {}), ...Object.keys(second.recipients ?? {})];
  return {
    ...first,
    ...second,
    envelope: { ...first.envelope, ...second.envelope },
    recipients: Object.fromEntries(
      roles.map((role) => [role, { ...first.recipients?.[role], ...second.recipients?.[role] }]),
    ),
    events: [...first.events, ...second.events],
  };
};

/** A recipient is done: the next level is invited, or the envelope is complete and its sealing begins. */
export const submit = (
  state: EnvelopeState,
  recipient: RecipientItem,
  { keyType, locale, timezone }: { keyType: KeyType; locale: string | null; timezone: string | null },
  actor: Actor,
  at: string,
): Change => {
  const submitted: Partial<RecipientItem> = {
    status: 'submitted',
    submitted_at: at,
    key_used_to_conclude: keyType,
    ip: actor.ip,
    user_agent: actor.user_agent,
    locale: locale ?? recipient.locale,
    timezone: timezone ?? recipient.timezone,
  };
  const after = state.recipients.map((one) => (one.role_name === recipient.role_name ? { ...one, ...submitted } : one));
  const evidence = signedEvidence(
    { ...state, recipients: after, fields: currentFields(state.fields, after) },
    recipient,
  );
  const next = invite(after, state.envelope, actor);
  const complete = currentLevel(after).length === 0;
  const events: NewEvent[] = [
    { event: 'recipient:signed', role_name: recipient.role_name, event_detail: keyType, actor, data: evidence },
    { event: 'recipient:submitted', role_name: recipient.role_name, event_detail: keyType, actor },
    ...next.events,
  ];
  if (complete) events.push({ event: 'envelope:completed', role_name: recipient.role_name, event_detail: '', actor });
  return {
    envelope: complete
      ? { status: 'complete', completed_at: at, next_reminder: null, seal_due_at: later(at, SEAL_PATIENCE) }
      : {
          status: 'in progress',
          ...reminderAfterInvitation(state.envelope, Object.keys(next.recipients).length > 0, at),
        },
    recipients: { [recipient.role_name]: submitted, ...next.recipients },
    decidedOn: [recipient.role_name],
    events,
  };
};

/** A recipient declines: nobody else acts any more. */
export const decline = (
  state: EnvelopeState,
  recipient: RecipientItem,
  keyType: KeyType,
  reason: string | null,
  actor: Actor,
): Change => ({
  envelope: { status: 'declined', next_reminder: null },
  recipients: {
    ...endOpenRecipients(state.recipients, recipient.role_name),
    [recipient.role_name]: {
      status: 'declined',
      decline_reason: reason,
      key_used_to_conclude: keyType,
      ip: actor.ip,
      user_agent: actor.user_agent,
    },
  },
  events: [
    {
      event: 'recipient:declined',
      role_name: recipient.role_name,
      event_detail: keyType,
      actor,
      data: reason ? { reason } : {},
    },
  ],
});

/** The sender takes the envelope back, or its time is over. */
export const end = (
  state: EnvelopeState,
  event: 'envelope:canceled' | 'envelope:expired',
  actor: Actor,
  at: string,
): Change => ({
  envelope: { status: 'canceled', canceled_at: at, next_reminder: null },
  recipients: endOpenRecipients(state.recipients),
  events: [{ event, role_name: '', event_detail: '', actor }],
});

const endOpenRecipients = (
  recipients: readonly RecipientItem[],
  except?: string,
): Record<string, Partial<RecipientItem>> =>
  Object.fromEntries(
    recipients
      .filter((one) => one.role_name !== except && !isThrough(one))
      .map(({ role_name }) => [role_name, { status: 'canceled' as const, ssn_last_4: null }]),
  );

/** Everyone whose turn it is gets a reminder, and the next one is set if there is to be one. */
export const remindAll = (state: EnvelopeState, actor: Actor, at: string): Change => ({
  envelope: { next_reminder: followingReminder(state.envelope, at) },
  events: currentLevel(state.recipients)
    .filter(isActing)
    .map(({ role_name }) => ({ event: 'recipient:reminder', role_name, event_detail: 'reminder', actor })),
});

/** When recipients who were invited at `at` are first reminded; null for never. */
export const firstReminder = (envelope: ReminderSettings, at: string): string | null =>
  reminderIn(envelope, envelope.initial_reminder, at);

const reminderAfterInvitation = (envelope: EnvelopeItem, invited: boolean, at: string): Partial<EnvelopeItem> =>
  invited ? { next_reminder: firstReminder(envelope, at) } : {};

const followingReminder = (envelope: ReminderSettings, at: string): string | null =>
  reminderIn(envelope, envelope.followup_reminders, at);

/** Nobody is reminded after the days, counted from the envelope's making, for which there are reminders. */
const reminderIn = (
  { created_at, max_reminder_days, no_contact }: ReminderSettings,
  delay: number | null,
  at: string,
): string | null => {
  if (no_contact || !delay) return null;
  const next = later(at, delay);
  return next <= later(created_at, max_reminder_days * DAY) ? next : null;
};

type ReminderSettings = Pick<
  EnvelopeItem,
  'created_at' | 'initial_reminder' | 'followup_reminders' | 'max_reminder_days' | 'no_contact'
>;

/** The moment `milliseconds` after `iso`. */
export const later = (iso: string, milliseconds: number): string =>
  new Date(new Date(iso).getTime() + milliseconds).toISOString();

/** When the platform has to look at the envelope again; null for never. */
export const dueAt = (
  envelope: Pick<EnvelopeItem, 'status' | 'signed' | 'next_reminder' | 'expires_at' | 'seal_due_at'>,
): string | null => {
  if (isOpen(envelope)) return earliest(envelope.next_reminder, envelope.expires_at);
  return envelope.status === 'complete' && !envelope.signed ? envelope.seal_due_at : null;
};

const earliest = (...times: (string | null)[]): string | null =>
  times.filter((time) => time !== null).sort()[0] ?? null;
