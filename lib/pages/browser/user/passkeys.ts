import type { PasskeyRequestOptions, Tokens } from '../shared/answers.ts';
import { call } from '../shared/call.ts';
import { usedPasskey } from '../shared/passkeys.ts';
import { enterByFactor, mfaToken } from './session.ts';

/** Signs in with a passkey: as the second factor if one is due, else alone. */
export const signInWithPasskey = async (): Promise<void> => {
  const waiting = mfaToken.value ? { mfa_token: mfaToken.value } : {};
  const credential = await signedByPasskey(waiting);
  await enterByFactor(call<Tokens>('POST', '/v2/users/authenticate/passkey', { credential, ...waiting }));
};

/** Has a passkey sign a new challenge. */
export const signedByPasskey = async (waiting: { mfa_token?: string } = {}): Promise<object> =>
  usedPasskey(await call<PasskeyRequestOptions>('POST', '/v2/users/authenticate/passkey/options', waiting));
