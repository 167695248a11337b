import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { change, type Decision } from '../../storage/engine/change.ts';
import { writeBatch } from '../../storage/engine/commit.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import { identityAt, identityWrites, providerSessionWrite } from '../../storage/identity-providers.ts';
import { invitationAt } from '../../storage/invitations.ts';
import { profilesOf, profilesOfUser } from '../../storage/memberships.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { IdentityItem, IdentityProviderItem } from '../../storage/records/identity-provider.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { addressAt, userAt } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import { describeAct, recordFailure } from '../administration/act.ts';
import { WAITS } from '../members/lock-reasons.ts';
import { isActive } from '../profiles/profile-store.ts';
import { answerSession } from '../sessions/answer.ts';
import { newChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { newSession } from '../sessions/session-store.ts';
import { identityHash, type ProvenIdentity, providerSessionHash } from './identity.ts';
import { goodInvitation, joinedBy } from './joining.ts';
import { newPersonOf, statedEmail } from './person.ts';

type Policy = Pick<IdentityProviderItem, 'new_members' | 'default_role' | 'trusts_second_factor' | 'former_issuers'>;

/** A member of the organization, with the account. */
interface Entrant {
  user: UserItem;
  profile: ProfileItem;
  /** Bounds the session. */
  organization: OrganizationItem | undefined;
}

/**
 * Signs in the person whom the organization's provider has proven; of whatever kind the provider is. Who is known by
 * issuer and subject is that member, whatever address is stated. Who isn't becomes a member, or is linked to the
 * account of the stated address, if that is at a domain that the organization has proven. The session acts in this
 * organization alone. Throws `identity_taken` if the member of the address is known by another identity,
 * `sign_in_waits`, `no_active_profile`, `provider_refused`, `organization_full`, and `mfa_required` if the account has
 * a second factor and the organization trusts no other.
 */
export const enterByIdentity = async (
  identity: ProvenIdentity,
  policy: Policy,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const { organization_id } = identity;
  const hash = identityHash(identity);
  const signIn = await change(
    () => readAt(identityAt(organization_id, hash)),
    async (link): Promise<Joining> => {
      const known = link && (await knownBy(link));
      if (!known) return join(identity, hash, policy, link);
      if (!isActive(known.profile)) return refuse(known);
      const moved = known.profile.id === link.profile_id ? [] : [identityWrites.follow(link, known.profile.id)];
      return { writes: moved, answer: async () => known };
    },
  );
  return openSession(identity, hash, await signIn(), policy, origin);
};

/** Writes of a joining, and what follows them: the entrant, or a refusal. */
type Joining = Decision<() => Promise<Entrant>>;

/** The member whom an identity is; undefined if the account is gone, or was removed from the organization. */
const knownBy = async ({ organization_id, user_id, profile_id }: IdentityItem): Promise<Entrant | undefined> => {
  const [user, profile, organization] = await readTogether([
    userAt(user_id),
    profileAt(organization_id, profile_id),
    organizationAt(organization_id),
  ]);
  if (!user) return undefined;
  if (profile?.user_id === user_id) return { user, profile, organization };
  const others = await profilesOfUser(user_id);
  const again = others.find((other) => other.organization_id === organization_id);
  return again && { user, profile: again, organization };
};

const refuse = async ({
  user,
  profile,
  organization_id = profile?.organization_id ?? '',
}: Partial<Pick<Entrant, 'user' | 'profile'>> & { organization_id?: string }): Promise<never> => {
  const code = profile?.lock_reason === WAITS ? 'sign_in_waits' : 'no_active_profile';
  await recordFailure(code, {
    organization_id,
    user_id: user?.id ?? profile?.user_id ?? null,
    profile_id: profile?.id ?? null,
    email: user?.email ?? profile?.email ?? null,
  });
  return fail(code);
};

/**
 * Decides how a person becomes a member who isn't one. `stale`: the link to the member that the person once was; who
 * was removed comes back by an invitation alone.
 */
const join = async (
  identity: ProvenIdentity,
  hash: string,
  policy: Policy,
  stale: IdentityItem | undefined,
): Promise<Joining> => {
  const { organization_id, issuer, subject } = identity;
  const stated = await identity.person();
  const email = statedEmail(stated);
  const [[organization, claim, invitation], members] = await Promise.all([
    readTogether([organizationAt(organization_id), addressAt(email), invitationAt(organization_id, email)]),
    profilesOf(organization_id),
  ]);
  const person = newPersonOf(stated, organization ?? fail('provider_not_found'));
  const account = claim && (await readAt(userAt(claim.user_id)));
  const member = account && members.find(({ user_id }) => user_id === account.id);
  const linked = ({ id: user_id }: UserItem, { id: profile_id }: ProfileItem): Write =>
    identityWrites.create(
      hash,
      { organization_id, issuer, subject, user_id, profile_id, created_at: timestamp() },
      stale,
    );
  const object = { id: '', name: `${person.first_name} ${person.last_name}` };
  const changes = [
    { member: 'issuer', to: issuer },
    { member: 'subject', to: subject },
    { member: 'email', to: person.email },
  ];
  if (member) {
    if (!isActive(member)) return refuse({ user: account, profile: member });
    if (isOther(member.identity, identity) && !policy.former_issuers?.has(member.identity.issuer)) {
      await recordFailure('identity_taken', {
        organization_id,
        user_id: account.id,
        profile_id: member.id,
        email: person.email,
      });
      return fail('identity_taken');
    }
    describeAct({ kind: 'member:updated', object: { ...object, id: member.id }, changes });
    return {
      writes: [linked(account, member), identityWrites.mark(member, { issuer, subject })],
      answer: async () => ({ user: account, profile: member, organization }),
    };
  }
  const good = await goodInvitation(invitation, members);
  if (stale && !good) {
    return refuse({ organization_id, ...(account ? { user: account } : {}) });
  }
  const waits = policy.new_members === 'wait' && !good;
  const { user, profile, writes } = joinedBy({
    organization_id,
    person,
    account,
    members,
    invitation,
    good,
    role: policy.default_role,
    more: { identity: { issuer, subject }, ...(waits ? { locked: true, lock_reason: WAITS } : {}) },
  });
  describeAct({ kind: 'member:created', object: { ...object, id: profile.id }, changes });
  return {
    writes: [linked(user, profile), ...writes, ...(waits ? [told(profile)] : [])],
    answer: async () => (waits ? fail('sign_in_waits') : { user, profile, organization }),
  };
};

/** The write that has administrators told of somebody who waits: once, with the member that the person becomes. */
const told = ({ organization_id, id: profile_id }: ProfileItem): Write =>
  outboxWrite(organization_id, { message: { kind: 'member_waiting', organization_id, profile_id } });

/** True if the member is known by another identity. The same one is there if another request has just linked it. */
const isOther = <I extends ProfileItem['identity']>(
  known: I,
  { issuer, subject }: ProvenIdentity,
): known is NonNullable<I> =>
  known !== undefined && known !== null && !(known.issuer === issuer && known.subject === subject);

/** Opens the session, or asks for the account's second factor first. */
const openSession = async (
  { organization_id, issuer, sid }: ProvenIdentity,
  identity: string,
  { user, profile, organization }: Entrant,
  { trusts_second_factor }: Policy,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const at = sid === undefined ? undefined : providerSessionHash(issuer, sid);
  const provider = { identity, ...(at === undefined ? {} : { sid: at }) };
  const there = (ttl: number): Write[] =>
    at === undefined ? [] : [providerSessionWrite(organization_id, at, { user_id: user.id, ttl })];
  if (user.mfa && !trusts_second_factor) {
    const entering = { ...user, current_organization_id: organization_id, current_profile_id: profile.id };
    const { creation, refusal, ttl } = newChallenge(entering, provider);
    await writeBatch([creation, ...there(ttl)]);
    throw refusal;
  }
  const session = newSession({ user, profile, organization, source: 'provider', provider }, origin);
  await writeBatch([sessionWrites.create(session.item), ...there(session.item.ttl)]);
  return answerSession(session, { user, profile });
};
