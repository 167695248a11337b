import { timestamp } from '../clock.ts';
import { newId } from '../ids.ts';
import { demandRoom, joining } from '../members/store.ts';
import type { Origin } from '../operation/contract.ts';
import { fail } from '../operation/errors.ts';
import { newProfile, type ProfileItem } from '../profiles/record.ts';
import { membersOf } from '../profiles/removal.ts';
import { answerTokens } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { newSession } from '../sessions/store.ts';
import { onlyIf, setting } from '../table/changes.ts';
import { getItem, transact, type Write } from '../table/client.ts';
import { emailKey, userKey } from '../table/keys.ts';
import { untilWritten } from '../table/retry.ts';
import { hashPassword } from '../users/password.ts';
import { type EmailItem, newUser } from '../users/record.ts';
import { signInWithPassword, userWithPassword } from '../users/sign-in.ts';
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
    const { invitation } = await invitationOf(details);
    const [claim, members] = await Promise.all([
      getItem<EmailItem>(emailKey(details.email)),
      membersOf(invitation.organization_id),
    ]);
    demandRoom(members);
    return claim ? joinAccount(details, invitation, members, origin) : makeAccount(details, invitation, origin);
  });

const joinAccount = async (
  { password, ...names }: Acceptance,
  invitation: InvitationItem,
  members: readonly ProfileItem[],
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const user = await userWithPassword(invitation.email, password);
  if (!user) return fail('wrong_password');
  if (members.some(({ user_id }) => user_id === user.id)) return fail('already_member');
  const { phone, locale, timezone } = user;
  const profile = profileFor(invitation, user.id, { ...names, email: user.email, phone, locale, timezone });
  const entered = {
    current_organization_id: invitation.organization_id,
    current_profile_id: profile.id,
    email_verified: true,
    updated_at: timestamp(),
  };
  await transact([
    { update: userKey(user.id), ...onlyIf(setting(entered), 'attribute_exists(pk)') },
    ...joining(profile),
    using(invitation),
  ]);
  return signInWithPassword(invitation.email, password, origin);
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
  const claim: EmailItem = { ...emailKey(email), user_id };
  await transact([
    { put: claim, condition: 'attribute_not_exists(pk)' },
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
