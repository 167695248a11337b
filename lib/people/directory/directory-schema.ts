import * as z from 'zod';
import { Id, Name, Timestamp } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';

/** Roles that a directory can give. Nobody becomes an owner by it. */
const DirectoryRole = z.enum(['admin', 'member', 'basic_user']);

const RoleGroup = z.object({
  group: Name.meta({ description: 'Name of the group in the directory', example: 'Contract managers' }),
  role: DirectoryRole,
});

const Settings = {
  default_role: DirectoryRole.exclude(['admin']).meta({
    description: 'Role of people who are in none of the `role_groups`',
  }),
  role_groups: z
    .array(RoleGroup)
    .max(20)
    .meta({
      description:
        'Groups whose members have a role here. Who is in several has all of their roles. It counts when the directory ' +
        'next changes the members of such a group. Owners keep their role',
    }),
  hands_over: z.boolean().meta({
    description:
      'True if the envelopes, templates and drafts of a member are handed over as soon as the directory deactivates the ' +
      'member; false: only when it removes the member',
  }),
  heir_id: Id.nullable().meta({
    description:
      'The member who gets what is handed over: active, and with the permission `envelope:create`. An owner if null, or ' +
      'if that member is out by then',
  }),
};

export const DirectoryChange = z.object(Settings);
export type DirectoryChange = z.output<typeof DirectoryChange>;

const Token = z
  .object({
    id: Id,
    created_at: Timestamp,
    last_used_on: z.iso.date().nullable().meta({ description: 'The latest day (UTC) on which it was used' }),
  })
  .meta({ id: 'DirectoryToken' });
export type Token = z.output<typeof Token>;

/** Settings by which an organization's directory keeps its members. */
export const Directory = z
  .object({
    scim_url: z.string().meta({ description: 'Address of SCIM 2.0, to be entered in the directory' }),
    ...Settings,
    tokens: z.array(Token),
  })
  .meta({ id: 'Directory' });
export type Directory = z.output<typeof Directory>;

export const NewDirectoryToken = Token.extend({
  token: secretMember(
    z.string().meta({ description: 'For `Authorization: Bearer …`. It is shown in this answer alone' }),
  ),
}).meta({ id: 'NewDirectoryToken' });
export type NewDirectoryToken = z.output<typeof NewDirectoryToken>;
