import { epochSeconds } from '../../base/clock.ts';
import { normalEmail } from '../../base/email-address.ts';
import { orFail } from '../../base/errors.ts';
import { derivedId } from '../../base/ids.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { EmailItem, UserItem } from '../../storage/records/user.ts';
import { addressAt, addressRecord, signUpAt, userAt } from '../../storage/users.ts';
import type { UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { presentUser } from './user.ts';
import type { User } from './user-schema.ts';
import { ownNetworkAt, type Visitor, visitorOf } from './visitor.ts';

/** Reads the caller's own user record. */
export const readMyUser = async (caller: UserCaller): Promise<User> =>
  presentUser(orFail(await readAt(userAt(caller.user_id)), 'unauthorized'));

/**
 * Reads the owner of an address and its latest unverified sign-up. Without them it returns an id of no user, so that
 * the next steps take the same calls. One call.
 */
export const readAddress = async (email: string): Promise<{ owner: EmailItem; latest: EmailItem }> => {
  const [claim, signUp] = await readTogether([addressAt(email), signUpAt(email)]);
  return {
    owner: claim ?? addressRecord(email, nobody('owner', email)),
    latest:
      signUp && signUp.ttl > epochSeconds() && signUp.user_id !== claim?.user_id
        ? signUp
        : addressRecord(email, nobody('latest', email)),
  };
};

const nobody = (kind: string, email: string) => {
  const id = derivedId(`${kind} of ${normalEmail(email)}`, NAMESPACE);
  return { user_id: id, organization_id: id, profile_id: id };
};
const NAMESPACE = '6f1f3c52-52a2-4b52-8d8a-6a0a1d0f6a51';

export interface Found {
  /** The address's owner, with the current profile and its organization. */
  user: UserItem | undefined;
  profile: ProfileItem | undefined;
  organization: OrganizationItem | undefined;
  /** The latest unverified sign-up with the address. */
  latest: UserItem | undefined;
  /** Id by which attempts of known visitors are counted; of no user if there is none. */
  user_id: string;
  visitor: Visitor;
}

/** Finds the users of an address, and the visitor. Two reads, even if there is no user. */
export const findUserByEmail = async (email: string, origin: Origin): Promise<Found> => {
  const { owner, latest } = await readAddress(email);
  const { user_id, organization_id, profile_id } = owner;
  const [user, profile, network, signedUp, organization] = await readTogether([
    userAt(user_id),
    profileAt(organization_id, profile_id),
    ownNetworkAt(user_id, origin),
    userAt(latest.user_id),
    organizationAt(organization_id),
  ]);
  return { user, profile, organization, latest: signedUp, user_id, visitor: visitorOf(user, network, origin) };
};
