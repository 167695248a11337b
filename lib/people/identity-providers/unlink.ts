import { fail } from '../../base/errors.ts';
import { change } from '../../storage/engine/change.ts';
import { identityWrites } from '../../storage/identity-providers.ts';
import { demandToDismiss } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { demandOver } from '../members/demand-over.ts';
import { readMember } from '../members/member-store.ts';
import { identityHash } from './identity.ts';

/**
 * Takes the identity off a member: the next person at the provider who states the member's address is the member. The
 * caller needs the right to remove the member. Throws `identity_absent` for a member without one.
 */
export const removeIdentity = (caller: UserCaller, profile_id: string): Promise<void> =>
  change(
    () => readMember(caller, profile_id),
    async (member) => {
      demandToDismiss(caller, member.roles);
      await demandOver(caller, member);
      const { identity } = member;
      if (!identity) return fail('identity_absent');
      describeAct({
        object: { id: profile_id, name: `${member.first_name} ${member.last_name}` },
        changes: [{ member: 'subject', from: identity.subject }],
      });
      return {
        writes: [
          identityWrites.mark(member, null),
          identityWrites.remove(caller.organization_id, identityHash(identity)),
        ],
        answer: undefined,
      };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
