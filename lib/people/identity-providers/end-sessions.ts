import { DAY, epochSeconds, SECOND, timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import {
  identityAt,
  identityProviderAt,
  providerNoticeAt,
  providerNoticeWrite,
  providerSessionAt,
} from '../../storage/identity-providers.ts';
import { removeSessions } from '../../storage/sessions.ts';
import { readAccount, userWrites } from '../../storage/users.ts';
import { identityHash, noticeHash, providerSessionHash } from './identity.ts';
import { readLogoutToken } from './oidc-logout.ts';

/** Seconds for which a notice is remembered: longer than one is good. */
const REMEMBERED = DAY / SECOND;

/**
 * Ends the sessions of which the provider says that they have ended there: those of a session (`sid`), else all of a
 * subject. Their next call is refused, and sign-ins there that wait for the second factor are void. Each notice counts
 * once. Nothing happens for a subject or a session that is unknown here. Throws `provider_not_found` and
 * `logout_token_invalid`.
 */
export const endSessionsByNotice = async (organization_id: string, logout_token: string): Promise<void> => {
  const provider = await readAt(identityProviderAt(organization_id));
  if (provider?.kind !== 'oidc') return fail('provider_not_found');
  const { issuer, jti, subject, sid } = await readLogoutToken(provider, logout_token);
  const identity = subject === undefined ? undefined : identityHash({ issuer, subject });
  const session = sid === undefined ? undefined : providerSessionHash(issuer, sid);
  const notice = noticeHash(issuer, jti);
  const [before, link, at] = await readTogether([
    providerNoticeAt(organization_id, notice),
    identityAt(organization_id, identity ?? 'none'),
    providerSessionAt(organization_id, session ?? 'none'),
  ]);
  if (before) return fail('logout_token_invalid');
  const user_id = link?.user_id ?? at?.user_id;
  const { user, sessions } = user_id === undefined ? { sessions: [] } : await readAccount(user_id);
  const ended = sessions.filter(
    ({ provider: of, organization_id: where, client_id }) =>
      of !== undefined &&
      where === organization_id &&
      // An application keeps what it was allowed beyond the session there (Back-Channel Logout 1.0, 2.7).
      client_id === null &&
      (identity === undefined || of.identity === identity) &&
      (session === undefined || of.sid === session),
  );
  if (ended.length > 0) await removeSessions(ended);
  // Last, so that a notice of which only a part was carried out can come again.
  await commit(
    [
      providerNoticeWrite(organization_id, notice, epochSeconds() + REMEMBERED),
      ...(user ? [userWrites.change(user.id, { provider_logout_at: timestamp() })] : []),
    ],
    { refuse: () => fail('logout_token_invalid') },
  );
};
