import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret, isHashOf } from '../../base/ids.ts';
import { commit, single } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import { identityAt, samlAnswerAt, samlAnswerWrites } from '../../storage/identity-providers.ts';
import type {
  ProviderSignInItem,
  SamlAnswerItem,
  SamlProviderItem,
  SamlStatement,
} from '../../storage/records/identity-provider.ts';
import { userAt } from '../../storage/users.ts';
import { redirectUri } from './addresses.ts';
import { keepBegun, newState } from './begun.ts';
import { identityHash, issuerOf, type StatingIdentity } from './identity.ts';
import { quotable } from './oidc-failures.ts';
import type { ProviderRedirect, ProviderReturn } from './provider-schema.ts';

/** An answer that was checked and whose code is good. */
type OpenAnswer = SamlAnswerItem & { stated: SamlStatement };

/** Reads the answer that a code opens. Throws `provider_sign_in_over`. */
const readOpen = async (
  code: string,
  { organization_id, version }: SamlProviderItem,
): Promise<[string, OpenAnswer]> => {
  const [hash = '', secret = ''] = code.split('.');
  const answer = await readAt(samlAnswerAt(hash));
  const isGood =
    answer?.stated !== undefined &&
    answer.organization_id === organization_id &&
    answer.version === version &&
    answer.expires_at > timestamp() &&
    isHashOf(answer.code_hash, secret);
  return isGood ? [hash, answer as OpenAnswer] : fail('provider_sign_in_over');
};

/**
 * Proves who signed in by an answer that another function has checked (`saml-answer.ts`). It must be the answer to the
 * request of this sign-in; or to none, if that is allowed, and this sign-in was begun to take it. Its code is good
 * once. Throws `provider_refused` and `provider_sign_in_over`.
 */
export const proveSaml = async (
  provider: SamlProviderItem,
  begun: ProviderSignInItem,
  { code, state, error, error_description }: ProviderReturn,
): Promise<StatingIdentity> => {
  if (error || !code) return fail('provider_refused', { reason: quotable(error_description ?? error ?? 'no code') });
  const [hash, answer] = await readOpen(code, provider);
  const isAsked = begun.answer === undefined && answer.request_hash === hashSecret(state);
  const isTaken = begun.answer === hash && answer.request_hash === null && provider.saml.accepts_unsolicited;
  if (!isAsked && !isTaken) return fail('provider_sign_in_over');
  await commit([samlAnswerWrites.use(answer)], { refuse: () => fail('provider_sign_in_over'), write: single });
  const { subject, claims = {}, ...stated } = answer.stated;
  return {
    organization_id: provider.organization_id,
    kind: 'saml',
    issuer: issuerOf(provider),
    subject,
    sid: undefined,
    claims,
    person: async () => ({
      email: stated.email,
      // SAML has no word for it.
      email_verified: undefined,
      first_name: stated.first_name,
      last_name: stated.last_name,
      name: stated.name,
    }),
  };
};

/**
 * Begins the sign-in that takes an answer nobody has asked for, in the browser with this secret, and tells whose it is:
 * that person goes on only after having seen that. So nobody is signed in as somebody else by a page of others. Throws
 * `provider_sign_in_over` and `provider_refused`.
 */
export const offerAnswer = async (
  provider: SamlProviderItem,
  code: string,
  secret: string,
): Promise<ProviderRedirect> => {
  const [hash, { request_hash, stated }] = await readOpen(code, provider);
  if (request_hash !== null || !provider.saml.accepts_unsolicited) return fail('provider_sign_in_over');
  const identity = { issuer: issuerOf(provider), subject: stated.subject };
  const link = await readAt(identityAt(provider.organization_id, identityHash(identity)));
  const user = link && (await readAt(userAt(link.user_id)));
  const state = newState(undefined);
  await keepBegun(state, provider, { secret }, { answer: hash });
  return {
    redirect_to: `${redirectUri(provider.organization_id)}?${new URLSearchParams({ state, code })}`,
    account: user?.email ?? stated.email ?? stated.subject,
  };
};
