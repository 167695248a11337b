import { fail, orFail } from '../base/errors.ts';
import type { UserCaller } from '../people/access/caller.ts';
import { demandOwn } from '../people/organizations/organization-store.ts';
import { isActive } from '../people/profiles/profile-store.ts';
import { profileRemoval, readLeaver, userRemoval } from '../people/profiles/removal.ts';
import type { AuthenticateResponse } from '../people/sessions/login-session-schema.ts';
import { entry } from '../people/users/own-profiles.ts';
import { change } from '../storage/engine/change.ts';
import { readTogether } from '../storage/engine/read.ts';
import { newJob } from '../storage/jobs/record.ts';
import { fewerChildren, organizationCountsAt, organizationRemoval } from '../storage/organization-removal.ts';
import { organizationAt } from '../storage/organizations.ts';
import { outboxWrite } from '../storage/outbox/outbox.ts';
import { profileAt } from '../storage/profiles.ts';
import { userAt } from '../storage/users.ts';

type Answer = () => Promise<AuthenticateResponse | null>;

/**
 * Deletes the caller's organization: it and the caller's membership end at once, and a job
 * (`organization-deletion-steps.ts`) removes everything else. Returns tokens for the caller's next profile; null if
 * there is none, or if the session is an application's or an API key's. Throws `organization_protected` or
 * `organization_has_children`.
 */
export const deleteOrganization = async (
  caller: UserCaller,
  organization_id: string,
): Promise<AuthenticateResponse | null> => {
  demandOwn(caller, organization_id);
  const read = () =>
    readTogether([
      organizationAt(organization_id),
      profileAt(organization_id, caller.profile_id),
      organizationCountsAt(organization_id),
      userAt(caller.user_id),
    ]);
  const answer = await change<Awaited<ReturnType<typeof read>>, Answer>(
    read,
    async ([organization, own, counts, user]) => {
      const { name, parent_id, deletion_protected } = orFail(organization, 'not_found');
      if (deletion_protected) return fail('organization_protected');
      if (counts?.children) return fail('organization_has_children');
      const left = await readLeaver(orFail(own, 'not_found'), caller.user_id, user);
      const removal = [
        ...organizationRemoval(organization_id),
        ...(parent_id ? [fewerChildren(parent_id)] : []),
        ...profileRemoval(left, { hands_over: false }),
        { put: newJob('delete_organization', organization_id, {}) },
        outboxWrite(organization_id, { webhook_event: 'organization_deleted', data: { organization_id, name } }),
      ];
      const next = left.remaining.find(isActive);
      if (next && !caller.client) {
        const { writes, refuse, answer } = entry(caller, next);
        return { writes: [...writes, ...removal], refuse, answer };
      }
      // Sessions without a user can't be refreshed; the job among the writes removes them.
      return { writes: [...removal, ...userRemoval(left)], answer: async () => null };
    },
  );
  return answer();
};
