import { fail } from '../../base/errors.ts';
import { change } from '../../storage/engine/change.ts';
import { demandToDismiss } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { ownerRemains, profileRemoval, readLeaver, userRemoval } from '../profiles/removal.ts';
import { demandOver } from './demand-over.ts';
import { readMember } from './member-store.ts';

/**
 * Removes a member (specification 4.18): the member's sessions in the organization end, and an owner gets what the
 * member owned. An account without other organizations is deleted, and its address is free again. Throws `own_profile`
 * for the caller's own.
 */
export const removeMember = (caller: UserCaller, profile_id: string): Promise<void> =>
  change(
    () => readMember(caller, profile_id),
    async (member) => {
      if (profile_id === caller.profile_id) return fail('own_profile');
      demandToDismiss(caller, member.roles);
      await demandOver(caller, member);
      const left = await readLeaver(member, member.user_id);
      const writes = [...profileRemoval(left), ...(await ownerRemains(member)), ...userRemoval(left)];
      return { writes, answer: undefined };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
