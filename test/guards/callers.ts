import type { Session } from '../../infra/local/story/caller.ts';
import { newId } from '../../lib/base/ids.ts';
import type { Permission, Role } from '../../lib/people/access/permissions.ts';
import { SCOPES } from '../../lib/people/access/scopes.ts';
import { writeItems } from '../../lib/storage/engine/client.ts';
import { membershipKey } from '../../lib/storage/engine/keys.ts';
import { changeOrganization } from '../../lib/storage/organization-family.ts';
import { addressRecord } from '../../lib/storage/users.ts';
import type { Api, Person } from '../api.ts';
import { sessionToken } from '../sessions/session-token.ts';
import { allow } from '../stories/consent.ts';
import { ok } from '../stories/envelope.ts';

/** Callers of the table, in the order of its columns, with their description. */
export const CALLERS = {
  owner: 'an owner of the organization',
  admin: 'an administrator',
  member: 'a member, who made none of it',
  creator: 'the member who made it, or whose it is, where a member can',
  'former member': 'the same, who is a `basic_user` since',
  'basic user': 'a `basic_user`',
  updater: 'a `basic_user` with the permission `org:update`',
  inviter: 'a `basic_user` with the permissions `member:add` and `member:remove`',
  sender: 'a `basic_user` with the permission `envelope:create`',
  "owner's key": 'an API key that acts as the owner',
  "member's key": 'an API key that acts as the member',
  app: 'an application with all scopes that the owner allowed',
  'envelopes app': 'an application with `envelopes:write` alone that the owner allowed',
  'templates app': 'an application with `templates:write` alone that the owner allowed',
  parent: 'an owner of the parent organization',
  child: 'an owner of a child organization',
  stranger: 'an owner of another organization',
  signer: 'the recipient concerned',
  'other recipient': 'another recipient of the same envelope',
  delegator: 'the recipient who handed the part over',
  locked: 'an owner who is locked out',
  removed: 'an owner who was removed',
  nobody: 'somebody without a session',
} as const;
export type CallerName = keyof typeof CALLERS;

/** Callers whose session comes with the object: they are recipients of it. */
export const RECIPIENTS = ['signer', 'other recipient', 'delegator'] as const;
type Recipient = (typeof RECIPIENTS)[number];

/** A colleague with a session. */
export interface Colleague extends Session {
  token: string;
  profile_id: string;
  user_id: string;
  email: string;
}

/** The organization in which everything of the table is tried. */
export interface World {
  api: Api;
  owner: Person;
  /** Makes a colleague with these roles and permissions of its own. */
  colleague: (roles: readonly Role[], permissions?: readonly Permission[]) => Promise<Colleague>;
  callers: Record<Exclude<CallerName, Recipient>, Session>;
  creator: Colleague;
  former: Colleague;
}

export const makeWorld = async (api: Api): Promise<World> => {
  const [owner, parent, child, stranger] = [
    await api.signUp(),
    await api.signUp(),
    await api.signUp(),
    await api.signUp(),
  ];
  const { organization_id } = owner;
  await changeOrganization(organization_id, { parent_id: parent.organization_id });
  await changeOrganization(child.organization_id, { parent_id: organization_id });
  const colleague: World['colleague'] = async (roles, permissions = []) => {
    const [profile_id, user_id] = [newId(), newId()];
    const email = `${user_id}@example.com`;
    const token = await sessionToken({
      session_type: 'user',
      jti: newId(),
      sid: newId(),
      sub: user_id,
      email,
      email_verified: true,
      first_name: 'Charles',
      last_name: 'Colleague',
      profile_id,
      organization_id,
      global_admin: false,
      roles: [...roles],
      permissions: [...permissions],
    });
    const address = addressRecord(email, { user_id, organization_id, profile_id });
    await writeItems([address, membershipKey(organization_id, user_id)]);
    return { token, profile_id, user_id, email };
  };
  const keyOf = async (name: string, profile_id: string): Promise<Session> => {
    const { client_id, client_secret } = ok(await api.as(owner).createApiKey({ body: { name, profile_id } }));
    const body = { grant_type: 'client_credentials', client_id, client_secret };
    return { token: ok(await api.anyone.authenticate({ body })).access_token };
  };
  const [admin, member, creator] = [
    await colleague(['admin']),
    await colleague(['member']),
    await colleague(['member']),
  ];
  const [locked, removed] = [await colleague(['owner']), await colleague(['owner'])];
  const lock = { path: { profile_id: locked.profile_id }, body: { action: 'lock' } };
  ok(await api.as(owner).actOnOrganizationMember(lock));
  ok(await api.as(owner).deleteOrganizationMember({ path: { profile_id: removed.profile_id } }));
  const former = await colleague(['member']);
  return {
    api,
    owner,
    colleague,
    creator,
    former,
    callers: {
      owner,
      admin,
      member,
      creator,
      'former member': former,
      'basic user': await colleague(['basic_user']),
      updater: await colleague(['basic_user'], ['org:update']),
      inviter: await colleague(['basic_user'], ['member:add', 'member:remove']),
      sender: await colleague(['basic_user'], ['envelope:create']),
      "owner's key": await keyOf('Of the owner', owner.profile_id),
      "member's key": await keyOf('Of the member', member.profile_id),
      app: await allow(api, owner, Object.keys(SCOPES)),
      'envelopes app': await allow(api, owner, ['envelopes:write']),
      'templates app': await allow(api, owner, ['templates:write']),
      parent,
      child,
      stranger,
      locked,
      removed,
      nobody: {},
    },
  };
};
