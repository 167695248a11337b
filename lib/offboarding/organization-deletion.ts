import { fail, orFail } from '../base/errors.ts';
import type { UserCaller } from '../people/access/caller.ts';
import { demandOwn } from '../people/organizations/store.ts';
import { enter } from '../people/profiles/own.ts';
import { leaving, profileRemoval, userRemoval } from '../people/profiles/removal.ts';
import { isActive } from '../people/profiles/store.ts';
import type { AuthenticateResponse } from '../people/sessions/schema.ts';
import { getItems, transact, type Write } from '../storage/client.ts';
import { newJob } from '../storage/jobs/record.ts';
import type { Key } from '../storage/key.ts';
import { organizationCountsKey, organizationKey, profileKey, userKey } from '../storage/keys.ts';
import { outboxWrite } from '../storage/outbox/outbox.ts';
import type { OrganizationItem } from '../storage/records/organization.ts';
import type { ProfileItem } from '../storage/records/profile.ts';
import type { UserItem } from '../storage/records/user.ts';
import { untilWritten } from '../storage/retry.ts';

/**
 * Deletes the caller's organization: it and the caller's place in it are gone at once, all that belonged to it is
 * removed by a job (`deletion-steps.ts`). Answers tokens for the caller's next profile, null where there is none, or
 * where the session is an application's or an API key's. Ends the request with 400 where the organization is protected
 * or has children.
 */
export const deleteOrganization = (
  caller: UserCaller,
  organization_id: string,
): Promise<AuthenticateResponse | null> => {
  demandOwn(caller, organization_id);
  return untilWritten(async () => {
    const [organization, own, counts, user] = (await getItems<Key>([
      organizationKey(organization_id),
      profileKey(organization_id, caller.profile_id),
      organizationCountsKey(organization_id),
      userKey(caller.user_id),
    ])) as [
      OrganizationItem | undefined,
      ProfileItem | undefined,
      { children?: number } | undefined,
      UserItem | undefined,
    ];
    const { name, parent_id, deletion_protected } = orFail(organization, 'not_found');
    if (deletion_protected) return fail('organization_protected');
    if (counts?.children) return fail('organization_has_children');
    const left = await leaving(orFail(own, 'not_found'), caller.user_id, user);
    const writes: Write[] = [
      ...removal(organization_id),
      ...(parent_id ? [fewerChildren(parent_id)] : []),
      ...profileRemoval(left, { hands_over: false }),
      { put: newJob('delete_organization', organization_id, {}) },
      outboxWrite(organization_id, { webhook_event: 'organization_deleted', data: { organization_id, name } }),
    ];
    const next = left.remaining.find(isActive);
    if (next && !caller.client) return enter(caller, next, writes);
    // Without its user no session can be refreshed; the job among the writes removes them.
    await transact([...writes, ...userRemoval(left)]);
    return null;
  });
};

const removal = (organization_id: string): Write[] => [
  {
    remove: organizationKey(organization_id),
    condition: 'deletion_protected = :no',
    values: { ':no': false },
  },
  {
    check: organizationCountsKey(organization_id),
    ConditionExpression: 'attribute_not_exists(children) OR children = :none',
    ExpressionAttributeValues: { ':none': 0 },
  },
];

const fewerChildren = (parent_id: string): Write => ({
  update: organizationCountsKey(parent_id),
  UpdateExpression: 'ADD children :less',
  ExpressionAttributeValues: { ':less': -1 },
});
