import * as z from 'zod';
import { newId } from '../ids.ts';
import { fail, invalid } from '../operation/errors.ts';
import { Email, MobilePhone, Name, orNothing } from '../schema.ts';
import { codesOf } from '../verification/codes.ts';
import { checkMethods } from '../verification/methods.ts';
import { VerificationDetails } from '../verification/schema.ts';
import { statesFor, unverified } from '../verification/steps.ts';
import type { Actor } from './chain.ts';
import type { AuthMethod, EnvelopeState, RecipientItem } from './items.ts';
import { type Change, invitation, isActing, isOpen } from './lifecycle.ts';
import { LIMITS } from './schema.ts';

export const RecipientChange = z
  .object({
    action: z.enum(['remind', 'reset']).optional(),
    first_name: orNothing(Name),
    last_name: orNothing(Name),
    email: orNothing(Email),
    phone: orNothing(MobilePhone),
    message: orNothing(z.string().max(LIMITS.message)),
    ...VerificationDetails,
    name_locked: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .nullish()
      .meta({ description: 'The recipient can be verified under this name alone' }),
  })
  .meta({ id: 'RecipientChange' });
type RecipientChange = z.output<typeof RecipientChange>;

/** The owner reminds a recipient whose turn it is. Nothing happens where nobody is to be written to. */
export const remindOne = (state: EnvelopeState, recipient: RecipientItem, actor: Actor): Change | null => {
  if (!isOpen(state.envelope)) fail('envelope_ended', { status: state.envelope.status });
  if (!isActing(recipient)) fail('reminder_impossible');
  if (state.envelope.no_contact) return null;
  return {
    events: [{ event: 'recipient:reminder', role_name: recipient.role_name, event_detail: 'manual', actor }],
  };
};

/**
 * The owner corrects what is on file of a recipient who isn't done. A new address is written to at once, and what opened
 * the envelope for the old one opens it no longer.
 */
export const correctRecipient = (
  state: EnvelopeState,
  recipient: RecipientItem,
  given: RecipientChange,
  actor: Actor,
): Change | null => {
  if (!isOpen(state.envelope)) fail('envelope_ended', { status: state.envelope.status });
  const current = recipient.status === 'pending' || recipient.status === 'failed' || isActing(recipient);
  if (!current) fail('recipient_not_acting', { status: recipient.status });
  const changed = changesOf(recipient, given);
  if (Object.keys(changed).length === 0) return null;
  demandUnverified(recipient, changed);
  const after = { ...recipient, ...changed };
  if (!after.first_name && !after.last_name) invalid('first_name', 'a name is required');
  if (!after.email && !after.phone && !state.envelope.no_contact) {
    invalid('email', 'an e-mail address or a phone number is required');
  }
  checkMethods(after, '');
  const moved = 'email' in changed || (!after.email && 'phone' in changed);
  const begun = recipient.status !== 'pending';
  const rewrite = moved && begun && !state.envelope.no_contact;
  // Another person answers at a new address: what the one before agreed to and signed doesn't count, and with another
  // profile, the links and sessions of the one before are over.
  const anew: Partial<RecipientItem> =
    moved && begun ? { profile_id: newId(), status: 'invited', ...startedAnew(after) } : {};
  const codesEnd = moved || 'phone_auth' in changed || 'auth_methods' in changed;
  return {
    recipients: { [recipient.role_name]: { ...changed, ...anew } },
    removed: codesEnd ? codesOf(state, recipient) : [],
    events: [
      {
        event: 'owner:updated_recipient_info',
        role_name: recipient.role_name,
        event_detail: '',
        actor,
        data: { changed: Object.keys(changed) },
      },
      ...(rewrite ? [invitation(after, actor)] : []),
    ],
  };
};

/** What a recipient is who begins once more: nothing was seen, agreed to, verified or filled. */
export const startedAnew = ({ auth_methods, round }: RecipientItem) => ({
  claimed: false,
  agreed: false,
  disclosures: null,
  disclosures_accepted_at: null,
  opened_at: null,
  submitted_at: null,
  key_used_to_conclude: null,
  last_attempt_at: null,
  ip: null,
  user_agent: null,
  ...unverified(auth_methods),
  round: round + 1,
  filled_bytes: 0,
});

/** By what a recipient is verified. */
const USED_BY: Partial<Record<AuthMethod, readonly (keyof RecipientItem)[]>> = {
  passcode: ['passcode'],
  sms: ['phone_auth'],
  kba: ['address', 'city', 'state', 'zip', 'dob', 'ssn_last_4'],
};

/** What a recipient was verified by stays what it was. */
const demandUnverified = (recipient: RecipientItem, changed: Partial<RecipientItem>): void => {
  for (const method of recipient.auth_methods) {
    const field = USED_BY[method]?.find((name) => name in changed);
    if (field && recipient.auth_method_states[method] === 'complete') fail('verified_already', { field });
  }
};

const changesOf = (recipient: RecipientItem, given: RecipientChange): Partial<RecipientItem> => {
  const { auth_methods } = given;
  const wanted: Partial<RecipientItem> = {
    first_name: given.first_name ?? undefined,
    last_name: given.last_name ?? undefined,
    email: given.email === null ? '' : given.email,
    phone: given.phone,
    message: given.message,
    address: given.address,
    city: given.city,
    state: given.state,
    zip: given.zip,
    passcode: given.passcode,
    phone_auth: given.phone_auth,
    dob: given.dob,
    ssn_last_4: given.ssn_last_4,
    name_locked: given.name_locked ?? undefined,
    ...(auth_methods ? { auth_methods, auth_method_states: statesFor(auth_methods, recipient), auth_attempts: 0 } : {}),
  };
  const current = recipient as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(current[name]),
    ),
  );
};
