import { isDeepStrictEqual } from 'node:util';
import { timestamp } from '../../base/clock.ts';
import { fail, invalid } from '../../base/errors.ts';
import { change } from '../../storage/engine/change.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { profilesOf } from '../../storage/memberships.ts';
import { groupAt } from '../../storage/organization-groups.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { policyWrite } from '../../storage/policies.ts';
import type { OrganizationItem, StoredPolicy } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { userAt } from '../../storage/users.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import type { Origin } from '../access/origin.ts';
import { describeAct } from '../administration/act.ts';
import { demandOwn } from '../organizations/organization-store.ts';
import { findRelyingParty } from '../passkeys/relying-party.ts';
import { networkObstacle, proofObstacle } from '../policy/session-rule.ts';
import { isActive } from '../profiles/profile-store.ts';
import type { OrganizationPolicy, PolicyChange } from './policy-schema.ts';

/** The policy of an organization that has none. */
const NOTHING: Omit<StoredPolicy, 'updated_at'> = {
  second_factor: false,
  provider_second_factor: false,
  passkeys_only: false,
  session_hours: null,
  idle_minutes: null,
  networks: [],
  emergency_profile_ids: [],
  sending: null,
};

/** A member who can sign in, with the account. */
interface Insider {
  profile: ProfileItem;
  user: UserItem | undefined;
}

interface Read {
  organization: OrganizationItem;
  members: Insider[];
}

const readAll = async (organization_id: string): Promise<Read> => {
  const profiles = (await profilesOf(organization_id)).filter((one) => isActive(one));
  const [organization, ...users] = await readTogether([
    organizationAt(organization_id),
    ...profiles.map(({ user_id }) => userAt(user_id ?? '')),
  ]);
  return {
    organization: organization ?? fail('not_found'),
    members: profiles.map((profile, at) => ({ profile, user: users[at] })),
  };
};

/**
 * Reads the policy of the caller's own organization, with the number of members whom its rules concern. One query, and
 * a read of the accounts, 100 a call. Throws `not_found` for any other.
 */
export const readPolicy = async (
  caller: UserCaller,
  organization_id: string,
  origin: Origin,
): Promise<OrganizationPolicy> => {
  demandOwn(caller, organization_id);
  const { organization, members } = await readAll(organization_id);
  return presentPolicy(organization.policy, members, origin);
};

/**
 * Changes the policy of the caller's own organization. It holds from the next call of each member on; the length of
 * sessions from their next tokens on. Throws `not_found` for any other, and `invalid` for what would shut out the
 * caller or everybody.
 */
export const changePolicy = async (
  caller: UserCaller,
  organization_id: string,
  stated: PolicyChange,
  origin: Origin,
): Promise<OrganizationPolicy> => {
  demandOwn(caller, organization_id);
  await demandGroups(organization_id, stated.sending?.group_ids ?? []);
  return change(
    () => readAll(organization_id),
    ({ organization, members }) => {
      const before = organization.policy;
      const { updated_at: _, ...rules } = { ...NOTHING, updated_at: '', ...before, ...definedOf(stated) };
      const policy: StoredPolicy = { ...rules, updated_at: timestamp() };
      demandWaysIn(policy, members);
      demandOwnWay(caller, stated, { ...organization, policy }, members, origin);
      const changes = Object.entries(rules).flatMap(([member, to]) => {
        const from = before?.[member as keyof StoredPolicy] ?? NOTHING[member as keyof typeof NOTHING];
        return isDeepStrictEqual(from, to) ? [] : [{ member, from, to }];
      });
      const answer = presentPolicy(policy, members, origin);
      if (changes.length === 0) return { answer: presentPolicy(before, members, origin) };
      describeAct({ object: { id: organization_id, name: organization.name }, changes });
      return { writes: [policyWrite(organization_id, policy, before)], answer };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

const definedOf = (stated: PolicyChange): Partial<StoredPolicy> =>
  Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));

/** Throws `invalid` if the emergency owners aren't such, or none is named where one is needed. */
const demandWaysIn = (policy: StoredPolicy, members: readonly Insider[]): void => {
  const { emergency_profile_ids, networks, passkeys_only } = policy;
  const owners = new Set(
    members.filter(({ profile }) => profile.roles.includes('owner')).map(({ profile }) => profile.id),
  );
  if (emergency_profile_ids.some((id) => !owners.has(id)))
    invalid('emergency_profile_ids', 'must be profiles of owners who are not locked');
  if (passkeys_only && !findRelyingParty())
    invalid('passkeys_only', 'is not possible while the pages are at an address without passkeys');
  if ((networks.length > 0 || passkeys_only) && emergency_profile_ids.length === 0)
    invalid('emergency_profile_ids', 'must name an owner who gets in if the networks or the passkeys fail');
};

/** Throws `invalid` if the caller's own session would be refused by a rule that the change states. */
const demandOwnWay = (
  { profile_id, user_id, strength, bound: provider }: UserCaller,
  stated: PolicyChange,
  organization: OrganizationItem & { policy: StoredPolicy },
  members: readonly Insider[],
  { ip }: Origin,
): void => {
  if (networkObstacle(organization, { profile_id, ip }))
    invalid(
      'networks',
      `must include ${ip}, from where you make this change, or you would lock yourself out; or be one of the owners of emergency_profile_ids`,
    );
  const account = members.find(({ user }) => user?.id === user_id)?.user ?? fail('unauthorized');
  const own = (rule: Partial<StoredPolicy>) =>
    proofObstacle(
      { ...organization, policy: { ...organization.policy, second_factor: false, passkeys_only: false, ...rule } },
      profile_id,
      { strength, provider, account },
    );
  if (organization.policy.passkeys_only && own({ passkeys_only: true }))
    invalid('passkeys_only', 'needs that you have signed in with a passkey yourself, or you would lock yourself out');
  if (organization.policy.second_factor && own({ second_factor: true }))
    invalid(
      stated.second_factor === undefined ? 'provider_second_factor' : 'second_factor',
      'needs that you have signed in with a second factor yourself, or you would lock yourself out',
    );
};

const demandGroups = async (organization_id: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const groups = await readTogether(ids.map((id) => groupAt(organization_id, id)));
  if (groups.some((group) => !group)) invalid('sending.group_ids', 'must be groups of the organization');
};

const presentPolicy = (
  policy: StoredPolicy | undefined,
  members: readonly Insider[],
  { ip }: Origin,
): OrganizationPolicy => {
  const { networks, emergency_profile_ids, sending, updated_at, ...rules } = policy ?? { ...NOTHING, updated_at: null };
  const counted = (has: (user: UserItem | undefined) => boolean) => members.filter(({ user }) => !has(user)).length;
  return {
    ...rules,
    networks: [...networks],
    emergency_profile_ids: [...emergency_profile_ids],
    sending: sending && {
      domains: [...sending.domains],
      roles: [...sending.roles],
      group_ids: [...sending.group_ids],
    },
    updated_at,
    members: {
      count: members.length,
      without_second_factor: counted((user) => Boolean(user?.mfa) || Boolean(user?.passkeys)),
      without_passkey: counted((user) => Boolean(user?.passkeys)),
    },
    your_address: ip,
    passkeys_available: findRelyingParty() !== undefined,
  };
};
