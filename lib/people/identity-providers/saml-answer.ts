import { epochSeconds, MINUTE, SECOND, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret, newSecret } from '../../base/ids.ts';
import { commit, single } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import { identityProviderAt, samlAnswerWrites } from '../../storage/identity-providers.ts';
import { redirectUri } from './addresses.ts';
import { assertionHash } from './identity.ts';
import { refuseAnswer } from './saml-refusal.ts';
import { verifyAnswer } from './saml-verify.ts';

/** Time in milliseconds in which the browser has to bring back the code of an answer. */
const CODE_LIFE = 2 * MINUTE;

/**
 * Takes what a SAML provider has posted, and returns the page that ends the sign-in, with a code that is good once. The
 * function that reads XML can do no more: it opens no session, and knows nothing of accounts. Each assertion counts
 * once. Throws `provider_not_found`, and `provider_refused`.
 */
export const takeAnswer = async (organization_id: string, encoded: string): Promise<string> => {
  const provider = await readAt(identityProviderAt(organization_id));
  if (provider?.kind !== 'saml') return fail('provider_not_found');
  const { id, in_response_to, good_until, stated } = await verifyAnswer(provider, encoded);
  if (in_response_to === null && !provider.saml.accepts_unsolicited)
    return refuseAnswer('nobody has asked for it: sign-ins that begin at the provider are not allowed here');
  const { claims, ...person } = stated;
  const hash = assertionHash({ organization_id, issuer: provider.issuer, id });
  const secret = newSecret();
  const answer = samlAnswerWrites.create(hash, {
    organization_id,
    version: provider.version,
    code_hash: hashSecret(secret),
    request_hash: in_response_to === null ? null : hashSecret(in_response_to),
    stated: in_response_to?.startsWith('test.') ? { ...person, claims } : person,
    expires_at: timestampIn(CODE_LIFE),
    ttl: Math.max(Math.ceil(good_until / SECOND), epochSeconds() + CODE_LIFE / SECOND),
  });
  await commit([answer], { refuse: () => refuseAnswer('it has come before'), write: single });
  return returning(organization_id, {
    ...(in_response_to === null ? {} : { state: in_response_to }),
    code: `${hash}.${secret}`,
  });
};

const returning = (organization_id: string, query: Record<string, string>): string =>
  `${redirectUri(organization_id)}?${new URLSearchParams(query)}`;

/**
 * The page that tells a person in a browser for which `reason` an answer was refused. The request that the answer names
 * isn't proven: that page asks for its sign-in as for any other.
 */
export const refusalPage = (organization_id: string, encoded: string, reason: string): string => {
  const text = Buffer.from(encoded.slice(0, 20_000), 'base64').toString('latin1');
  const [, state] = /\bInResponseTo="((?:_|test\.)[\w-]{43})"/.exec(text) ?? [];
  return returning(organization_id, { state: state ?? 'none', error: 'saml', error_description: reason });
};
