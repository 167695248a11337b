import { timestamp } from '../clock.ts';
import { newId } from '../ids.ts';
import { demandRoom, joining } from '../members/store.ts';
import type { Origin } from '../operation/contract.ts';
import { fail } from '../operation/errors.ts';
import { entering } from '../profiles/entering.ts';
import { newProfile, type ProfileItem } from '../profiles/record.ts';
import { membersOf } from '../profiles/removal.ts';
import { answerTokens } from '../sessions/answer.ts';
import { newChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { newSession } from '../sessions/store.ts';
import { getItem, transact, type Write } from '../table/client.ts';
import { emailKey, userKey } from '../table/keys.ts';
import { untilWritten } from '../table/retry.ts';
import { hashPassword } from '../users/password.ts';
import { type EmailItem, emailClaim, newUser, type UserItem } from '../users/record.ts';
import { passwordAttempts, userWithPassword } from '../users/sign-in.ts';
import type { Acceptance, InvitationItem } from './schema.ts';
import { invitationOf } from './token.ts';

/**
 * Makes the invited person a member (specification 4.1) and signs the person in there. Where the address has no account
 * one is made, with the password; the mailed token proves the address, which counts as verified. An existing account
 * joins where the password is its own (401 otherwise) and is then signed in like at any other time, second factor and
 * all. Of two acceptances at once one succeeds, the other gets 404.
 */
export const acceptInvitation = (details: Acceptance, origin: Origin): Promise<AuthenticateResponse> =>
  untilWritten(async () => {
    const { invitation, beside } = await invitationOf(details, [emailKey(details.email)]);
    const [claim] = beside as [EmailItem | undefined];
    const members = await membersOf(invitation.organization_id);
    demandRoom(members);
    return claim ? joinAccount(details, claim, invitation, members, origin) : makeAccount(details, invitation, origin);
  });

const joinAccount = async (
  { password, ...names }: Acceptance,
  { user_id }: EmailItem,
  invitation: InvitationItem,
  members: readonly ProfileItem[],
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const { organization_id, email } = invitation;
  const found = await userWithPassword(email, password, async () => ({
    user: await getItem<UserItem>(userKey(user_id)),
  }));
  if (!found) return fail('wrong_password');
  if (members.some((member) => member.user_id === user_id)) return fail('already_member');
  const { phone, locale, timezone } = found.user;
  const profile = profileFor(invitation, user_id, { ...names, email: found.user.email, phone, locale, timezone });
  const user = {
    ...found.user,
    current_organization_id: organization_id,
    current_profile_id: profile.id,
    email_verified: true,
  };
  const joined = [
    ...entering(user, profile, { email_verified: true, updated_at: timestamp() }),
    ...joining(profile),
    using(invitation),
    { remove: passwordAttempts(email) },
  ];
  if (user.mfa) {
    const { item, refusal } = newChallenge(user);
    await transact([...joined, { put: item }]);
    throw refusal;
  }
  const session = newSession({ user_id, organization_id, profile_id: profile.id, source: 'password' }, origin);
  await transact([...joined, { put: session.item }]);
  return answerTokens({
    user,
    profile,
    session_id: session.item.id,
    refresh_token: session.refresh_token,
    refresh_token_exp: session.item.ttl,
  });
};

const makeAccount = async (
  { password, ...names }: Acceptance,
  invitation: InvitationItem,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const { organization_id, email } = invitation;
  const user_id = newId();
  const person = { ...names, email, phone: null, locale: null, timezone: null };
  const profile = profileFor(invitation, user_id, person);
  const user = newUser({
    id: user_id,
    email,
    email_verified: true,
    password_hash: await hashPassword(password),
    first_name: names.first_name,
    last_name: names.last_name,
    phone: null,
    locale: null,
    timezone: null,
    current_organization_id: organization_id,
    current_profile_id: profile.id,
  });
  const session = newSession({ user_id, organization_id, profile_id: profile.id, source: 'invitation' }, origin);
  await transact([
    { put: emailClaim(user), condition: 'attribute_not_exists(pk)' },
    { put: user },
    ...joining(profile),
    using(invitation),
    { put: session.item },
  ]);
  return answerTokens({
    user,
    profile,
    session_id: session.item.id,
    refresh_token: session.refresh_token,
    refresh_token_exp: session.item.ttl,
  });
};

type Person = Pick<ProfileItem, 'first_name' | 'last_name' | 'email' | 'phone' | 'locale' | 'timezone'>;

const profileFor = (
  { organization_id, role }: InvitationItem,
  user_id: string,
  { first_name, last_name, email, phone, locale, timezone }: Person,
): ProfileItem =>
  newProfile({
    id: newId(),
    user_id,
    organization_id,
    roles: [role],
    first_name,
    last_name,
    email,
    phone,
    locale,
    timezone,
  });

/** The invitation is used up, on the condition that it says what was read: the role may have been changed. */
const using = (invitation: InvitationItem): Write => ({
  remove: invitation,
  condition: 'id = :id AND #role = :role AND #status = :pending',
  names: { '#role': 'role', '#status': 'status' },
  values: { ':id': invitation.id, ':role': invitation.role, ':pending': 'pending' },
});
