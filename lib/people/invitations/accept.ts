import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { attemptsAt, forgetting } from '../../storage/attempts.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { transact, type Write } from '../../storage/client.ts';
import { invitationWrites } from '../../storage/invitations.ts';
import { membershipKey, userProfilesIndex } from '../../storage/keys.ts';
import { readAt } from '../../storage/read.ts';
import type { InvitationItem } from '../../storage/records/invitation.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { EmailItem } from '../../storage/records/user.ts';
import { untilWritten } from '../../storage/retry.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { addressAt, addressWrites, userAt, userWrites } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { demandRoom, joining } from '../members/store.ts';
import { entering } from '../profiles/entering.ts';
import { newProfile } from '../profiles/record.ts';
import { membersOf } from '../profiles/removal.ts';
import { answerTokens } from '../sessions/answer.ts';
import { newChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { newSession } from '../sessions/store.ts';
import { countAttempt } from '../users/attempts.ts';
import { PASSWORD_LIMIT } from '../users/limits.ts';
import { hashPassword, verifyPassword } from '../users/password.ts';
import { emailClaim, newUser } from '../users/record.ts';
import { knowDevice, ownNetwork } from '../users/visitor.ts';
import type { Acceptance } from './schema.ts';
import { invitationOf } from './token.ts';

/**
 * Makes the invited person a member (specification 4.1) and signs the person in there. Where the address has no account
 * one is made, with the password; the mailed token proves the address, which counts as verified. An existing account
 * joins where the password is its own (401 otherwise) and is then signed in like at any other time, second factor and
 * all; guesses at it are counted for the invitation, because only who reads the mail can make any. Of two acceptances at once
 * one succeeds, the other gets 404.
 */
export const acceptInvitation = (details: Acceptance, origin: Origin): Promise<AuthenticateResponse> =>
  untilWritten(async () => {
    const { invitation, beside: claim } = await invitationOf(details, addressAt(details.email));
    const members = await membersOf(invitation.organization_id);
    const place = placeFor(invitation, members);
    return claim
      ? joinAccount(details, claim, invitation, place, members, origin)
      : makeAccount(details, invitation, place, origin);
  });

/** The profile that an administrator made for the person already, or null where accepting makes one. */
const placeFor = ({ member }: InvitationItem, members: readonly ProfileItem[]): ProfileItem | null => {
  if (!member) {
    demandRoom(members);
    return null;
  }
  const made = members.find(({ id }) => id === member.profile_id);
  if (made?.locked) return fail('no_active_profile');
  return made ?? fail('invitation_not_found');
};

const joinAccount = async (
  { password, ...names }: Acceptance,
  { user_id }: EmailItem,
  invitation: InvitationItem,
  place: ProfileItem | null,
  members: readonly ProfileItem[],
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const { organization_id, id } = invitation;
  await countAttempt('invitation-password', `${organization_id}#${id}`, PASSWORD_LIMIT);
  const found = await readAt(userAt(user_id));
  if (!(await verifyPassword(found?.password_hash, password)) || !found) return fail('wrong_password');
  if (members.some((member) => member.user_id === user_id)) return fail('already_member');
  const { email, phone, locale, timezone } = found;
  const profile = profileFor(invitation, place, user_id, { ...names, email, phone, locale, timezone });
  const user = {
    ...found,
    current_organization_id: organization_id,
    current_profile_id: profile.id,
    email_verified: true,
  };
  const joined = [
    ...entering(user, profile, { email_verified: true, updated_at: timestamp() }),
    ...taking(place, profile),
    invitationWrites.use(invitation),
    forgetting(attemptsAt('invitation-password', `${organization_id}#${id}`)),
  ];
  if (user.mfa) {
    const { creation, refusal } = newChallenge(user);
    await transact([...joined, creation]);
    throw refusal;
  }
  const session = newSession({ user, organization_id, profile_id: profile.id, source: 'password' }, origin);
  await transact([...joined, sessionWrites.create(session.item), ownNetwork(user_id, origin)]);
  knowDevice(user, origin);
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
  place: ProfileItem | null,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const { organization_id, email } = invitation;
  const user_id = place?.user_id ?? newId();
  const person = { ...names, email, phone: null, locale: null, timezone: null };
  const profile = profileFor(invitation, place, user_id, person);
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
  const session = newSession({ user, organization_id, profile_id: profile.id, source: 'invitation' }, origin);
  await transact([
    addressWrites.claim(emailClaim(user)),
    userWrites.create(user),
    ...taking(place, profile),
    invitationWrites.use(invitation),
    sessionWrites.create(session.item),
    ownNetwork(user_id, origin),
  ]);
  knowDevice(user, origin);
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
  place: ProfileItem | null,
  user_id: string,
  person: Person,
): ProfileItem => {
  if (!place) return newProfile({ id: newId(), user_id, organization_id, roles: [role], ...person });
  const { invited: _invited, ...made } = place;
  return { ...made, ...userProfilesIndex(user_id, place.id), ...person, user_id, updated_at: timestamp() };
};

/** The writes by which the person takes the place: a new one, or the one that was kept for the person, as it was read. */
const taking = (place: ProfileItem | null, profile: ProfileItem): Write[] => {
  if (!place) return joining(profile);
  const { pk: _pk, sk: _sk, roles: _roles, permissions: _permissions, group_ids: _groups, ...changes } = profile;
  const kept = membershipKey(place.organization_id, place.user_id ?? '');
  const own = membershipKey(profile.organization_id, profile.user_id ?? '');
  return [
    {
      update: profile,
      ...onlyIf(setting(changes, ['invited']), '#invited = :yes AND user_id = :kept', {
        ':yes': true,
        ':kept': place.user_id,
      }),
    },
    ...(kept.sk === own.sk ? [] : [{ remove: kept }, { put: own, condition: 'attribute_not_exists(pk)' }]),
  ];
};
