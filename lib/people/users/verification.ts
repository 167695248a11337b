import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { Email } from '../../base/common-schema.ts';
import { normalEmail } from '../../base/email-address.ts';
import { Failure, fail } from '../../base/errors.ts';
import { secretMember } from '../../base/secret-members.ts';
import { carriedOutBefore, commit } from '../../storage/engine/commit.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { mailedCodesWrites } from '../../storage/mailed-codes.ts';
import type { MessageRequest } from '../../storage/outbox/message-request.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { VisitorKind } from '../../storage/records/mailed-codes.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { userAt } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { profileToEnter } from '../profiles/profile-store.ts';
import { answerSession } from '../sessions/answer.ts';
import { signedInUser } from '../sessions/bearer.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { newSession } from '../sessions/session-store.ts';
import { proveAddressWrites } from './address.ts';
import { tryCode } from './codes.ts';
import { readLinkToken } from './link-token.ts';
import { signInAgain } from './sign-in-again.ts';
import { ACCOUNTS } from './user.ts';
import { readAddress } from './user-store.ts';
import { askersNetwork, knowDevice, ownNetwork, ownNetworkAt, visitorOf } from './visitor.ts';

export const Verification = z.object({
  email: Email,
  token: secretMember(
    z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ description: 'The six digits of the verification mail, or what its link says' }),
  ),
});

/**
 * Marks a user's address as verified by a mailed code or link, gives it to the user, and signs the user in. Each works
 * once. Throws `code_wrong` for all faults of address, code and owner alike. A typed code must belong to the caller's
 * own account (`headers`), else to the latest sign-up with the address; attempts are counted.
 */
export const verifyEmail = async (
  { email, token }: z.output<typeof Verification>,
  headers: Record<string, string>,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const link = readLinkToken(token);
  const own = await ownUser(headers, origin);
  const { latest } = await readAddress(email);
  const user_id = link?.id ?? own ?? latest.user_id;
  const [user, network] = await readTogether([userAt(user_id), ownNetworkAt(user_id, origin)]);
  const visitor: VisitorKind = own === user_id ? 'device' : visitorOf(user, network, origin).kind;
  const code = await tryCode('verify_email', user_id, link?.secret ?? token, visitor);
  // Only a verified user can have a second factor, and a mailed code must not bypass it.
  if (!user || user.mfa || normalEmail(user.email) !== normalEmail(email)) return fail('code_wrong');
  if (!code) {
    return (await carriedOutBefore()) ? signInAgain(userAt(user_id), 'verify', origin) : fail('code_wrong');
  }
  const { profile, organization } = await profileToEnter(user, origin);
  const session = newSession({ user, profile, organization, source: 'verify' }, origin);
  const again = await commit(
    [
      ...proveAddressWrites(user, profile, { updated_at: timestamp() }),
      mailedCodesWrites.use(code),
      sessionWrites.create(session.item),
      ownNetwork(user_id, origin),
    ],
    { refuse: () => fail('code_wrong'), repeated: () => signInAgain(userAt(user_id), 'verify', origin) },
  );
  if (again) return again;
  knowDevice(user, origin);
  return answerSession(session, { user: { ...user, email_verified: true }, profile });
};

/** The user of the access token in `Authorization`; undefined without a valid one. */
const ownUser = async (headers: Record<string, string>, origin: Origin): Promise<string | undefined> => {
  try {
    return (await signedInUser(headers, origin)).user_id;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
};

/**
 * Sends another verification mail, to the given address or to the user of the access token in `Authorization`. Throws
 * `unauthorized` without either. The worker that sends decides if the address has an account, is verified already or
 * was asked for too often, so the caller learns nothing.
 */
export const resendVerification = async (
  given: string | null | undefined,
  headers: Record<string, string>,
  origin: Origin,
): Promise<void> => {
  const whom = given ? { email: given } : { user_id: (await signedInUser(headers, origin)).user_id };
  const message: MessageRequest = { kind: 'verify_email', ...whom, network: askersNetwork(origin) };
  await commit([outboxWrite(ACCOUNTS, { message })]);
};
