import * as z from 'zod';
import { Id, Name } from '../../base/common-schema.ts';
import { Permission } from '../access/role-schema.ts';
import { Profile } from '../profiles/profile-schema.ts';

/** The most groups of one organization: the list stays one query. */
export const MAX_GROUPS = 100;
/** The most groups of one member: signing in stays one read. */
export const MAX_GROUPS_OF_MEMBER = 50;

const GroupMember = z
  .object({ group_id: Id, profile_id: Id, organization_id: Id, profile: Profile })
  .meta({ id: 'GroupMember' });

/** A group of members as the API returns it. */
export const Group = z
  .object({
    id: Id,
    organization_id: Id,
    name: z.string(),
    permissions: z.array(Permission).meta({ description: "What is added to its members' permissions" }),
    profiles: z.array(GroupMember).optional().meta({ description: 'Its members; absent from lists' }),
  })
  .meta({ id: 'Group' });
export type Group = z.output<typeof Group>;

export const GroupName = Name.refine((name) => name.toLowerCase() !== 'everyone', 'everyone is a reserved name');
const Permissions = z.array(Permission).max(100);

export const NewGroup = z.object({ name: GroupName, permissions: Permissions.nullish() });
export type NewGroup = z.output<typeof NewGroup>;

/** Members that are absent or null stay unchanged. */
export const GroupChange = z.object({ name: GroupName.nullish(), permissions: Permissions.nullish() });
export type GroupChange = z.output<typeof GroupChange>;
