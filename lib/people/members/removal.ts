import { fail } from '../../base/errors.ts';
import { change } from '../../storage/engine/change.ts';
import { isAt } from '../../storage/engine/preconditions.ts';
import { activeCheck } from '../../storage/memberships.ts';
import { demandToDismiss } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { ownerRemains, profileRemoval, readLeaver, userRemoval } from '../profiles/removal.ts';
import { demandOver } from './demand-over.ts';
import { readHeir } from './heir.ts';
import { readMember } from './member-store.ts';

/**
 * Removes a member (specification 4.18): the member's sessions in the organization end, and `heir_id`, or without one
 * an owner, gets what the member owned. An account without other organizations is deleted, and its address is free
 * again. Throws `own_profile` for the caller's own, and `invalid` for an heir who can't own it.
 */
export const removeMember = (caller: UserCaller, profile_id: string, heir_id?: string | null): Promise<void> =>
  change(
    () => readMember(caller, profile_id),
    async (member) => {
      if (profile_id === caller.profile_id) return fail('own_profile');
      demandToDismiss(caller, member.roles);
      await demandOver(caller, member);
      const heir = heir_id ? await readHeir(caller, member, heir_id) : null;
      if (heir) {
        const name = `${heir.first_name} ${heir.last_name}`;
        describeAct({ changes: [{ member: 'heir', to: `${name} (${heir.id})` }] });
      }
      const left = await readLeaver(member, member.user_id);
      const remains = await ownerRemains(member);
      // The heir's own check is the stronger one, if the heir is also the owner who remains.
      const checks = heir ? [...remains.filter((one) => !isAt(one, heir)), activeCheck(heir)] : remains;
      const removal = profileRemoval(left, heir ? { heir_id: heir.id } : {});
      return { writes: [...removal, ...checks, ...userRemoval(left)], answer: undefined };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
