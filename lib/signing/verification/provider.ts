import { config } from '../../base/config.ts';
import { sameEmail } from '../../base/email-address.ts';
import { fail, invalid } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { countInWindow, type WindowLimit } from '../../people/attempts/attempts.ts';
import { activePagesOrigin } from '../../people/brands/relying-parties.ts';
import { takeBegun } from '../../people/identity-providers/begun.ts';
import type { StatedPerson, StatingIdentity } from '../../people/identity-providers/identity.ts';
import { beginOidc } from '../../people/identity-providers/oidc-begin.ts';
import { quotable } from '../../people/identity-providers/oidc-failures.ts';
import { proveOidc } from '../../people/identity-providers/oidc-prove.ts';
import type { ProviderRedirect } from '../../people/identity-providers/provider-schema.ts';
import { recipientParty } from '../../people/identity-providers/recipient-providers.ts';
import type { RecipientItem } from '../../storage/records/envelope.ts';
import type { BegunByRecipient } from '../../storage/records/identity-provider.ts';
import { ATTEMPTS, wrongAttempts } from '../auth-methods/steps.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { changeAsRecipient } from '../sessions/act-as-recipient.ts';
import { sessionFor } from '../sessions/session.ts';
import type { SigningSession } from '../sessions/signing-session-schema.ts';
import { attemptMethod } from './attempt-method.ts';
import type { SignerProviderReturn, SignerProviderStart } from './provider-schema.ts';
import { demandStep, isReading, missed, type ProvenPerson, signedInThere } from './rules.ts';
import { slowDown } from './slow-down.ts';

/** Sign-ins that a recipient can begin: each asks the provider for its description, and is kept for ten minutes. */
const BEGIN_LIMIT: WindowLimit = { limit: 20, windowSeconds: 60 * 60 };

/**
 * Begins the verification of a signer at the identity provider that the sender has named, in the browser with this
 * secret. What comes back counts for this recipient, this session and this browser alone. Throws `provider_not_found`
 * if the sender has removed it, `provider_unreachable`, `too_many_requests` and the failures of every step.
 */
export const beginAtProvider = async (
  caller: SignerCaller,
  { origin }: SignerProviderStart,
  secret: string,
): Promise<ProviderRedirect> => {
  const { state, recipient } = await changeAsRecipient(caller, caller, (current, self, at) => {
    demandStep(current, self, caller, 'oidc', at);
    return null;
  });
  const { envelope_id, role_name, profile_id, session_id } = caller;
  const seconds = await countInWindow('provider-recipient', `${envelope_id}#${profile_id}`, BEGIN_LIMIT);
  if (seconds > 0) return fail('too_many_requests', { seconds });
  const pages = new URL(config.appUrl()).origin;
  if (origin !== undefined && origin !== pages && origin !== (await activePagesOrigin(state.envelope.brand)))
    return invalid('origin', "must be the origin of the platform's pages, or of those at the brand's own domain");
  const { organization_id, identity_provider, identity_claim, email, round } = recipient;
  const party = await recipientParty(organization_id, identity_provider);
  const of = { organization_id, envelope_id, role_name, profile_id, round, session_id, pages: origin ?? pages };
  const within = { purpose: 'recipient' as const, recipient: of };
  // An address that isn't asked for says nothing about the account there.
  return { redirect_to: await beginOidc(party, { secret, email: identity_claim ? null : email, within }) };
};

/**
 * Verifies a signer by what the provider sent back: one answer for each sign-in that was begun, in the same browser and
 * session, for the same recipient. Somebody else than the recipient is a wrong attempt. Throws `provider_sign_in_over`,
 * `identity_mismatch`, `verification_failed`, and the failures of `proveOidc`.
 */
export const verifyAtProvider = async (
  caller: SignerCaller,
  { provider, ...returned }: SignerProviderReturn,
  secret: string | undefined,
  origin: Origin,
): Promise<SigningSession> => {
  const begun = await takeBegun(returned.state, { organization_id: provider, purpose: 'recipient', secret });
  const { recipient: of } = begun;
  if (!of || !isOf(of, caller)) return fail('provider_sign_in_over');
  const party = await recipientParty(of.organization_id, provider);
  if (party.version !== begun.version) return fail('provider_sign_in_over');
  const identity = await proveOidc(party, begun, returned);
  // OpenID Connect Core 2: ASCII. The certificate prints it.
  if (!/^[\x20-\x7e]+$/.test(identity.subject))
    return fail('provider_refused', { reason: 'its subject has other characters than ASCII' });
  const stated = await identity.person();
  let refused: Compared | undefined;
  const { state, recipient, problem } = await attemptMethod(caller, caller, async (current, self, at) => {
    demandStep(current, self, caller, 'oidc', at);
    if (self.round !== of.round || self.identity_provider !== provider) return fail('provider_sign_in_over');
    if (isReading(self)) await slowDown(caller);
    const actor = actorOf(caller, origin);
    const compared = compare(self, identity, stated);
    if (compared.isRight) return { change: signedInThere(self, caller, compared.person, actor, at) };
    refused = compared;
    const isLast = !isReading(self) && wrongAttempts(self, 'oidc') + 1 >= ATTEMPTS;
    return {
      change: missed(self, caller, 'oidc', actor, at),
      ...(isLast ? { problem: 'verification_failed' as const } : {}),
    };
  });
  if (problem) return fail(problem);
  if (refused && !refused.isRight) return fail('identity_mismatch', { came: refused.came, expected: refused.expected });
  const key = { id: caller.key_id, type: caller.key_type };
  return sessionFor({ state, recipient, key, session_id: caller.session_id });
};

const isOf = (of: BegunByRecipient, caller: SignerCaller): boolean =>
  of.envelope_id === caller.envelope_id &&
  of.role_name === caller.role_name &&
  of.profile_id === caller.profile_id &&
  of.session_id === caller.session_id;

/** The person, or the account that came and the one that was expected, as the signer is told. */
type Compared = { isRight: true; person: ProvenPerson } | { isRight: false; came: string; expected: string };

/**
 * Compares who came with whom the sender means. The value of a demanded claim isn't told: whoever has the link may be
 * somebody else.
 */
const compare = (
  { email, identity_claim: claim }: RecipientItem,
  { issuer, subject, claims }: StatingIdentity,
  stated: StatedPerson,
): Compared => {
  const person = { issuer, subject, ...(claim ? { claim } : {}) };
  if (claim) {
    const value = textOf(claims[claim.name]);
    if (value === claim.value) return { isRight: true, person };
    const came = value === undefined ? `an account without ${claim.name}` : `${claim.name} ${quotable(value)}`;
    return { isRight: false, came, expected: `the ${claim.name} that the sender has on file` };
  }
  const isSame = stated.email !== undefined && email !== '' && sameEmail(stated.email, email);
  if (isSame && stated.email_verified === true) return { isRight: true, person };
  const came = stated.email === undefined ? 'an account without an address' : quotable(stated.email);
  return { isRight: false, came: isSame ? `${came}, which the provider has not verified` : came, expected: email };
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
