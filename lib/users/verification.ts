import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { normalEmail } from '../email-address.ts';
import type { Origin } from '../operation/contract.ts';
import { fail } from '../operation/errors.ts';
import { outboxWrite } from '../outbox/outbox.ts';
import { profileToEnter } from '../profiles/store.ts';
import { Email } from '../schema.ts';
import { answerTokens } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { newSession } from '../sessions/store.ts';
import { verifyToken } from '../sessions/tokens.ts';
import { setting } from '../table/changes.ts';
import { ConditionFailed, carriedOutBefore, getItem, getItems, transact } from '../table/client.ts';
import { codeKey, emailKey, userKey } from '../table/keys.ts';
import { CarriedOut } from '../table/once.ts';
import { countAttempt } from './attempts.ts';
import { type CodeItem, isMailedCode, useCode } from './codes.ts';
import { MAIL_LIMIT } from './limits.ts';
import { ACCOUNTS, type EmailItem, type UserItem } from './record.ts';
import { signInAgain } from './sign-in-again.ts';

export const Verification = z.object({
  email: Email,
  token: z.string().min(1).max(200).meta({ description: 'The code of the verification mail' }),
});

/**
 * Marks a user's address as verified with the code that was mailed there, and signs the user in. The code is good for
 * one use; whatever is wrong with address or code, the answer is the same 400.
 */
export const verifyEmail = async (
  { email, token }: z.output<typeof Verification>,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const claim = await getItem<EmailItem>(emailKey(email));
  const user_id = claim?.user_id ?? 'nobody';
  const [user, code] = (await getItems([userKey(user_id), codeKey('verify_email', user_id)])) as [
    UserItem | undefined,
    CodeItem | undefined,
  ];
  // Only who is verified can have a second factor, and a mailed code must not sign in around it.
  if (!user || user.mfa) return fail('code_wrong');
  if (!isMailedCode(code, token)) {
    return (await carriedOutBefore()) ? signInAgain(email, 'verify', origin) : fail('code_wrong');
  }
  const profile = await profileToEnter(user);
  const { organization_id, id: profile_id } = profile;
  const session = newSession({ user_id, organization_id, profile_id, source: 'verify' }, origin);
  try {
    await transact([
      useCode(code),
      { update: userKey(user_id), ...setting({ email_verified: true, updated_at: timestamp() }) },
      { put: session.item },
    ]);
  } catch (error) {
    if (error instanceof CarriedOut) return signInAgain(email, 'verify', origin);
    if (error instanceof ConditionFailed) return fail('code_wrong');
    throw error;
  }
  return answerTokens({
    user: { ...user, email_verified: true },
    profile,
    session_id: session.item.id,
    refresh_token: session.refresh_token,
    refresh_token_exp: session.item.ttl,
  });
};

/** The address given, or else that of the user whose access token stands in `Authorization`; 401 without either. */
export const addressToVerify = async (
  given: string | null | undefined,
  headers: Record<string, string>,
): Promise<string> => {
  if (given) return given;
  const [, token] = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? [];
  const claims = token ? await verifyToken(token) : undefined;
  return claims?.session_type === 'user' ? claims.email : fail('unauthorized');
};

/**
 * Has another verification mail sent. Whether the address has an account, and whether it is verified already, is found
 * out by the worker that sends: who asks learns nothing. 429 after too many for one address.
 */
export const resendVerification = async (email: string): Promise<void> => {
  await countAttempt('verification-mail', normalEmail(email), MAIL_LIMIT);
  await transact([outboxWrite(ACCOUNTS, { message: { kind: 'verify_email', email } })]);
};
