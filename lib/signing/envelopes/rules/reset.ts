import { fail } from '../../../base/errors.ts';
import type { EnvelopeState, RecipientItem } from '../../../storage/records/envelope.ts';
import { codesOf } from '../../auth-methods/codes.ts';
import type { Actor } from './chain.ts';
import { currentFields } from './current.ts';
import { asSomebodyElse, startedAnew } from './identity.ts';
import { type Change, firstReminder, goOn, isActing, isOpen, isOverdue } from './lifecycle.ts';
import { isSigned } from './may-act.ts';
import { isUnwantedBy } from './message-bound.ts';
import { isNamedBy, NOBODY } from './naming.ts';
import { inAppKey } from './new-envelope.ts';
import { isEnough, stepOf } from './steps.ts';

/**
 * The owner restarts a recipient: after a failed verification, after a mistake in the signing, or after declining,
 * which opens the envelope again for everybody. Agreements, verifications and values of the recipient no longer count;
 * prepared values and links stay. Later recipients wait again.
 */
export const resetRecipient = (state: EnvelopeState, recipient: RecipientItem, actor: Actor, at: string): Change => {
  const { envelope } = state;
  demandResettable(state, recipient, at);
  const reopened = envelope.status === 'declined';
  const changed: Record<string, Partial<RecipientItem>> = {
    [recipient.role_name]: { status: 'pending', ...startedAnew(recipient) },
  };
  for (const other of state.recipients) {
    if (other.role_name === recipient.role_name || other.delegated_to !== null) continue;
    if (other.skipped) {
      // Its condition may ask for a value that has changed.
      if (other.sequence > recipient.sequence) changed[other.role_name] = { status: 'pending', skipped: undefined };
      continue;
    }
    if (other.released) {
      // Without this submit the step isn't done: nobody can be reset in a step that is done without it.
      if (other.sequence === recipient.sequence) changed[other.role_name] = { status: 'pending', released: undefined };
      continue;
    }
    const endedByDecline = reopened && other.status === 'canceled';
    const later = other.sequence > recipient.sequence && isActing(other);
    if (endedByDecline || later) changed[other.role_name] = { status: 'pending' };
  }
  const after = state.recipients.map((one) => ({
    ...one,
    ...changed[one.role_name],
    ...(isNamedBy(one, recipient) ? { ...NOBODY, ...asSomebodyElse(one), status: 'pending' as const } : {}),
  }));
  // Whoever signs again puts them in again.
  const whole = after.filter((one) => isNamedBy(state.recipients.find(({ id }) => id === one.id) ?? one, recipient));
  for (const { role_name } of whole) delete changed[role_name];
  const invited = goOn({ ...state, recipients: after, fields: currentFields(state.fields, after) }, actor, at);
  for (const [role, changes] of Object.entries(invited.recipients)) changed[role] = { ...changed[role], ...changes };
  return {
    envelope: {
      ...(reopened ? { status: 'in progress' as const } : {}),
      next_reminder: firstReminder(envelope, at),
    },
    recipients: changed,
    decidedOn: [recipient.role_name],
    ...(whole.length > 0 ? { whole, keys: whole.map((one) => inAppKey(one, at)) } : {}),
    removed: codesOf(state, recipient),
    events: [
      { event: 'owner:updated_recipient_info', role_name: recipient.role_name, event_detail: 'reset', actor },
      ...invited.events,
    ],
  };
};

const demandResettable = ({ envelope, recipients }: EnvelopeState, recipient: RecipientItem, at: string): void => {
  if (!isOpen(envelope) && envelope.status !== 'declined') fail('envelope_ended', { status: envelope.status });
  if (isOverdue(envelope, at)) fail('envelope_ended', { status: 'expired' });
  if (isUnwantedBy(envelope, recipient)) fail('recipient_reported');
  if (recipient.type === 'cc') fail('reset_impossible', { reason: 'who only gets a copy has nothing to do' });
  if (recipient.skipped) fail('reset_impossible', { reason: 'what others have filled in does not ask for it' });
  if (recipient.delegated_to) fail('reset_impossible', { reason: 'somebody else has taken over' });
  if (recipient.status !== 'submitted' && isEnough(stepOf(recipients, recipient))) {
    fail('reset_impossible', { reason: 'enough others of its step have signed' });
  }
  // Submitted values are on the pages that others have signed since, or signed at the same time.
  const others = recipients.filter(({ role_name }) => role_name !== recipient.role_name);
  if (recipient.status === 'submitted' && isSigned(others)) {
    fail('reset_impossible', { reason: 'others have signed too, and their signatures stay' });
  }
  const signed = recipients.some(({ sequence, status }) => sequence > recipient.sequence && status === 'submitted');
  if (signed) fail('reset_impossible', { reason: 'others have signed after it' });
};
