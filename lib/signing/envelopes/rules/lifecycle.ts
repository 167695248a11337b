import { DAY, MINUTE } from '../../../base/clock.ts';
import { haveRules } from '../../../fields/rules/rule-fields.ts';
import { writtenFor } from '../../../fields/written.ts';
import type { SignerCaller } from '../../../people/access/caller.ts';
import type { ChangedRecords } from '../../../storage/envelopes/write.ts';
import type { CertificateSignature, CertificateSummary } from '../../../storage/records/certificate-signature.ts';
import type { EnvelopeItem, EnvelopeState, KeyType, RecipientItem } from '../../../storage/records/envelope.ts';
import { concludedIn, withSigning } from '../../auth-methods/steps.ts';
import type { ShownBy } from '../../disclosures/shown.ts';
import type { Actor, NewEvent } from './chain.ts';
import { currentFields } from './current.ts';
import { rolesSeen } from './field-rules.ts';
import { groupEvidence } from './group-evidence.ts';
import { addressesOf, hasMessagesLeft, isUnwantedBy } from './message-bound.ts';
import { type NamedPerson, personOf } from './naming.ts';
import { deleteAt, retentionStep } from './retention.ts';
import type { Declaration, PasskeySignature } from './signed-statement.ts';
import { canBeEnough, isEnough, mustAct, signersOf, stepOf } from './steps.ts';
import { isWanted } from './taking-part.ts';
import { signedEvidence } from './value-evidence.ts';

/**
 * Rules of an envelope's states, without I/O: from the current state and an act follow the changes and their events.
 */
export interface Change extends ChangedRecords {
  envelope?: Partial<EnvelopeItem>;
  events: readonly NewEvent[];
}

/** Time after which an unfinished sealing is started again. */
export const SEAL_PATIENCE = 15 * MINUTE;

/** Statuses of a recipient who may act. */
export const ACTING = ['invited', 'opened', 'signed'] as const;
const THROUGH = ['submitted', 'declined', 'canceled'] as const;

/** True if recipients can still act. An ended envelope never ends again. */
export const isOpen = ({ status }: Pick<EnvelopeItem, 'status'>): boolean =>
  status === 'pending' || status === 'in progress';

/** True after the envelope's expiry, even before the schedule has recorded it. */
export const isOverdue = ({ expires_at }: Pick<EnvelopeItem, 'expires_at'>, at: string): boolean =>
  expires_at !== null && expires_at <= at;

/** True while it is the recipient's turn and the recipient has not finished. */
export const isActing = ({ status }: Pick<RecipientItem, 'status'>): boolean =>
  (ACTING as readonly string[]).includes(status);

/** True for a recipient who has the sealed documents to read: who signed or approved them, or gets a copy. */
export const mayKeepReading = (
  { signed }: Pick<EnvelopeItem, 'signed'>,
  { status, delegated_to }: Pick<RecipientItem, 'status' | 'delegated_to'>,
): boolean => signed && status === 'submitted' && delegated_to === null;

/**
 * True if a link of the recipient's opens: during and after the recipient's turn, and for everybody once the envelope
 * has ended. What it shows depends on the recipient's state.
 */
export const mayOpen = (
  envelope: Pick<EnvelopeItem, 'status'>,
  { status, skipped }: Pick<RecipientItem, 'status' | 'skipped'>,
): boolean => !skipped && (status !== 'pending' || !isOpen(envelope));

const isThrough = ({ status }: Pick<RecipientItem, 'status'>): boolean =>
  (THROUGH as readonly string[]).includes(status);

/** Recipients of the lowest unfinished level: they act in parallel, and later levels wait. */
export const currentLevel = (recipients: readonly RecipientItem[]): RecipientItem[] => {
  const open = recipients.filter((recipient) => mustAct(recipient) && !isThrough(recipient));
  const lowest = Math.min(...open.map(({ sequence }) => sequence));
  return open.filter(({ sequence }) => sequence === lowest);
};

/**
 * Changes that invite the recipients whose turn it is, given `recipients` after the change. `at` is the time of the
 * change; undefined for that at which the recipients are made.
 */
export const inviteNext = (
  recipients: readonly RecipientItem[],
  envelope: Pick<EnvelopeItem, 'no_contact' | 'unwanted_by'>,
  actor: Actor,
  at?: string,
): Pick<Change, 'events'> & { recipients: Record<string, Partial<RecipientItem>> } => {
  const invited = currentLevel(recipients).filter(({ status }) => status === 'pending');
  return {
    recipients: Object.fromEntries(
      invited.map(({ role_name }) => [
        role_name,
        { status: 'invited' as const, ...(at === undefined ? {} : { turn_since: at }) },
      ]),
    ),
    events: invitations(invited, envelope, actor),
  };
};

/**
 * Changes that go on to the recipients whose turn it is, given `recipients` and `fields` after the change: whose
 * condition doesn't hold is skipped, and the others are invited. `isComplete`: nobody is left.
 */
export const goOn = (
  { recipients, fields, envelope }: Pick<EnvelopeState, 'recipients' | 'fields' | 'envelope'>,
  actor: Actor,
  at: string,
): Pick<Change, 'events'> & { recipients: Record<string, Partial<RecipientItem>>; isComplete: boolean } => {
  const skipped: Record<string, Partial<RecipientItem>> = {};
  const events: NewEvent[] = [];
  let now = recipients;
  for (;;) {
    const out = currentLevel(now).filter((one) => one.status === 'pending' && !isWanted(one, fields, now));
    if (out.length === 0) break;
    for (const { role_name } of out) {
      skipped[role_name] = { status: 'canceled', skipped: true, ssn_last_4: null };
      events.push({ event: 'recipient:skipped', role_name, actor });
    }
    now = now.map((one) => ({ ...one, ...skipped[one.role_name] }));
  }
  const next = inviteNext(now, envelope, actor, at);
  return {
    recipients: { ...skipped, ...next.recipients },
    events: [...events, ...next.events],
    isComplete: currentLevel(now).length === 0,
  };
};

/**
 * The events that invite these recipients: none where nobody is written to, or for those who have reported the
 * envelope.
 */
export const invitations = (
  recipients: readonly RecipientItem[],
  envelope: Pick<EnvelopeItem, 'no_contact' | 'unwanted_by'>,
  actor: Actor,
): NewEvent[] =>
  envelope.no_contact
    ? []
    : recipients.filter((one) => !isUnwantedBy(envelope, one)).map((one) => invitation(one, actor));

/** The event that invites a recipient. */
const invitation = (recipient: Pick<RecipientItem, 'role_name' | 'email' | 'phone'>, actor: Actor): NewEvent => ({
  event: 'recipient:invited',
  role_name: recipient.role_name,
  event_detail: invitedBy(recipient),
  actor,
});

/** Channels of a recipient's messages in the history: `email`, `sms`, or `email sms`. */
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

/** A recipient agrees to do business electronically; the audit trail records the accepted disclosures. */
export const agree = (
  recipient: RecipientItem,
  {
    disclosures,
    shown_by,
    locale,
    timezone,
  }: { disclosures: string | null; shown_by: ShownBy | null; locale: string | null; timezone: string | null },
  actor: Actor,
  at: string,
): Change => ({
  recipients: {
    [recipient.role_name]: {
      agreed: true,
      disclosures,
      disclosures_accepted_at: at,
      ...signerPlace(recipient, { locale, timezone }),
    },
  },
  events: [
    {
      event: 'recipient:agreed',
      role_name: recipient.role_name,
      actor,
      data: { disclosures: disclosures ?? '', ...(shown_by ? { shown_by } : {}) },
    },
  ],
});

/**
 * Language and zone of a recipient once the signer has stated its own. The language that is on record stays, the
 * sender's or the one of the consent: values are shown in it, so they are sealed in it. The zone is where the signer is
 * now.
 */
export const signerPlace = (
  recipient: Pick<RecipientItem, 'locale' | 'timezone'>,
  { locale, timezone }: { locale?: string | null | undefined; timezone?: string | null | undefined },
): { locale: string | null; timezone: string | null } => ({
  locale: recipient.locale ?? locale ?? null,
  timezone: timezone ?? recipient.timezone,
});

/** Joins two changes into one. */
export const both = (first: Change, second: Change): Change => {
  return {
    ...first,
    ...second,
    envelope: { ...first.envelope, ...second.envelope },
    recipients: joined(first.recipients ?? {}, second.recipients ?? {}),
    events: [...first.events, ...second.events],
  };
};

/** Joins changes of recipients, by role; a later one counts where both change a member. */
const joined = (
  ...changes: readonly Record<string, Partial<RecipientItem>>[]
): Record<string, Partial<RecipientItem>> => {
  const roles = changes.flatMap((one) => Object.keys(one));
  return Object.fromEntries(roles.map((role) => [role, Object.assign({}, ...changes.map((one) => one[role]))]));
};

/** The session of a recipient's last act: what was proved in it counts for the act. */
export type ActingSession = Pick<SignerCaller, 'key_type' | 'session_id'>;

/** A signer's statement at the submit. */
export interface Submission {
  session: ActingSession;
  locale: string | null;
  timezone: string | null;
  /** `stated` if the submit said what the page had shown by rules: it was compared. */
  rules_seen?: 'stated' | undefined;
  /** Persons whom the recipient puts in. */
  named?: readonly NamedPerson[] | undefined;
  declaration?: Declaration | undefined;
  passkey?: PasskeySignature | undefined;
  certificate?: SignedWithCertificate | undefined;
}

/** A signature with a certificate: what the recipient's record keeps of it, and what the event binds. */
export interface SignedWithCertificate {
  kept: CertificateSignature;
  evidence: CertificateEvidence;
}

/** A signature with a certificate, as `recipient:signed` holds it. */
export interface CertificateEvidence extends CertificateSummary {
  service: { id: string; name: string };
  /** DER, base64. */
  certificate: string;
  serial: string;
  /** The reason for the level. */
  level_because: string;
  /** Each document's first `size` bytes end with the signature. */
  documents: { document_id: string; size: number; sha256: string; pades: 'B-B' | 'B-T' }[];
}

/** The roles whose values the rules of a recipient see who submits now: later submits change nothing of it. */
const seenByRules = ({ fields, recipients }: EnvelopeState): Pick<RecipientItem, 'rules_saw'> =>
  haveRules(fields) ? { rules_saw: rolesSeen(recipients) } : {};

/**
 * The time of a signature: of its declaration, which a passkey may have signed some minutes before, else of the submit.
 * Fields for the moment of signing show it.
 */
const signedAt = (declaration: Declaration | undefined, at: string): string => declaration?.time ?? at;

/** The envelope as if the recipient had submitted at `at`, with that recipient. */
export const asIfSubmitted = (
  state: EnvelopeState,
  recipient: RecipientItem,
  { locale, timezone, declaration }: Pick<Submission, 'locale' | 'timezone' | 'declaration'>,
  at: string,
): { after: EnvelopeState; submitted: RecipientItem } => {
  const submitted: RecipientItem = {
    ...recipient,
    status: 'submitted',
    submitted_at: signedAt(declaration, at),
    ...signerPlace(recipient, { locale, timezone }),
    ...seenByRules(state),
  };
  const recipients = state.recipients.map((one) => (one.role_name === recipient.role_name ? submitted : one));
  return { after: { ...state, recipients, fields: currentFields(state.fields, recipients) }, submitted };
};

/** The data of `recipient:signed` if the recipient submits at `at`, but for a key's signature of it. */
export const signedData = (
  state: EnvelopeState,
  recipient: RecipientItem,
  { locale, timezone, rules_seen, named, declaration }: Omit<Submission, 'session' | 'passkey' | 'certificate'>,
  at: string,
) => {
  const { after, submitted } = asIfSubmitted(state, recipient, { locale, timezone, declaration }, at);
  return {
    ...signedEvidence(after, recipient),
    ...(rules_seen ? { rules_seen } : {}),
    written: writtenFor(submitted, state.envelope),
    ...(named?.length ? { named } : {}),
    ...groupEvidence(recipient),
    ...(declaration ? { declaration } : {}),
  };
};

/**
 * Releases the others of the recipient's step, if the recipient is the last who was needed. `after` has the
 * recipient's submit.
 */
const releaseOthers = (
  after: readonly RecipientItem[],
  recipient: RecipientItem,
  actor: Actor,
): Pick<Change, 'events'> & { recipients: Record<string, Partial<RecipientItem>> } => {
  const step = stepOf(after, recipient);
  const others = isEnough(step) ? step.filter((one) => !isThrough(one)) : [];
  const data = { step_needs: recipient.step_needs, signed: signersOf(step).map(({ role_name }) => role_name) };
  return {
    recipients: Object.fromEntries(
      others.map(({ role_name }) => [role_name, { status: 'canceled' as const, released: true, ssn_last_4: null }]),
    ),
    events: others.map(({ role_name }) => ({ event: 'recipient:released', role_name, actor, data })),
  };
};

/**
 * A recipient submits: the others of its step are released if they aren't needed any more, the next level is invited,
 * or the envelope is complete and its sealing begins.
 */
export const submit = (
  state: EnvelopeState,
  recipient: RecipientItem,
  { session, locale, timezone, ...said }: Submission,
  actor: Actor,
  at: string,
): Change => {
  const keyType = session.key_type;
  const submitted: Partial<RecipientItem> = {
    ...concludedIn(recipient, session),
    ...(said.passkey ? withSigning(recipient, session, 'passkey') : {}),
    ...(said.certificate
      ? { ...withSigning(recipient, session, 'csc'), certificate_signature: said.certificate.kept }
      : {}),
    status: 'submitted',
    submitted_at: signedAt(said.declaration, at),
    key_used_to_conclude: keyType,
    ip: actor.ip,
    // With a key's signature the record would pass the next kB, and the event has it: the audit trail reads it there.
    user_agent: said.passkey || said.certificate ? null : actor.user_agent,
    ...signerPlace(recipient, { locale, timezone }),
    ...seenByRules(state),
    sent_back: undefined,
  };
  const after = state.recipients.map((one) => (one.role_name === recipient.role_name ? { ...one, ...submitted } : one));
  const evidence = {
    ...signedData(state, recipient, { locale, timezone, ...said }, at),
    ...(said.passkey ? { passkey: said.passkey } : {}),
    ...(said.certificate ? { certificate_signature: said.certificate.evidence } : {}),
  };
  const released = releaseOthers(after, recipient, actor);
  const named = namedBy(state, recipient, said.named ?? [], actor);
  const settled = after.map((one) => ({
    ...one,
    ...released.recipients[one.role_name],
    ...named.recipients[one.role_name],
  }));
  const next = goOn({ ...state, recipients: settled, fields: currentFields(state.fields, settled) }, actor, at);
  const complete = next.isComplete;
  const events: NewEvent[] = [
    { event: 'recipient:signed', role_name: recipient.role_name, event_detail: keyType, actor, data: evidence },
    { event: 'recipient:submitted', role_name: recipient.role_name, event_detail: keyType, actor },
    ...named.events,
    ...released.events,
    ...next.events,
  ];
  if (complete) events.push({ event: 'envelope:completed', role_name: recipient.role_name, actor });
  return {
    envelope: {
      ...wantedAgain(state.envelope, recipient),
      ...(complete
        ? { status: 'complete', completed_at: at, next_reminder: null, seal_due_at: later(at, SEAL_PATIENCE) }
        : {
            status: 'in progress',
            ...reminderAfterInvitation(state.envelope, Object.values(next.recipients).some(isInvited), at),
          }),
    },
    recipients: joined({ [recipient.role_name]: submitted, ...released.recipients }, named.recipients, next.recipients),
    decidedOn: [recipient.role_name],
    events,
  };
};

/** Puts in the persons whom the recipient names at the submit: from then on they are as any recipient. */
const namedBy = (
  { recipients }: EnvelopeState,
  { role_name: by }: RecipientItem,
  named: readonly NamedPerson[],
  actor: Actor,
): Pick<Change, 'events'> & { recipients: Record<string, Partial<RecipientItem>> } => ({
  recipients: Object.fromEntries(
    named.flatMap((person) => {
      const role = recipients.find(({ role_name }) => role_name === person.role_name);
      return role ? [[person.role_name, personOf(role, person)]] : [];
    }),
  ),
  events: named.map(({ role_name }) => ({ event: 'recipient:named', role_name, actor, data: { by } })),
});

const isInvited = ({ status }: Partial<RecipientItem>): boolean => status === 'invited';

/** Ends the recipient's report: a person who signs after all gets the copies. */
const wantedAgain = ({ unwanted_by = [] }: EnvelopeItem, recipient: RecipientItem): Partial<EnvelopeItem> => {
  const own = addressesOf(recipient);
  const others = unwanted_by.filter((address) => !own.includes(address));
  return others.length === unwanted_by.length ? {} : { unwanted_by: others.length > 0 ? others : undefined };
};

/**
 * A recipient declines: nobody else acts any more. Where enough others of the recipient's step are left, the envelope
 * goes on without the recipient.
 */
export const decline = (
  state: EnvelopeState,
  recipient: RecipientItem,
  session: ActingSession,
  reason: string | null,
  actor: Actor,
): Change => {
  const declined: Partial<RecipientItem> = {
    ...concludedIn(recipient, session),
    status: 'declined',
    decline_reason: reason,
    key_used_to_conclude: session.key_type,
    ip: actor.ip,
    user_agent: actor.user_agent,
  };
  const { role_name } = recipient;
  const after = state.recipients.map((one) => (one.role_name === role_name ? { ...one, ...declined } : one));
  const goesOn = canBeEnough(stepOf(after, recipient));
  return {
    envelope: goesOn ? { status: 'in progress' } : { status: 'declined', next_reminder: null },
    recipients: { ...(goesOn ? {} : endOpenRecipients(state.recipients, role_name)), [role_name]: declined },
    events: [
      {
        event: 'recipient:declined',
        role_name,
        event_detail: session.key_type,
        actor,
        data: { ...(reason ? { reason } : {}), ...(goesOn ? { goes_on: true } : {}) },
      },
    ],
  };
};

/** The sender cancels the envelope, or it expires. */
export const end = (
  state: EnvelopeState,
  event: 'envelope:canceled' | 'envelope:expired',
  actor: Actor,
  at: string,
): Change => ({
  envelope: { status: 'canceled', canceled_at: at, next_reminder: null },
  recipients: endOpenRecipients(state.recipients),
  events: [{ event, actor }],
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

/**
 * Reminds every recipient whose turn it is and who can be written to, and sets the time of the next reminder, if any.
 */
export const remindAll = (state: EnvelopeState, actor: Actor, at: string): Change => ({
  envelope: { next_reminder: followingReminder(state.envelope, at) },
  events: currentLevel(state.recipients)
    .filter(isActing)
    .filter((one) => !isUnwantedBy(state.envelope, one) && hasMessagesLeft(state.events, one, at))
    .map(({ role_name }) => ({ event: 'recipient:reminder', role_name, event_detail: 'reminder', actor })),
});

/** Time of the first reminder for recipients who were invited at `at`; null for none. */
export const firstReminder = (envelope: ReminderSettings, at: string): string | null =>
  reminderIn(envelope, envelope.initial_reminder, at);

const reminderAfterInvitation = (envelope: EnvelopeItem, invited: boolean, at: string): Partial<EnvelopeItem> =>
  invited ? { next_reminder: firstReminder(envelope, at) } : {};

const followingReminder = (envelope: ReminderSettings, at: string): string | null =>
  reminderIn(envelope, envelope.followup_reminders, at);

/** Reminders end after a number of days from the envelope's creation. */
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

/** Tells the parties of a sealed or ended envelope when it will be deleted. */
export const announceDeletion = ({ envelope }: Pick<EnvelopeState, 'envelope'>, actor: Actor, at: string): Change => {
  const delete_at = deleteAt({ ...envelope, deletion_announced_at: at });
  return {
    envelope: { deletion_announced_at: at },
    events: [{ event: 'envelope:deletion_announced', actor, data: { delete_at } }],
  };
};

/** Time of the schedule's next look at the envelope; null for none. */
export const dueAt = (envelope: EnvelopeItem): string | null => {
  if (isOpen(envelope)) return earliest(envelope.next_reminder, envelope.expires_at);
  const retention = retentionStep(envelope)?.at ?? null;
  if (envelope.status !== 'complete') return retention;
  return envelope.signed ? earliest(envelope.seal_renew_at ?? null, retention) : envelope.seal_due_at;
};

const earliest = (...times: (string | null)[]): string | null =>
  times.filter((time) => time !== null).sort()[0] ?? null;
