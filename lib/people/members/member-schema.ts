import * as z from 'zod';
import { Email, Name } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';
import { Permission, Role } from '../access/role-schema.ts';
import { Profile } from '../profiles/profile-schema.ts';
import { User } from '../users/user-schema.ts';

/** A member of an organization, as colleagues see it. */
export const Member = z
  .object({
    ...Profile.shape,
    locked: z.boolean().meta({ description: "True for a member who can't sign in to this organization" }),
    lock_reason: z.string().nullable(),
    second_factor: z
      .object({
        code: z.boolean().meta({ description: 'True if signing in by password also needs a code' }),
        passkeys: z.int().meta({ description: 'Number of passkeys, with which the member can sign in' }),
      })
      .nullish()
      .meta({ description: 'Only in lists, for those who may remove members; null before the invitation is accepted' }),
    last_seen_on: z.iso
      .date()
      .nullish()
      .meta({ description: 'Latest day (UTC) on which the member used this organization, where `second_factor` is' }),
    user: User.optional().meta({ description: 'Only where the account is what was changed' }),
  })
  .meta({ id: 'Member' });
export type Member = z.output<typeof Member>;

/** Roles of members. A contact is no member. */
const MemberRole = Role.exclude(['contact'], 'must be owner, admin, member or basic_user');
const MemberRoles = z.array(MemberRole).min(1, 'at least one role is required').max(4);

export const NewMember = z.object({
  email: Email,
  first_name: Name,
  last_name: Name,
  password: secretMember(
    z
      .null('must be left out: the member sets the password through the link that is mailed')
      .optional()
      .meta({ description: 'Refused: the member sets the password through the link that is mailed' }),
  ),
  roles: MemberRoles.nullish().meta({ description: '`member` unless stated' }),
});
export type NewMember = z.output<typeof NewMember>;

/** Members that are absent or null stay unchanged. */
export const MemberChange = z.object({
  first_name: Name.nullish(),
  last_name: Name.nullish(),
  roles: MemberRoles.nullish(),
  permissions: z.array(Permission).max(100).nullish().meta({ description: 'In addition to those of the roles' }),
});
export type MemberChange = z.output<typeof MemberChange>;

export const MemberAction = z.object({
  action: z.enum(['lock', 'unlock', 'reset_mfa']),
  reason: z
    .string()
    .trim()
    .max(500)
    .nullish()
    .meta({ description: 'Why the member is locked; shown to administrators' }),
});
export type MemberAction = z.output<typeof MemberAction>;
