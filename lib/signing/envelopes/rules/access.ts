import { sameEmail } from '../../../base/email-address.ts';
import { fail } from '../../../base/errors.ts';
import type { Caller, SignerCaller, UserCaller } from '../../../people/access/caller.ts';
import type { EnvelopeItem, EnvelopeState, Party, RecipientItem } from '../../../storage/records/envelope.ts';
import { isProven } from '../../auth-methods/steps.ts';

/**
 * Rights to see an envelope and act on it. An envelope that a caller may not see gives the same answer as an unknown
 * one.
 */
export const isOwner = (caller: Caller, envelope: Pick<EnvelopeItem, 'profile_id'>): boolean =>
  caller.kind === 'user' && caller.profile_id === envelope.profile_id;

/**
 * True for the owner, for recipients who were invited, and for members of the organization by visibility and
 * permission.
 */
export const maySee = (caller: Caller, envelope: Pick<EnvelopeItem, VisibleBy>): boolean => {
  if (caller.kind === 'signer') return caller.envelope_id === envelope.id && isStillRecipient(caller, envelope.parties);
  return isOwner(caller, envelope) || isReached(caller, envelope.parties) || seesAsMember(caller, envelope);
};

type VisibleBy = 'id' | 'profile_id' | 'organization_id' | 'visibility' | 'parties';

/**
 * True if the session's signer is still the recipient. A new person in the role has another profile (`identity.ts`),
 * which ends the session of the previous one.
 */
export const isStillRecipient = ({ role_name, profile_id }: SignerCaller, parties: readonly Party[]): boolean =>
  parties.some((party) => party.role_name === role_name && party.profile_id === profile_id);

/**
 * True if a caller who may see the envelope may also read its contents. Recipients may not before this very session of
 * theirs is verified, and no longer after they delegated or were released. A user's session has proved nothing of what
 * a sender demands.
 */
export const mayRead = (caller: Caller, envelope: Pick<EnvelopeItem, VisibleBy>): boolean => {
  const own =
    caller.kind === 'signer'
      ? envelope.parties.filter(({ role_name }) => role_name === caller.role_name)
      : envelope.parties.filter((party) => isReached(caller, [party]));
  const session = caller.kind === 'signer' ? caller : { session_id: null };
  const asRecipient = own.some((party) => isProven(party, session) && takesPart(party));
  if (caller.kind === 'signer' || asRecipient) return asRecipient;
  return isOwner(caller, envelope) || seesAsMember(caller, envelope);
};

/** True for a recipient whose part is neither done by somebody else, by a delegation or in the step, nor skipped. */
export const takesPart = ({
  delegated_to,
  released,
  skipped,
}: Pick<Party, 'delegated_to' | 'released' | 'skipped'>): boolean => delegated_to === null && !released && !skipped;

/**
 * Throws unless the caller may read the envelope's contents: `step_done` for a recipient who was released, else
 * `verification_needed`.
 */
export const demandReader = (caller: Caller, envelope: Pick<EnvelopeItem, VisibleBy>): void => {
  if (mayRead(caller, envelope)) return;
  const roles = ownRoles(caller, envelope);
  const isReleased = envelope.parties.some(({ role_name, released }) => released && roles.includes(role_name));
  fail(isReleased ? 'step_done' : 'verification_needed');
};

/**
 * True if the caller sees the envelope as its sender does: including values of recipients who haven't submitted yet. A
 * recipient who isn't the owner sees what recipients see.
 */
export const seesAsSender = (caller: Caller, envelope: Pick<EnvelopeItem, VisibleBy>): boolean =>
  caller.kind === 'user' &&
  (isOwner(caller, envelope) || (seesAsMember(caller, envelope) && !isReached(caller, envelope.parties)));

/** Roles in which the caller is a recipient of the envelope. */
export const ownRoles = (caller: Caller, envelope: Pick<EnvelopeItem, 'parties'>): string[] =>
  caller.kind === 'signer'
    ? [caller.role_name]
    : envelope.parties.filter((party) => isReached(caller, [party])).map(({ role_name }) => role_name);

/** True for members of the owner's organization, by visibility and permission. */
export const seesAsMember = (caller: UserCaller, envelope: Pick<EnvelopeItem, VisibleBy>): boolean =>
  caller.organization_id === envelope.organization_id &&
  (caller.permissions.has('envelope:org:view') ||
    (envelope.visibility === 'shared' && caller.permissions.has('envelope:view')));

const isReached = (caller: UserCaller, parties: readonly Party[]): boolean =>
  parties.some(
    ({ email, status, skipped }) => status !== 'pending' && !skipped && email !== '' && sameEmail(email, caller.email),
  );

/**
 * Throws unless the caller is the envelope's owner: `envelope_not_found` if the caller may not even see it, else
 * `not_the_owner`.
 */
export const demandOwner = (caller: UserCaller, envelope: EnvelopeItem): void => {
  if (!maySee(caller, envelope)) fail('envelope_not_found');
  if (!isOwner(caller, envelope)) fail('not_the_owner');
};

/** Returns the recipient with that role. Throws `recipient_not_found`. */
export const recipientOf = (state: EnvelopeState, role_name: string): RecipientItem =>
  state.recipients.find((recipient) => recipient.role_name === role_name) ?? fail('recipient_not_found');

/**
 * Returns the signer's own recipient. A signing session belongs to one role of one envelope: any other gives the answer
 * of an unknown one.
 */
export const signingRecipient = (state: EnvelopeState, caller: SignerCaller, role_name: string): RecipientItem => {
  if (!maySee(caller, state.envelope)) fail('envelope_not_found');
  if (caller.role_name !== role_name) fail('recipient_not_found');
  return recipientOf(state, role_name);
};
