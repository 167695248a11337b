import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { attemptsAt, forgetWrite } from '../../storage/attempts.ts';
import { change, type Decision } from '../../storage/engine/change.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import { invitationWrites } from '../../storage/invitations.ts';
import { takePlaceWrites } from '../../storage/invited-members.ts';
import { joinWrites, profilesOf } from '../../storage/memberships.ts';
import type { InvitationItem } from '../../storage/records/invitation.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { EmailItem, UserItem } from '../../storage/records/user.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { addressAt, addressWrites, userAt, userWrites } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { describeAct, recordFailure } from '../administration/act.ts';
import { countAttempt } from '../attempts/attempts.ts';
import { PASSWORD_LIMIT } from '../attempts/limits.ts';
import { demandBelowMemberLimit } from '../organizations/member-limit.ts';
import { needsProvider, refuseWithoutProvider } from '../organizations/sign-in-rule.ts';
import { networkObstacle } from '../policy/session-rule.ts';
import { enterProfileWrites } from '../profiles/enter-profile.ts';
import { newProfile } from '../profiles/profile.ts';
import { answerSession } from '../sessions/answer.ts';
import { newChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { newSession } from '../sessions/session-store.ts';
import { hashPassword, passwordMatches } from '../users/password.ts';
import { emailClaim, newUser } from '../users/user.ts';
import { knowDevice, ownNetwork } from '../users/visitor.ts';
import type { Acceptance } from './invitation-input-schema.ts';
import { inviterChecks } from './inviter.ts';
import { invitationOf } from './token.ts';

/**
 * Makes the invited person a member (specification 4.1) and signs the person in. An address without an account gets one
 * with the given password; the mailed token proves the address, which counts as verified. An existing account joins if
 * the password is right (else `wrong_password`) and then signs in as usual, with its second factor. Wrong passwords are
 * counted for the invitation, because only readers of the mail can make them. Of two simultaneous acceptances one
 * succeeds, the other throws `invitation_not_found`, as does one whose inviter may no longer invite. Throws
 * `provider_required` before anything else is looked at if the organization takes sign-ins of the address at its
 * identity provider alone, and `network_refused` by its policy.
 */
export const acceptInvitation = async (details: Acceptance, origin: Origin): Promise<AuthenticateResponse> => {
  const signIn = await change(
    async () => {
      const { invitation, organization, beside: claim } = await invitationOf(details, addressAt(details.email));
      // A password would open nothing here, and a first sign-in at the provider takes the invitation up.
      const { email, member } = invitation;
      if (needsProvider(organization, { email, profile_id: member?.profile_id ?? '' }))
        refuseWithoutProvider(organization);
      const refused = networkObstacle(organization, { profile_id: member?.profile_id ?? '', ip: origin.ip });
      if (refused) throw refused;
      describeAct({ object: { id: invitation.id, name: invitation.email } });
      return { invitation, organization, claim, members: await profilesOf(invitation.organization_id) };
    },
    async ({ invitation, organization, claim, members }) => {
      const standing = (await inviterChecks(invitation, members)) ?? fail('invitation_not_found');
      const place = placeFor(invitation, members);
      const into = { invitation, organization, place, standing };
      return claim ? joinAccount(details, claim, into, members, origin) : makeAccount(details, into, origin);
    },
  );
  return signIn();
};

/** An invitation, and the place into which it leads. */
interface Invited {
  invitation: InvitationItem;
  organization: OrganizationItem;
  /** The profile that an administrator prepared for the person. */
  place: ProfileItem | null;
  /** Checks that hold while whoever has invited may do so. */
  standing: readonly Write[];
}

/** Writes of a joining, and the sign-in that follows them. */
type Joining = Decision<() => Promise<AuthenticateResponse>>;

/** Returns the profile that an administrator prepared for the person; null if accepting makes a new one. */
const placeFor = ({ member }: InvitationItem, members: readonly ProfileItem[]): ProfileItem | null => {
  if (!member) {
    demandBelowMemberLimit(members);
    return null;
  }
  const made = members.find(({ id }) => id === member.profile_id);
  if (made?.locked) return fail('no_active_profile');
  return made ?? fail('invitation_not_found');
};

const joinAccount = async (
  { password, first_name, last_name }: Acceptance,
  { user_id }: EmailItem,
  { invitation, organization, place, standing }: Invited,
  members: readonly ProfileItem[],
  origin: Origin,
): Promise<Joining> => {
  const { organization_id, id } = invitation;
  await countAttempt('invitation-password', `${organization_id}#${id}`, PASSWORD_LIMIT);
  const found = await readAt(userAt(user_id));
  if (!(await passwordMatches(found?.password_hash, password)) || !found) {
    await recordFailure('wrong_password', { organization_id, user_id, email: invitation.email });
    return fail('wrong_password');
  }
  if (members.some((member) => member.user_id === user_id)) return fail('already_member');
  const { email, phone, locale, timezone } = found;
  const profile = profileFor(invitation, place, user_id, { first_name, last_name, email, phone, locale, timezone });
  const user = {
    ...found,
    current_organization_id: organization_id,
    current_profile_id: profile.id,
    email_verified: true,
  };
  const joined = [
    ...enterProfileWrites(user, profile, { email_verified: true, updated_at: timestamp() }),
    ...acceptWrites(place, profile),
    invitationWrites.use(invitation),
    ...standing,
    forgetWrite(attemptsAt('invitation-password', `${organization_id}#${id}`)),
  ];
  if (user.mfa) {
    const { creation, refusal } = newChallenge(user);
    return { writes: [...joined, creation], answer: () => Promise.reject(refusal) };
  }
  const session = newSession({ user, profile, organization, source: 'password' }, origin);
  return {
    writes: [...joined, sessionWrites.create(session.item), ownNetwork(user_id, origin)],
    answer: () => signedIn(user, profile, session, origin),
  };
};

const makeAccount = async (
  { password, first_name, last_name }: Acceptance,
  { invitation, organization, place, standing }: Invited,
  origin: Origin,
): Promise<Joining> => {
  const { organization_id, email } = invitation;
  const user_id = place?.user_id ?? newId();
  const person = { first_name, last_name, email, phone: null, locale: null, timezone: null };
  const profile = profileFor(invitation, place, user_id, person);
  const user = newUser({
    id: user_id,
    ...person,
    email_verified: true,
    password_hash: await hashPassword(password),
    current_organization_id: organization_id,
    current_profile_id: profile.id,
  });
  const session = newSession({ user, profile, organization, source: 'invitation' }, origin);
  const writes = [
    addressWrites.claim(emailClaim(user)),
    userWrites.create(user),
    ...acceptWrites(place, profile),
    invitationWrites.use(invitation),
    ...standing,
    sessionWrites.create(session.item),
    ownNetwork(user_id, origin),
  ];
  return { writes, answer: () => signedIn(user, profile, session, origin) };
};

const signedIn = (
  user: UserItem,
  profile: ProfileItem,
  session: ReturnType<typeof newSession>,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  knowDevice(user, origin);
  return answerSession(session, { user, profile });
};

type Person = Pick<ProfileItem, 'first_name' | 'last_name' | 'email' | 'phone' | 'locale' | 'timezone'>;

const profileFor = (
  { organization_id, role }: InvitationItem,
  place: ProfileItem | null,
  user_id: string,
  person: Person,
): ProfileItem & { user_id: string } => {
  if (!place) return { ...newProfile({ id: newId(), user_id, organization_id, roles: [role], ...person }), user_id };
  const { invited: _invited, ...made } = place;
  return { ...made, ...person, user_id, updated_at: timestamp() };
};

/** Writes by which the person takes the profile: a new one, or the one prepared for the person. */
const acceptWrites = (place: ProfileItem | null, profile: ProfileItem & { user_id: string }): Write[] =>
  place ? takePlaceWrites(place, profile) : joinWrites(profile);
