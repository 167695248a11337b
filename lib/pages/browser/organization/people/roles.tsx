import type { Role } from '../../../../people/access/permissions.ts';
import { Choice } from '../../shared/parts.tsx';
import { w } from '../words/index.ts';

/** Roles of members, the one that may do the most first. */
const ROLES = ['owner', 'admin', 'member', 'basic_user'] as const;
export type MemberRole = (typeof ROLES)[number];

/** The role of these that may do the most: it includes what the others may. */
export const roleOf = (roles: readonly Role[]): MemberRole => ROLES.find((one) => roles.includes(one)) ?? 'basic_user';

/** A choice among the roles that the user may give, each with what it may do. `name` of the inputs: `role`. */
export const RoleChoice = ({ chosen, gives }: { chosen: MemberRole; gives: (role: MemberRole) => boolean }) => (
  <fieldset class="choices">
    <legend>{w.memberRole}</legend>
    {ROLES.filter((role) => role === chosen || gives(role)).map((role) => (
      <Choice key={role} type="radio" name="role" value={role} defaultChecked={role === chosen}>
        {w[`role_${role}`]}
        <br />
        <span class="soft">{w[`role_${role}_may`]}</span>
      </Choice>
    ))}
  </fieldset>
);
