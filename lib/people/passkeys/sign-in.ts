import { networkOf } from '../../aws/net/network.ts';
import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret } from '../../base/ids.ts';
import { challengeAt, challengeWrites } from '../../storage/challenges.ts';
import { commit, single } from '../../storage/engine/commit.ts';
import { readTogether } from '../../storage/engine/read.ts';

import { organizationAt } from '../../storage/organizations.ts';
import { passkeyAt, passkeysOf } from '../../storage/passkeys.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { ChallengeItem } from '../../storage/records/challenge.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { userAt } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { narrowedTo } from '../access/scopes.ts';
import { recordFailure } from '../administration/act.ts';
import { countInWindow } from '../attempts/attempts.ts';
import { NETWORK_LIMIT } from '../attempts/limits.ts';
import { type Place, profileToEnter } from '../profiles/profile-store.ts';
import { answerSession } from '../sessions/answer.ts';
import { beginningOf } from '../sessions/beginning.ts';
import { readChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { isOfGeneration, newSession } from '../sessions/session-store.ts';
import { knowDevice, ownNetwork } from '../users/visitor.ts';
import { CHALLENGE_LIFE, newPasskeyChallenge, takeChallenge } from './challenge.ts';
import { passkeyIdOf, userIdOf } from './ids.ts';
import { knownCredential } from './known.ts';
import type { PasskeySignIn } from './passkey-input-schema.ts';
import type { PasskeyRequestOptions } from './passkey-schema.ts';
import { relyingParty } from './relying-party.ts';
import { passkeyUseWrite } from './use-passkey.ts';

/**
 * Makes the options by which a browser signs in with a passkey. They name no account and are the same for everybody,
 * but after the password (`mfa_token`): then they name the user's passkeys. Counted by network, because anybody may
 * ask. Throws `mfa_token_invalid`.
 */
export const startPasskeySignIn = async (
  mfa_token: string | null | undefined,
  origin: Origin,
): Promise<PasskeyRequestOptions> => {
  const { id: rpId } = relyingParty();
  const seconds = await countInWindow('passkey-network', networkOf(origin.ip), NETWORK_LIMIT);
  if (seconds > 0) return fail('too_many_requests', { seconds });
  const common = { rpId, timeout: CHALLENGE_LIFE };
  if (!mfa_token) {
    const { challenge, creation } = newPasskeyChallenge({ purpose: 'sign_in' });
    await single([creation]);
    return { challenge, ...common, userVerification: 'required', allowCredentials: [] };
  }
  const { user_id } = (await readChallenge(mfa_token)) ?? fail('mfa_token_invalid');
  const passkeys = await passkeysOf(user_id);
  const mfa_hash = hashSecret(mfa_token);
  const { challenge, creation } = newPasskeyChallenge({ purpose: 'second_factor', user_id, mfa_hash });
  await single([creation]);
  return { challenge, ...common, userVerification: 'preferred', allowCredentials: passkeys.map(knownCredential) };
};

/**
 * Signs a user in with a passkey: alone, for which the authenticator must have verified the person, so that it counts
 * as two factors; or as the second one after the password. Throws `passkey_refused` for all faults of the passkey
 * alike, `mfa_token_invalid`, and `no_active_profile`.
 */
export const signInWithPasskey = async (
  { credential, mfa_token, scope }: PasskeySignIn,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const party = relyingParty();
  const scopes = narrowedTo(scope, null);
  const mfa_hash = mfa_token ? hashSecret(mfa_token) : undefined;
  const taken = await takeChallenge(mfa_hash ? 'second_factor' : 'sign_in', credential.response.clientDataJSON);
  if (!taken || taken.mfa_hash !== mfa_hash) return fail('passkey_refused');
  const user_id = taken.user_id ?? userIdOf(credential.response.userHandle) ?? fail('passkey_refused');
  const [user, passkey, begun] = await readTogether([
    userAt(user_id),
    passkeyAt(user_id, passkeyIdOf(credential.id)),
    ...(mfa_hash === undefined ? [] : [challengeAt(mfa_hash)]),
  ]);
  if (!user || !passkey) return fail('passkey_refused');
  const isAlone = mfa_hash === undefined;
  if (!isAlone && !isStillDue(begun, user)) return fail('mfa_token_invalid');
  const used = await passkeyUseWrite(credential, passkey, taken.challenge, party, { alone: isAlone }).catch(
    async (error: unknown) => {
      await recordFailed(user);
      throw error;
    },
  );
  const strength = isAlone ? 'passkey' : 'second_factor';
  const begunBy = begun?.provider ? await beginningOf(begun, user, origin, await placeOf(begun)) : undefined;
  const { profile, ...beginning } = begunBy ?? {
    ...(await profileToEnter(user, { ip: origin.ip, strength })),
    source: 'passkey' as const,
    strength,
  };
  const session = newSession({ user, profile, scopes, ...beginning }, origin);
  await commit(
    [
      used,
      ...(begun ? [challengeWrites.use(begun)] : []),
      sessionWrites.create(session.item),
      ownNetwork(user.id, origin),
    ],
    { refuse: (index) => fail(index === 0 ? 'passkey_refused' : 'mfa_token_invalid') },
  );
  knowDevice(user, origin);
  return answerSession(session, { user, profile });
};

/** The profile for which the sign-in began, and the organization that may bound the session. */
const placeOf = async ({ organization_id, profile_id }: ChallengeItem): Promise<Place> => {
  const [profile, organization] = await readTogether([
    profileAt(organization_id, profile_id),
    organizationAt(organization_id),
  ]);
  return { profile, organization };
};

const recordFailed = ({
  id: user_id,
  email,
  current_organization_id: organization_id,
  current_profile_id: profile_id,
}: UserItem): Promise<void> => recordFailure('passkey_refused', { organization_id, user_id, profile_id, email });

/** True if the sign-in that began with the password still waits for the second factor. */
const isStillDue = (begun: ChallengeItem | undefined, user: UserItem): boolean =>
  begun !== undefined && begun.expires_at > timestamp() && Boolean(user.mfa) && isOfGeneration(begun, user);
