import { fail, invalid } from '../../../base/errors.ts';
import type { EnvelopeState, EventItem, RecipientItem, SentBack } from '../../../storage/records/envelope.ts';
import { unverified } from '../../auth-methods/steps.ts';
import type { Actor } from './chain.ts';
import { currentFields } from './current.ts';
import { fullName } from './full-name.ts';
import { type Change, firstReminder, goOn, isActing } from './lifecycle.ts';
import { isUnwantedBy } from './message-bound.ts';
import { mustAct } from './steps.ts';

/**
 * A reviewer sends the envelope back with a comment, without I/O. Those who are asked again find their values as they
 * were, and sign anew: whatever was signed, proved and shown before the event counts no longer.
 */

/** Times that an envelope may be sent back. The chain counts them. */
export const MOST_SENT_BACK = 10;

/** Roles that the reviewer asks again, and the comment. */
export interface Back {
  back_to: readonly string[];
  reason: string;
}

/** Recipients of earlier steps who have submitted: those to whom `reviewer` may send back. */
export const backTo = (recipients: readonly RecipientItem[], reviewer: RecipientItem): RecipientItem[] =>
  recipients.filter((one) => mustAct(one) && one.status === 'submitted' && one.sequence < reviewer.sequence);

/**
 * Sends back. The recipients who are chosen are asked again, and all who signed after the first of them: they may have
 * been shown what is changed now. Throws `not_a_reviewer`, `sent_back_too_often`, `recipient_reported`, and `invalid`
 * for a role to which it can't go.
 */
export const sendBack = (
  state: EnvelopeState,
  reviewer: RecipientItem,
  { back_to, reason }: Back,
  actor: Actor,
  at: string,
): Change => {
  if (!reviewer.may_send_back) fail('not_a_reviewer');
  const count = state.events.filter(({ event }) => event === 'recipient:sent_back').length;
  if (count >= MOST_SENT_BACK) fail('sent_back_too_often', { count });
  demandRoles(back_to, backTo(state.recipients, reviewer));
  const reopened = reopenedBy(state, back_to);
  if (reopened.some((one) => isUnwantedBy(state.envelope, one))) fail('recipient_reported');
  const note: SentBack = { by: reviewer.role_name, name: fullName(reviewer), reason, at };
  const changed = changesOf(state.recipients, reopened, note);
  const after = state.recipients.map((one) => ({ ...one, ...changed[one.role_name] }));
  const next = goOn({ ...state, recipients: after, fields: currentFields(state.fields, after) }, actor, at);
  for (const [role, more] of Object.entries(next.recipients)) changed[role] = { ...changed[role], ...more };
  return {
    envelope: { next_reminder: firstReminder(state.envelope, at) },
    recipients: changed,
    decidedOn: [reviewer.role_name],
    events: [
      {
        event: 'recipient:sent_back',
        role_name: reviewer.role_name,
        actor,
        data: { back_to, reopened: reopened.map(({ role_name }) => role_name), reason },
      },
      ...next.events,
    ],
  };
};

const demandRoles = (back_to: readonly string[], allowed: readonly RecipientItem[]): void => {
  const names = allowed.map(({ role_name }) => role_name);
  for (const [index, role] of back_to.entries()) {
    if (back_to.indexOf(role) !== index) invalid(`back_to.${index}`, 'is given twice');
    if (!names.includes(role)) {
      invalid(
        `back_to.${index}`,
        `must be the role of a recipient of an earlier step who has submitted: ${names.join(', ') || 'there is none'}`,
      );
    }
  }
};

/** Recipients whose signatures count no longer, in the envelope's order. */
const reopenedBy = ({ recipients, events }: EnvelopeState, back_to: readonly string[]): RecipientItem[] => {
  const submitted = recipients.filter((one) => mustAct(one) && one.status === 'submitted');
  const first = Math.min(...back_to.map((role) => signedIn(events, role)));
  return submitted.filter(({ role_name }) => back_to.includes(role_name) || signedIn(events, role_name) > first);
};

/** Number of the event that is the role's last signature. */
const signedIn = (events: readonly EventItem[], role: string): number =>
  events.findLast(({ event, role_name }) => event === 'recipient:signed' && role_name === role)?.sequence ?? 0;

/** Changes of the recipients, by role: all wait for their turn. */
const changesOf = (
  recipients: readonly RecipientItem[],
  reopened: readonly RecipientItem[],
  note: SentBack,
): Record<string, Partial<RecipientItem>> => {
  const steps = new Set(reopened.map(({ sequence }) => sequence));
  const first = Math.min(...steps);
  const changed: Record<string, Partial<RecipientItem>> = {};
  for (const one of recipients.filter(mustAct)) {
    if (reopened.includes(one)) changed[one.role_name] = { ...askedAgain(one), sent_back: note };
    // Its condition may ask for a value that changes now.
    else if (one.skipped && one.sequence > first) changed[one.role_name] = { status: 'pending', skipped: undefined };
    else if (one.released && steps.has(one.sequence))
      changed[one.role_name] = { status: 'pending', released: undefined };
    else if (isActing(one)) changed[one.role_name] = { status: 'pending', reopened: (one.reopened ?? 0) + 1 };
  }
  return changed;
};

/** A recipient who has submitted and is asked again: the consent and the values stay, and no act of the submit does. */
const askedAgain = ({ auth_methods, reopened = 0 }: RecipientItem): Partial<RecipientItem> => ({
  status: 'pending',
  opened_at: null,
  submitted_at: null,
  key_used_to_conclude: null,
  last_attempt_at: null,
  ip: null,
  user_agent: null,
  rules_saw: undefined,
  certificate_signature: undefined,
  ...unverified(auth_methods),
  reopened: reopened + 1,
});
