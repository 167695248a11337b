import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret, isHashOf, newSecret } from '../../base/ids.ts';
import { single } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import { providerSignInAt, providerSignInWrite, takeProviderSignIn } from '../../storage/identity-providers.ts';
import type {
  BegunAccess,
  BegunByRecipient,
  IdentityProviderItem,
  ProviderSignInItem,
} from '../../storage/records/identity-provider.ts';

/** Sign-ins at providers that have begun, of whatever protocol. */

/** Time in milliseconds in which the provider must have sent the browser back. */
const SIGN_IN_LIFE = 10 * MINUTE;
/** The same in seconds. */
export const SIGN_IN_SECONDS = SIGN_IN_LIFE / 1000;

/** Purpose of a sign-in, and the browser in which it begins (`secret` of its cookie). */
export interface Beginning {
  secret: string;
  email?: string | null | undefined;
  /** The session of whoever tests, connects an account, or is verified as a recipient; a sign-in without it. */
  within?:
    | { purpose: 'test' | 'connect'; session_id: string }
    | { purpose: 'recipient'; recipient: BegunByRecipient }
    | { purpose: 'certificate'; recipient: BegunByRecipient; access: BegunAccess };
}

/** A new `state`: the page knows by its beginning what an answer is for. It is a name in XML, too. */
export const newState = (within: Beginning['within']): string => `${within ? `${within.purpose}.` : '_'}${newSecret()}`;

/** Keeps a sign-in that begins under the hash of its `state`, with what its answer is checked by. */
export const keepBegun = async (
  state: string,
  { organization_id, version }: Pick<IdentityProviderItem, 'organization_id' | 'version'>,
  { secret, within }: Beginning,
  proofs: Pick<ProviderSignInItem, 'nonce' | 'code_verifier' | 'answer'> = {},
): Promise<void> => {
  const begun = providerSignInWrite(hashSecret(state), {
    organization_id,
    version,
    purpose: within?.purpose ?? 'sign_in',
    browser_hash: hashSecret(secret),
    ...proofs,
    ...(within ? withinOf(within) : {}),
    expires_at: timestampIn(SIGN_IN_LIFE),
    ttl: epochSeconds() + SIGN_IN_SECONDS,
  });
  await single([begun]);
};

type Within = Pick<ProviderSignInItem, 'session_id' | 'recipient' | 'access'>;
const withinOf = ({ purpose: _, ...within }: NonNullable<Beginning['within']>): Within => within;

/**
 * Takes the sign-in that a provider's answer is for: whatever the answer turns out to be, there is no second one.
 * Throws `provider_sign_in_over` if there is none for this `state`, organization, purpose and browser, or it is too
 * old.
 */
export const takeBegun = async (
  state: string,
  {
    organization_id,
    purpose,
    secret,
  }: { organization_id: string; purpose: ProviderSignInItem['purpose']; secret: string | undefined },
): Promise<ProviderSignInItem> => {
  const begun = secret === undefined ? undefined : await takeProviderSignIn(hashSecret(state));
  const isRight =
    begun !== undefined &&
    begun.organization_id === organization_id &&
    begun.purpose === purpose &&
    begun.expires_at > timestamp() &&
    isHashOf(begun.browser_hash, secret ?? '');
  return isRight ? begun : fail('provider_sign_in_over');
};

/** True if the answer with this `state` goes on to the pages of a signing. */
export const isOfSigning = (state: string | undefined): boolean => /^(recipient|certificate)\./.test(state ?? '');

/** The pages of the signing to which the provider's answer goes on. Throws `provider_sign_in_over`. */
export const pagesOfSigning = async (state: string): Promise<string> => {
  const begun = await readAt(providerSignInAt(hashSecret(state)));
  return begun?.recipient?.pages ?? fail('provider_sign_in_over');
};
