import { openDataKey } from '../../aws/keys/data-key.ts';
import { config, type SocialName } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import { PROVIDER_CONTEXT } from './client-secret.ts';
import type { OidcParty } from './oidc-client.ts';

/** Issuers: of a provider's description, and as that names it. Microsoft's is one for each tenant. */
const ISSUERS: Record<SocialName, Pick<OidcParty, 'issuer' | 'described'>> = {
  google: { issuer: 'https://accounts.google.com' },
  microsoft: {
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    described: 'https://login.microsoftonline.com/{tenantid}/v2.0',
  },
};

/** The platform's own client at a provider. Throws `provider_not_found` if none is configured. */
export const socialParty = (name: SocialName): OidcParty => {
  const { client_id, secret } = config.socialClient(name) ?? fail('provider_not_found');
  return {
    organization_id: name,
    ...ISSUERS[name],
    version: client_id,
    updated_at: `${client_id} ${secret}`,
    oidc: { client_id, client_secret: null },
    secret: () => decryptSecret(name, secret),
  };
};

/**
 * The client's secret. In AWS it is what `aws kms encrypt` makes of it with the data key, bound to the provider's name,
 * so that nobody reads it in the function's environment. The local platform, whose key is a file, has it as it is.
 */
const decryptSecret = async (name: SocialName, secret: string): Promise<string> =>
  config.dataKey().startsWith('file:')
    ? secret
    : Buffer.from(await openDataKey(secret, { [PROVIDER_CONTEXT]: name })).toString('utf8');
