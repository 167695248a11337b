import { fail } from '../../base/errors.ts';
import type { OidcProviderItem } from '../../storage/records/identity-provider.ts';
import { openClient, SKEW } from './oidc-client.ts';
import { failAtProvider } from './oidc-failures.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Seconds after which a notice is too old: its `jti` is remembered for longer. */
const OLDEST = 300;

/** A provider's notice that a session there has ended (`sid`), or all of a subject. */
export interface LogoutNotice {
  issuer: string;
  jti: string;
  subject: string | undefined;
  sid: string | undefined;
}

/**
 * Validates a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6): signature, exact issuer, this client as
 * audience, times, the event, `jti`, a subject or a session, and no nonce, so that it is no identity token. Throws
 * `logout_token_invalid` and `provider_unreachable`.
 */
export const readLogoutToken = async (provider: OidcProviderItem, token: string): Promise<LogoutNotice> => {
  const { issuer, client_id, keys } = await openClient(provider);
  const claims = await keys
    .verify(token, {
      issuer,
      audience: client_id,
      clockTolerance: SKEW,
      maxTokenAge: OLDEST,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    .catch((error: unknown) =>
      (error as { code?: string }).code ? fail('logout_token_invalid') : failAtProvider(error),
    );
  const { events, jti, sub, sid, nonce } = claims;
  const event = (events as Record<string, unknown> | null)?.[EVENT];
  const isLogout = typeof event === 'object' && event !== null && !Array.isArray(event);
  const [subject, session] = [textOf(sub), textOf(sid)];
  if (!isLogout || nonce !== undefined || !textOf(jti) || (!subject && !session)) return fail('logout_token_invalid');
  return { issuer, jti: String(jti), subject, sid: session };
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
