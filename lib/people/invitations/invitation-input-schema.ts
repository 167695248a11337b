import * as z from 'zod';
import { Email, Name } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';
import { Role } from '../access/role-schema.ts';
import { NewPassword } from '../users/password.ts';

/** The most open invitations of one organization: the list stays one query. */
export const MAX_INVITATIONS = 200;

const InvitedRole = Role.exclude(['contact'], 'must be owner, admin, member or basic_user');

export const NewInvitation = z.object({
  email: Email,
  first_name: Name,
  last_name: Name,
  role: InvitedRole.meta({ description: 'The role that the person will have' }),
});
export type NewInvitation = z.output<typeof NewInvitation>;

/**
 * Members that are absent or null stay unchanged. The address can't be changed: delete the invitation and create
 * another.
 */
export const InvitationChange = z.object({
  first_name: Name.nullish(),
  last_name: Name.nullish(),
  role: InvitedRole.nullish(),
});
export type InvitationChange = z.output<typeof InvitationChange>;

const Token = secretMember(z.string().min(1).max(200));

/** Address and token by which the invited person names the invitation. */
export const InvitationToken = z.object({
  email: Email.meta({ description: 'E-mail address of the invitee' }),
  token: Token.meta({ description: 'Invite token of the invitee, from the mail' }),
});
export type InvitationToken = z.output<typeof InvitationToken>;

/** Specification 2.2. */
export const Acceptance = z.object({
  ...InvitationToken.shape,
  first_name: Name,
  last_name: Name,
  password: NewPassword.meta({ description: "The new account's password, or that of the existing account" }),
});
export type Acceptance = z.output<typeof Acceptance>;

/** Path of the invitation page's data. */
export const InvitationPath = z.strictObject({ email: Email, token: Token });
