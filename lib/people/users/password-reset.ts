import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { Email } from '../../base/common-schema.ts';
import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { secretMember } from '../../base/secret-members.ts';
import { askedMailsAt, forgetMailsWrite } from '../../storage/asked-mails.ts';
import { forgetWrite } from '../../storage/attempts.ts';
import { commit, writeBatch } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import { mailedCodesWrites } from '../../storage/mailed-codes.ts';
import type { MessageRequest } from '../../storage/outbox/message-request.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import { profileAt } from '../../storage/profiles.ts';
import { commitEnding } from '../../storage/sessions.ts';
import { readAccount } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { demandWayIn } from '../profiles/profile-store.ts';
import { proveAddressWrites } from './address.ts';
import { tryCode } from './codes.ts';
import { hashPassword, NewPassword } from './password.ts';
import { securityNotice } from './security-notice.ts';
import { passwordAttempts } from './sign-in.ts';
import { ACCOUNTS } from './user.ts';
import { readAddress } from './user-store.ts';
import { askersNetwork, knowDevice, ownNetwork, ownNetworkAt, visitorOf } from './visitor.ts';

export const PasswordReset = z.object({
  email: Email,
  code: secretMember(
    z.string().trim().max(200).nullish().meta({
      description: 'The eight digits of the mail, or what its link says; leave out to have a mail sent',
    }),
  ),
  new_password: NewPassword.nullish().meta({ description: 'Needed together with the code' }),
});

/**
 * Both steps of a reset: without a code it has one mailed, with a code it sets the new password. Neither step reveals
 * if the address has an account.
 */
export const resetPassword = async (
  { email, code, new_password }: z.output<typeof PasswordReset>,
  origin: Origin,
): Promise<void> => {
  if (!code) return requestCode(email, origin);
  if (!new_password) return invalid('new_password', 'is needed together with the code');
  return setPassword(email, code, new_password, origin);
};

const requestCode = async (email: string, origin: Origin): Promise<void> => {
  const message: MessageRequest = { kind: 'reset_password', email, network: askersNetwork(origin) };
  await commit([outboxWrite(ACCOUNTS, { message })]);
};

/**
 * The mailed code also proves the address, which counts as verified from then on. All locks on signing in end, and the
 * device becomes a known one. Throws `provider_required` or `passkey_required` if the account enters organizations by
 * their identity providers, or by passkey, alone.
 */
const setPassword = async (email: string, code: string, new_password: string, origin: Origin): Promise<void> => {
  const { owner, latest } = await readAddress(email);
  const [account, signedUp] = await Promise.all([readAccount(owner.user_id), readAccount(latest.user_id)]);
  const { user, sessions, attempts, beside } = account.user ? account : signedUp;
  const user_id = user?.id ?? owner.user_id;
  const network = beside(ownNetworkAt(user_id, origin));
  const { kind: visitor } = visitorOf(user, network, origin);
  const mailed = await tryCode('reset_password', user_id, code, visitor);
  const password_hash = await hashPassword(new_password);
  if (!user || !mailed) return fail('code_wrong');
  // A password that opens nothing is refused here, where the way that does can be named.
  if (!user.ttl) await demandWayIn(user);
  const changed = timestamp();
  const changes = {
    password_hash,
    password_changed_at: changed,
    session_generation: newId(),
    updated_at: changed,
  };
  const profile = user.ttl ? await readAt(profileAt(user.current_organization_id, user.current_profile_id)) : undefined;
  await commitEnding(
    sessions,
    [
      ...proveAddressWrites(user, profile, changes),
      mailedCodesWrites.use(mailed),
      ownNetwork(user.id, origin),
      forgetWrite(passwordAttempts(email)),
      forgetMailsWrite(askedMailsAt(email, 'reset_password', askersNetwork(origin))),
      securityNotice('password_changed', user.id),
    ],
    () => fail('code_wrong'),
  );
  await writeBatch(attempts.map(forgetWrite));
  knowDevice({ email: user.email, password_hash }, origin);
};
