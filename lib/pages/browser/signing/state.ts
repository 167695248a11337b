import { computed, signal } from '@preact/signals';
import type { Field, SigningEnvelope, SigningRecipient, SigningSession } from '../shared/answers.ts';
import { missingFields, ownFields } from './fields.ts';

/** The state of the page. It lives in memory alone. */
export const session = signal<SigningSession | null>(null);

/** Why there is no session, by the part of the page that says so. */
export const refusal = signal<'expired' | 'unknown' | 'waiting' | 'sent' | null>(null);

/** True once the server has said that the envelope's time is over. */
export const overdue = signal(false);

/** Progress of a recipient who fills. */
export const step = signal<'fill' | 'review'>('fill');

/** The page's error message. */
export const problem = signal('');

/** Of fields that the server did not take, why. */
export const fieldProblems = signal<Record<string, string>>({});

/** True while something is asked of the server that the page waits for. */
export const busy = signal(false);

const opened = (): SigningSession => {
  if (!session.value) throw new Error('There is no session');
  return session.value;
};

export const envelope = computed((): SigningEnvelope => opened().envelope);
export const recipient = computed((): SigningRecipient => opened().recipient);
export const own = computed((): Field[] => ownFields(envelope.value, recipient.value.role_name));
export const missing = computed((): Field[] => missingFields(own.value));
export const isApprover = computed((): boolean => recipient.value.type === 'approver');

/** Sender, as people call them. */
export const sender = computed((): string => {
  const names = [envelope.value.sender_name, opened().brand?.name];
  return [...new Set(names.filter((name) => typeof name === 'string' && name))].join(', ');
});

/** Takes in a field as the server answered it. A chosen radio button takes the choice from the others of its group. */
export const putField = (field: Field): void => {
  const { envelope: current, ...rest } = opened();
  const chosen = field.type === 'radio' && field.group && field.value === 'true';
  const fields = current.fields.map((one) => {
    if (one.name === field.name) return { ...one, ...field };
    const sameGroup = one.type === 'radio' && one.group === field.group && one.role_name === field.role_name;
    return chosen && sameGroup ? { ...one, value: 'false' } : one;
  });
  session.value = { ...rest, envelope: { ...current, fields } };
};

/** Takes in a recipient as the server answered it. */
export const putRecipient = (answered: SigningRecipient): void => {
  session.value = { ...opened(), recipient: answered };
};

/** View that the page shows, by what is known. */
export type Screen =
  | 'ask'
  | 'expired'
  | 'unknown'
  | 'waiting'
  | 'sent'
  | 'done'
  | 'declined'
  | 'declinedBy'
  | 'canceled'
  | 'overdue'
  | 'delegated'
  | 'failed'
  | 'copy'
  | 'consent'
  | 'verify'
  | 'fill'
  | 'review';

export const screen = computed((): Screen => {
  if (refusal.value) return refusal.value;
  if (!session.value) return 'ask';
  const { status, type, delegated_to, agreed, auth_step } = recipient.value;
  if (delegated_to) return 'delegated';
  // Nobody signs a copy, whatever its recipient's status says.
  if (status === 'submitted' && type !== 'cc') return 'done';
  if (status === 'declined') return 'declined';
  if (envelope.value.status === 'declined') return 'declinedBy';
  if (envelope.value.history_entries.some(({ event }) => event === 'envelope:expired')) return 'overdue';
  if (envelope.value.status === 'canceled' || status === 'canceled') return 'canceled';
  if (type === 'cc') return 'copy';
  if (overdue.value) return 'overdue';
  if (status === 'failed') return 'failed';
  if (!agreed) return 'consent';
  if (auth_step) return 'verify';
  return step.value;
});
