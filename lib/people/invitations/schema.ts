import * as z from 'zod';
import { Email, Id, Name, Timestamp } from '../../base/schema.ts';
import type { InvitationItem } from '../../storage/records/invitation.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import { Role } from '../access/schema.ts';
import { Organization, presentOrganization } from '../organizations/organization.ts';
import { NewPassword } from '../users/password.ts';

/** The most open invitations of one organization: the list stays one query. */
export const MAX_INVITATIONS = 200;

const InvitedRole = Role.exclude(['contact'], 'must be owner, admin, member or basic_user');

/** An invitation as the API returns it. */
export const Invitation = z
  .object({
    organization_id: Id,
    email: Email,
    first_name: Name,
    last_name: Name,
    role: Role,
    status: z.enum(['pending', 'declined']),
    generated_at: Timestamp.meta({ description: 'When the latest mail was asked for' }),
    expires_at: Timestamp.meta({ description: 'Until when the latest mail can be answered' }),
    organization: Organization.optional().meta({
      description: 'For the invited person: how the organization presents itself',
    }),
  })
  .meta({ id: 'OrganizationInvitation' });
export type Invitation = z.output<typeof Invitation>;

export const NewInvitation = z.object({
  email: Email,
  first_name: Name,
  last_name: Name,
  role: InvitedRole.meta({ description: 'What the person will be' }),
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

const Token = z.string().min(1).max(200);

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
  password: NewPassword.meta({ description: 'For the new account, or that of the account which the address has' }),
});
export type Acceptance = z.output<typeof Acceptance>;

/** Path of the invitation page's data. */
export const InvitationPath = z.strictObject({ email: Email, token: Token });

/** Presents the invitation to its organization: never a token. */
export const presentInvitation = (item: InvitationItem): Invitation => ({
  organization_id: item.organization_id,
  email: item.email,
  first_name: item.first_name,
  last_name: item.last_name,
  role: item.role,
  status: item.status,
  generated_at: item.generated_at,
  expires_at: item.expires_at,
});

/** Presents the organization to a person outside: name, colours, logos, terms. */
export const presentOutside = (organization: OrganizationItem): Organization => ({
  ...presentOrganization(organization),
  address: null,
  address2: null,
  phone: null,
  parent_id: null,
  data: null,
  default_brand_id: null,
});
