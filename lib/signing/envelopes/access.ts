import { sameEmail } from '../../base/email-address.ts';
import { fail } from '../../base/errors.ts';
import type { Caller, SignerCaller, UserCaller } from '../../people/access/caller.ts';
import type { EnvelopeItem, EnvelopeState, Party, RecipientItem } from '../../storage/records/envelope.ts';
import { isVerified } from '../verification/steps.ts';
import { loadEnvelope } from './store.ts';

/**
 * Who may see an envelope and act on it. Everything that a caller may not see answers exactly like what does not exist.
 */
export const isOwner = (caller: Caller, envelope: Pick<EnvelopeItem, 'profile_id'>): boolean =>
  caller.kind === 'user' && caller.profile_id === envelope.profile_id;

/** The owner, recipients that were reached, and members of the organization by visibility and permission. */
export const maySee = (caller: Caller, envelope: Pick<EnvelopeItem, VisibleBy>): boolean => {
  if (caller.kind === 'signer') return caller.envelope_id === envelope.id && isStillRecipient(caller, envelope.parties);
  return isOwner(caller, envelope) || isReached(caller, envelope.parties) || seesAsMember(caller, envelope);
};

type VisibleBy = 'id' | 'profile_id' | 'organization_id' | 'visibility' | 'parties';

/** A session ends for whoever was the recipient before: who is somebody else has another profile (`identity.ts`). */
export const isStillRecipient = ({ role_name, profile_id }: SignerCaller, parties: readonly Party[]): boolean =>
  parties.some((party) => party.role_name === role_name && party.profile_id === profile_id);

/**
 * Whether whoever may see the envelope may also read what stands in it. Recipients may not before they are verified, and
 * no longer once they have handed over.
 */
export const mayRead = (caller: Caller, envelope: Pick<EnvelopeItem, VisibleBy>): boolean => {
  const own =
    caller.kind === 'signer'
      ? envelope.parties.filter(({ role_name }) => role_name === caller.role_name)
      : envelope.parties.filter((party) => isReached(caller, [party]));
  const asRecipient = own.some((party) => isVerified(party) && party.delegated_to === null);
  if (caller.kind === 'signer' || asRecipient) return asRecipient;
  return isOwner(caller, envelope) || seesAsMember(caller, envelope);
};

/** Ends the request unless the caller may read what stands in the envelope. */
export const demandReader = (caller: Caller, envelope: Pick<EnvelopeItem, VisibleBy>): void => {
  if (!mayRead(caller, envelope)) fail('verification_needed');
};

/**
 * True where the caller sees the envelope as its sender does: also what recipients have typed who haven't submitted yet.
 * Whoever is a recipient, and not the owner, sees what recipients see.
 */
export const seesAsSender = (caller: Caller, envelope: Pick<EnvelopeItem, VisibleBy>): boolean =>
  caller.kind === 'user' &&
  (isOwner(caller, envelope) || (seesAsMember(caller, envelope) && !isReached(caller, envelope.parties)));

/** The roles as which the caller is a recipient of the envelope. */
export const ownRoles = (caller: Caller, envelope: Pick<EnvelopeItem, 'parties'>): string[] =>
  caller.kind === 'signer'
    ? [caller.role_name]
    : envelope.parties.filter((party) => isReached(caller, [party])).map(({ role_name }) => role_name);

/** Members of the owner's organization, by visibility and permission. */
export const seesAsMember = (caller: UserCaller, envelope: Pick<EnvelopeItem, VisibleBy>): boolean =>
  caller.organization_id === envelope.organization_id &&
  (caller.permissions.has('envelope:org:view') ||
    (envelope.visibility === 'shared' && caller.permissions.has('envelope:view')));

const isReached = (caller: UserCaller, parties: readonly Party[]): boolean =>
  parties.some(({ email, status }) => status !== 'pending' && email !== '' && sameEmail(email, caller.email));

/** The envelope, where the caller may see it; else 404. One query. */
export const visibleEnvelope = async (caller: Caller, envelope_id: string): Promise<EnvelopeState> => {
  const state = await loadEnvelope(envelope_id);
  return state && maySee(caller, state.envelope) ? state : fail('envelope_not_found');
};

/** Ends the request unless the caller is the envelope's owner: 404 for whoever may not even see it, else 401. */
export const demandOwner = (caller: UserCaller, envelope: EnvelopeItem): void => {
  if (!maySee(caller, envelope)) fail('envelope_not_found');
  if (!isOwner(caller, envelope)) fail('not_the_owner');
};

/** The recipient with that role; 404 where the envelope has none. */
export const recipientOf = (state: EnvelopeState, role_name: string): RecipientItem =>
  state.recipients.find((recipient) => recipient.role_name === role_name) ?? fail('recipient_not_found');

/**
 * The recipient as whom the signer acts. A signing session belongs to one role of one envelope: anything else is
 * answered like what does not exist.
 */
export const signingRecipient = (state: EnvelopeState, caller: SignerCaller, role_name: string): RecipientItem => {
  if (!maySee(caller, state.envelope)) fail('envelope_not_found');
  if (caller.role_name !== role_name) fail('recipient_not_found');
  return recipientOf(state, role_name);
};
