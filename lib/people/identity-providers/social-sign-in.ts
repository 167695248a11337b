import type { SocialName } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import { single, writeBatch } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { socialIdentityAt } from '../../storage/social-identities.ts';
import { userAt } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { profileToEnter } from '../profiles/profile-store.ts';
import { answerSession } from '../sessions/answer.ts';
import { newChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { newSession } from '../sessions/session-store.ts';
import { takeBegun } from './begun.ts';
import { identityHash } from './identity.ts';
import { proveOidc } from './oidc-prove.ts';
import type { ProviderReturn } from './provider-schema.ts';
import { socialParty } from './social.ts';

/**
 * Signs in whoever has connected this person at a provider for everybody with their account. Issuer and subject alone
 * count: what the provider states of an address is never looked at, because such providers let people state addresses
 * that aren't theirs. The account's second factor is asked for, as after a password, and an organization that demands
 * its own provider stays closed. Throws `identity_unknown`, `provider_sign_in_over`, `mfa_required`,
 * `no_active_profile`, `provider_required` and the failures of `proveOidc`.
 */
export const signInWithSocial = async (
  name: SocialName,
  returned: ProviderReturn,
  secret: string | undefined,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const begun = await takeBegun(returned.state, { organization_id: name, purpose: 'sign_in', secret });
  const party = socialParty(name);
  if (party.version !== begun.version) return fail('provider_sign_in_over');
  const link = await readAt(socialIdentityAt(identityHash(await proveOidc(party, begun, returned))));
  const user = link && (await readAt(userAt(link.user_id)));
  if (!user) return fail('identity_unknown');
  if (user.mfa) {
    const { creation, refusal } = newChallenge(user);
    await single([creation]);
    throw refusal;
  }
  const { profile, organization } = await profileToEnter(user, origin);
  const session = newSession({ user, profile, organization, source: 'provider' }, origin);
  await writeBatch([sessionWrites.create(session.item)]);
  return answerSession(session, { user, profile });
};
