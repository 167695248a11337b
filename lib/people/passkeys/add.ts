import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import { passkeyRecord, passkeysOf, passkeyWrites } from '../../storage/passkeys.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { userAt, userWrites } from '../../storage/users.ts';
import { demandOwnAccount, type UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { demandOwnFactor } from '../policy/factor-guard.ts';
import { readDevice } from '../sessions/device.ts';
import { securityNotice } from '../users/security-notice.ts';
import { ALGORITHMS } from './algorithms.ts';
import { CHALLENGE_LIFE, newPasskeyChallenge, takeChallenge } from './challenge.ts';
import { passkeyIdOf, userHandleOf } from './ids.ts';
import { knownCredential } from './known.ts';
import { MAX_PASSKEYS, type NewPasskey, type PasskeyProof } from './passkey-input-schema.ts';
import type { Passkey, PasskeyCreationOptions } from './passkey-schema.ts';
import { presentPasskey } from './passkey-store.ts';
import { ownerProofWrites } from './proof.ts';
import { relyingParty } from './relying-party.ts';
import { verifyNewCredential } from './verify.ts';

/**
 * Makes the options by which the caller's browser makes a passkey, once the owner has proved to be asking. Throws
 * `too_many_passkeys`, `passkeys_unavailable`, `provider_session`, the failures of the proof, and
 * `second_factor_required` for a password where the account has a passkey that an organization demands.
 */
export const startPasskey = async (caller: UserCaller, proof: PasskeyProof): Promise<PasskeyCreationOptions> => {
  demandOwnAccount(caller);
  const party = relyingParty();
  const { user_id, session_id } = caller;
  const [found, passkeys] = await Promise.all([readAt(userAt(user_id)), passkeysOf(user_id)]);
  const user = orFail(found, 'unauthorized');
  if (!proof.credential) await demandOwnFactor(caller, { ...user, mfa: null });
  if (passkeys.length >= MAX_PASSKEYS) return fail('too_many_passkeys', { count: MAX_PASSKEYS });
  const used = await ownerProofWrites({ user, passkeys }, proof, party);
  const { challenge, creation } = newPasskeyChallenge({ purpose: 'add', user_id, session_id });
  await commit([creation, ...used], { refuse: () => fail(proof.credential ? 'passkey_refused' : 'mfa_code_wrong') });
  return {
    rp: { id: party.id, name: 'Countersign' },
    user: {
      id: userHandleOf(user_id),
      name: user.email,
      displayName: `${caller.first_name} ${caller.last_name}`.trim(),
    },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFE,
    excludeCredentials: passkeys.map(knownCredential),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
};

/**
 * Adds the passkey that the browser has made for `startPasskey` in the same session, which has proven it then, and
 * notifies the user. Throws `passkey_not_added` or `too_many_passkeys`.
 */
export const addPasskey = async (
  { user_id, session_id, session_generation }: UserCaller,
  { credential, name }: NewPasskey,
  origin: Origin,
): Promise<Passkey> => {
  const party = relyingParty();
  const taken = await takeChallenge('add', credential.response.clientDataJSON);
  if (taken?.user_id !== user_id || taken.session_id !== session_id) return fail('passkey_not_added');
  const made = (await verifyNewCredential(credential, taken.challenge, party)) ?? fail('passkey_not_added');
  const created_at = timestamp();
  const passkey = passkeyRecord({
    id: passkeyIdOf(made.credential_id),
    user_id,
    name: name ?? nameOf(origin),
    ...made,
    created_at,
    last_used_at: null,
  });
  await commit(
    [
      passkeyWrites.create(passkey),
      userWrites.addPasskey(
        { id: user_id, ...(session_generation === undefined ? {} : { session_generation }) },
        MAX_PASSKEYS,
        created_at,
      ),
      securityNotice('passkey_added', user_id, { passkey_name: passkey.name }),
      sessionWrites.prove(user_id, session_id, 'passkey'),
    ],
    {
      refuse: (index) => (index === 1 ? fail('too_many_passkeys', { count: MAX_PASSKEYS }) : fail('passkey_not_added')),
    },
  );
  return presentPasskey(passkey);
};

/** The name of a passkey that gets none: where it was made. */
const nameOf = ({ userAgent }: Origin): string => {
  const { browser, platform } = readDevice(userAgent);
  return [browser, platform].filter((part) => part !== null).join(', ') || 'Passkey';
};
