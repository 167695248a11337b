import { batch, computed, effect, signal } from '@preact/signals';
import type {
  Field,
  SigningEnvelope,
  SigningInvitation,
  SigningRecipient,
  SigningSession,
} from '../../shared/answers.ts';
import { brand } from '../../shared/brand.ts';
import { missingFields, ownFields } from './fields.ts';
import { hasRules, rulePart, underRules } from './ruled.ts';
import { withValue } from './with-value.ts';

/** The session as the server last answered it. It lives in memory alone. */
export const session = signal<SigningSession | null>(null);

const { invitation: given } = document.body.dataset;

/**
 * Facts that the link shows before it is opened; null where it may show none, and once the page goes back to a host.
 */
export const invitation = signal<SigningInvitation | null>(given ? JSON.parse(given) : null);

effect(() => {
  brand.value = session.value?.brand ?? invitation.value?.brand ?? null;
});

/** Reason why there is no session, by the part of the page that says so. */
export const refusal = signal<'expired' | 'unknown' | 'waiting' | 'sent' | null>(null);

/** True once the server has said that the envelope's time is over. */
export const overdue = signal(false);

/** Progress of a recipient who fills. */
export const step = signal<'fill' | 'review'>('fill');

/** Of fields that the server did not take, why. */
export const fieldProblems = signal<Record<string, string>>({});

const opened = (): SigningSession => {
  if (!session.value) throw new Error('There is no session');
  return session.value;
};

/** A change of a field that the server doesn't have yet. */
export interface Change {
  field: string;
  /** The field's look with it. */
  shown: Partial<Field>;
  body: object;
  /** The same for every try: a change whose answer was lost is carried out once. */
  key: string;
}

/** Changes in their order; the first may be on its way to the server. */
export const changes = signal<readonly Change[]>([]);

/**
 * The envelope as the page shows it: changes lie over what the server answered, however late it answers, and rules
 * decide which of the own fields there are.
 */
export const envelope = computed((): SigningEnvelope => {
  const { envelope: answered } = opened();
  return { ...answered, fields: underRules(answered, recipient.value.role_name, laidOver) };
});

/** Lays what the server doesn't have yet over fields. */
const laidOver = (given: Field[]): Field[] =>
  changes.value.reduce((before, { field, shown }) => withValue(before, field, shown), given);

/** The own fields as rules show them, for a submit; undefined where there are no rules. */
export const rulesSeen = () => {
  const { envelope: answered, recipient: self } = opened();
  return hasRules(answered, self.role_name) ? rulePart.value?.seen(answered, self.role_name, laidOver) : undefined;
};
export const recipient = computed((): SigningRecipient => opened().recipient);
export const own = computed((): Field[] => ownFields(envelope.value, recipient.value.role_name));
export const missing = computed((): Field[] => missingFields(own.value));
/** The word for what the person does with the envelope: signs it, approves it, or has reviewed it. */
export const byMeaning = (sign: string, approve: string, review: string): string => {
  const { type, signature_meaning: chosen } = recipient.value;
  const meaning: string = chosen ?? type;
  return meaning === 'review' ? review : meaning.startsWith('approve') ? approve : sign;
};

/** Sender, as people call them. */
export const sender = computed((): string => {
  const names = [envelope.value.sender_name, opened().brand.name];
  return [...new Set(names.filter((name) => name))].join(', ');
});

/** Counts what the server took, fields and acts: an answer that was asked for before the last one may be older. */
export let changesTaken = 0;

/** Ends a change: with the field as the server answered it, or refused. */
export const endChange = (change: Change, answered?: Field): void =>
  batch(() => {
    changes.value = changes.value.filter((one) => one !== change);
    if (!answered) return;
    const { envelope: before, ...rest } = opened();
    // It is as it was filled, before any rule: what rules had made of it before is over.
    const filled = { rule: undefined, ...answered };
    session.value = { ...rest, envelope: { ...before, fields: withValue(before.fields, change.field, filled) } };
    changesTaken += 1;
  });

/** Takes in a recipient as the server answered it. */
export const putRecipient = (answered: SigningRecipient): void => {
  session.value = { ...opened(), recipient: answered };
  changesTaken += 1;
};

/** True where the page is open on the device of a host: its link is one for signing in person. */
export const isInPerson = computed((): boolean => {
  const [, claims = ''] = session.value?.access_token.split('.') ?? [];
  return claims !== '' && JSON.parse(atob(claims)).key_type === 'in_person_link';
});

/** True once the signer has taken the host's device. */
export const handed = signal(false);

/**
 * Set once the signer is through with the host's device: whom it goes back to, and how it ended. Nothing else is kept
 * then.
 */
export const givenBack = signal<{ host: string; outcome: string } | null>(null);

/** True on a page that shows the sender of a draft what a recipient would see. */
const isPreview = document.body.dataset.preview === 'true';

/** True once somebody who has signed wants to read here what was signed, and has to be verified for that. */
export const proving = signal(false);

/** True once the recipient has sent the envelope back here, until it is the recipient's turn again. */
export const sentBack = signal(false);

effect(() => {
  if (session.value && session.value.recipient.status !== 'pending') sentBack.value = false;
});

/** View that the page shows, by what is known. */
export type Screen =
  | 'ask'
  | 'handOver'
  | 'giveBack'
  | 'expired'
  | 'unknown'
  | 'waiting'
  | 'sent'
  | 'done'
  | 'declined'
  | 'declinedBy'
  | 'canceled'
  | 'released'
  | 'overdue'
  | 'delegated'
  | 'failed'
  | 'copy'
  | 'consent'
  | 'verify'
  | 'fill'
  | 'review'
  | 'preview';

export const screen = computed((): Screen => {
  if (givenBack.value) return 'giveBack';
  if (refusal.value) return refusal.value;
  if (!session.value) return isPreview ? 'preview' : 'ask';
  const { status, type, delegated_to, released, agreed, auth_step, holds } = recipient.value;
  if (isInPerson.value && !handed.value) return 'handOver';
  if (delegated_to) return 'delegated';
  if (released) return 'released';
  // Nobody signs a copy, whatever its recipient's status says.
  if (status === 'submitted' && type !== 'cc') return proving.value && auth_step ? 'verify' : 'done';
  if (status === 'declined') return 'declined';
  if (status === 'pending' && envelope.value.status === 'in progress' && type !== 'cc') return 'waiting';
  if (envelope.value.status === 'declined') return 'declinedBy';
  if (envelope.value.history_entries.some(({ event }) => event === 'envelope:expired')) return 'overdue';
  if (envelope.value.status === 'canceled' || status === 'canceled') return 'canceled';
  if (type === 'cc') return 'copy';
  if (overdue.value) return 'overdue';
  if (status === 'failed') return 'failed';
  if (!agreed) return holds ? 'consent' : 'verify';
  if (auth_step) return 'verify';
  return isPreview && step.value === 'review' ? 'preview' : step.value;
});
