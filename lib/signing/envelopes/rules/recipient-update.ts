import * as z from 'zod';
import { timestamp } from '../../../base/clock.ts';
import { Email, MobilePhone, Name, orNothing } from '../../../base/common-schema.ts';
import { fail, invalid } from '../../../base/errors.ts';
import { demandInside, type SendingBounds } from '../../../people/policy/sending-rule.ts';
import type { AuthMethod, EnvelopeState, RecipientItem } from '../../../storage/records/envelope.ts';
import { VerificationDetails } from '../../auth-methods/auth-method-schema.ts';
import { codesOf } from '../../auth-methods/codes.ts';
import { checkMethods, type Ids } from '../../auth-methods/methods.ts';
import { hasPassed } from '../../auth-methods/steps.ts';
import { changesIn } from '../../changes.ts';
import { isUnnamed } from '../../templates/naming.ts';
import { ONCE } from '../../templates/steps.ts';
import { LIMITS } from '../envelope-schema.ts';
import { demandSpoken, RecipientLocale } from '../recipient-locale.ts';
import type { Actor, NewEvent } from './chain.ts';
import { asSomebodyElse, identityChanges } from './identity.ts';
import { identityDifference, inWords } from './identity-change.ts';
import { type Change, invitations, isActing, isOpen } from './lifecycle.ts';
import { isUnwantedBy } from './message-bound.ts';
import { inAppKey, PUT_IN_LATER } from './new-envelope.ts';
import { isTwiceInStep } from './steps.ts';

export const RecipientChange = z
  .object({
    action: z.enum(['remind', 'reset']).optional(),
    first_name: orNothing(Name),
    last_name: orNothing(Name),
    email: orNothing(Email),
    phone: orNothing(MobilePhone),
    message: orNothing(z.string().max(LIMITS.message)),
    locale: RecipientLocale,
    ...VerificationDetails,
    name_locked: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .nullish()
      .meta({ description: 'The recipient can be verified under this name alone' }),
  })
  .meta({ id: 'RecipientChange' });
type RecipientChange = z.output<typeof RecipientChange>;

/** The owner reminds a recipient whose turn it is. No change if the recipient gets no messages. */
export const remindOne = (state: EnvelopeState, recipient: RecipientItem, actor: Actor): Change | null => {
  if (!isOpen(state.envelope)) fail('envelope_ended', { status: state.envelope.status });
  if (!isActing(recipient)) fail('reminder_impossible');
  if (state.envelope.no_contact) return null;
  if (isUnwantedBy(state.envelope, recipient)) fail('recipient_reported');
  return {
    events: [{ event: 'recipient:reminder', role_name: recipient.role_name, event_detail: 'manual', actor }],
  };
};

/**
 * The owner corrects a recipient who isn't done. With another name, address, phone number or verification it is another
 * person (`identity.ts`): nothing of the previous one counts, and a recipient whose turn it is gets a new invitation.
 * `providers` and `services`: those that the organization has for recipients; `bounds`: those of the owner's sending.
 */
export const correctRecipient = (
  state: EnvelopeState,
  recipient: RecipientItem,
  given: RecipientChange,
  actor: Actor,
  {
    at = timestamp(),
    providers,
    services,
    bounds,
  }: { at?: string; providers?: ReadonlySet<string>; services?: Ids; bounds?: SendingBounds | undefined } = {},
): Change | null => {
  if (!isOpen(state.envelope)) fail('envelope_ended', { status: state.envelope.status });
  const current = recipient.status === 'pending' || recipient.status === 'failed' || isActing(recipient);
  if (!current) fail('recipient_not_acting', { status: recipient.status });
  const changed = changesOf(recipient, given);
  if (Object.keys(changed).length === 0) return null;
  if (changed.locale) demandSpoken(changed.locale, 'locale');
  const identity = identityChanges(recipient, changed);
  demandNotPassed(recipient, identity);
  const after = { ...recipient, ...changed };
  if (after.shared) after.shared = { ...after.shared, ...namesIn(changed) };
  // Whoever puts the person in gives the name and the address.
  const isLater = isUnnamed(after) && !after.email && !after.phone;
  if (!after.first_name && !after.last_name && !isLater) invalid('first_name', 'a name is required');
  if (!after.email && !after.phone && !state.envelope.no_contact && !isLater) {
    invalid('email', 'an e-mail address or a phone number is required');
  }
  if ('email' in changed || 'phone' in changed) demandInside(bounds, after);
  if (isTwiceInStep(state.recipients, recipient, after)) invalid(after.email ? 'email' : 'phone', ONCE);
  // A provider or service that was removed since hinders no other correction.
  const isNamed = (name: (typeof identity)[number]) => identity.includes(name) || identity.includes('auth_methods');
  checkMethods(isLater ? { ...after, ...PUT_IN_LATER } : after, '', {
    ...state.envelope,
    providers: isNamed('identity_provider') ? providers : undefined,
    services: isNamed('trust_service') ? services : undefined,
  });
  const difference = identityDifference(recipient, changed);
  const event: NewEvent = {
    event: 'owner:updated_recipient_info',
    role_name: recipient.role_name,
    event_detail: inWords(difference),
    actor,
    data: { changed: difference },
  };
  if (identity.length === 0) return { recipients: { [recipient.role_name]: changed }, events: [event] };
  const begun = recipient.status !== 'pending';
  if (begun && isUnwantedBy(state.envelope, after)) fail('recipient_reported');
  const somebodyElse = {
    ...after,
    ...asSomebodyElse(after),
    updated_at: at,
    ...(begun ? { status: 'invited' as const, turn_since: at } : {}),
  };
  return {
    whole: [somebodyElse],
    keys: [inAppKey(somebodyElse, at)],
    removed: codesOf(state, recipient),
    events: [event, ...(begun ? invitations([after], state.envelope, actor) : [])],
  };
};

const namesIn = ({ first_name, last_name }: Partial<RecipientItem>) => ({
  ...(first_name === undefined ? {} : { first_name }),
  ...(last_name === undefined ? {} : { last_name }),
});

/** Members that each method of verification uses. */
const USED_BY: Partial<Record<AuthMethod, readonly (keyof RecipientItem)[]>> = {
  passcode: ['passcode'],
  sms: ['phone_auth'],
  oidc: ['identity_provider', 'identity_claim'],
  csc: ['trust_service'],
  kba: ['address', 'city', 'state', 'zip', 'dob', 'ssn_last_4'],
};

/** Members that make a recipient another person to everybody. */
const PERSON: readonly string[] = ['first_name', 'last_name', 'email', 'phone', 'auth_methods'];

/**
 * Throws `verified_already` if a member changes by which the recipient was verified, unless it becomes another person
 * who starts from the beginning.
 */
const demandNotPassed = (recipient: RecipientItem, identity: readonly (keyof RecipientItem)[]): void => {
  if (identity.some((name) => PERSON.includes(name))) return;
  for (const method of recipient.auth_methods) {
    const field = USED_BY[method]?.find((name) => identity.includes(name));
    if (field && hasPassed(recipient, method)) fail('verified_already', { field });
  }
};

const changesOf = (recipient: RecipientItem, { action, ...given }: RecipientChange): Partial<RecipientItem> => {
  // Null also clears what verification uses.
  const clearable = ['phone', 'message', ...Object.values(USED_BY).flat()] as const;
  return changesIn(recipient, { ...given, email: given.email === null ? '' : given.email }, clearable);
};
