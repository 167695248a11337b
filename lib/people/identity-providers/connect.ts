import { timestamp } from '../../base/clock.ts';
import type { SocialName } from '../../base/config.ts';
import { fail, orFail } from '../../base/errors.ts';
import { change } from '../../storage/engine/change.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { socialIdentityAt, socialIdentityWrites } from '../../storage/social-identities.ts';
import { userAt } from '../../storage/users.ts';
import { demandOwnAccount, type UserCaller } from '../access/caller.ts';
import { ownerSecretWrites } from '../passkeys/owner-secret.ts';
import { securityNotice } from '../users/security-notice.ts';
import { takeBegun } from './begun.ts';
import { identityHash } from './identity.ts';
import { beginOidc } from './oidc-begin.ts';
import { proveOidc } from './oidc-prove.ts';
import type { IdentityConnection, IdentityConnectionStart, ProviderRedirect } from './provider-schema.ts';
import { socialParty } from './social.ts';

/** Names of providers as messages say them. */
const NAMES: Record<SocialName, string> = { google: 'Google', microsoft: 'Microsoft' };

/**
 * Begins to connect an account with a person at a provider for everybody, once the account's owner has proved to be
 * asking. Throws `provider_not_found`, `provider_unreachable`, `provider_session`, and the failures of the proof.
 */
export const startConnecting = async (
  caller: UserCaller,
  { provider, ...proof }: IdentityConnectionStart,
  secret: string,
): Promise<ProviderRedirect> => {
  demandOwnAccount(caller);
  const party = socialParty(provider);
  const user = orFail(await readAt(userAt(caller.user_id)), 'unauthorized');
  await commit(await ownerSecretWrites(user, proof), { refuse: () => fail('mfa_code_wrong') });
  const within = { purpose: 'connect' as const, session_id: caller.session_id };
  return { redirect_to: await beginOidc(party, { secret, within }) };
};

/**
 * Connects the account with the person whom the provider has proven: who began it, in the same session and browser, is
 * whose account it is. The user is notified by mail. Nothing happens if it is so already. Throws `identity_in_use` if
 * the person is connected with another account, or the account with another person there.
 */
export const connectIdentity = async (
  caller: UserCaller,
  { provider, ...returned }: IdentityConnection,
  secret: string | undefined,
): Promise<void> => {
  demandOwnAccount(caller);
  const begun = await takeBegun(returned.state, { organization_id: provider, purpose: 'connect', secret });
  const party = socialParty(provider);
  if (begun.session_id !== caller.session_id || begun.version !== party.version) return fail('provider_sign_in_over');
  const { issuer, subject } = await proveOidc(party, begun, returned);
  const hash = identityHash({ issuer, subject });
  await change(
    () => readTogether([userAt(caller.user_id), socialIdentityAt(hash)]),
    async ([found, link]) => {
      const user = ofGeneration(found, caller);
      const before = user.identities?.[provider];
      if (before && identityHash(before) === hash) return { answer: undefined };
      const isTaken = link && link.user_id !== user.id && (await readAt(userAt(link.user_id)));
      if (before || isTaken) return fail('identity_in_use');
      const at = timestamp();
      return {
        writes: [
          socialIdentityWrites.connect(hash, { user_id: user.id, created_at: at }, link),
          socialIdentityWrites.mark(user, { ...user.identities, [provider]: { issuer, subject } }, at),
          securityNotice('identity_connected', user.id, { provider_name: NAMES[provider] }),
        ],
        answer: undefined,
      };
    },
  );
};

/** Ends the connection with a provider: its person no longer signs in here. Throws `not_found` if there is none. */
export const disconnectIdentity = async (caller: UserCaller, provider: SocialName): Promise<void> => {
  demandOwnAccount(caller);
  await change(
    () => readAt(userAt(caller.user_id)),
    (found) => {
      const user = ofGeneration(found, caller);
      const { [provider]: before, ...identities } = user.identities ?? {};
      if (!before) return fail('not_found');
      return {
        writes: [
          socialIdentityWrites.disconnect(identityHash(before), user.id),
          socialIdentityWrites.mark(user, identities, timestamp()),
        ],
        answer: undefined,
      };
    },
  );
};

/** The user, whose sessions have not all been ended since this call began. */
const ofGeneration = (user: UserItem | undefined, { session_generation }: UserCaller): UserItem =>
  user && user.session_generation === session_generation ? user : fail('unauthorized');
