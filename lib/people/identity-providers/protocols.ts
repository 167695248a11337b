import type { ProviderSignInItem, SamlProviderItem } from '../../storage/records/identity-provider.ts';
import type { Beginning } from './begun.ts';
import type { StatingIdentity } from './identity.ts';
import { beginOidc } from './oidc-begin.ts';
import type { OidcParty } from './oidc-client.ts';
import { proveOidc } from './oidc-prove.ts';
import type { ProviderReturn } from './provider-schema.ts';
import { beginSaml } from './saml-begin.ts';
import { proveSaml } from './saml-prove.ts';

/** A provider, of whatever protocol. */
export type ProviderParty = OidcParty | SamlProviderItem;

/** Begins a sign-in at a provider, and returns its page. Throws `provider_unreachable`. */
export const beginSignIn = (party: ProviderParty, beginning: Beginning): Promise<string> =>
  'saml' in party ? beginSaml(party, beginning) : beginOidc(party, beginning);

/** Proves who signed in from what came back. Throws the failures of the protocol. */
export const proveIdentity = (
  party: ProviderParty,
  begun: ProviderSignInItem,
  returned: ProviderReturn,
): Promise<StatingIdentity> =>
  'saml' in party ? proveSaml(party, begun, returned) : proveOidc(party, begun, returned);
