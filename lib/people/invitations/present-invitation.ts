import type { InvitationItem } from '../../storage/records/invitation.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import { presentOrganization } from '../organizations/organization.ts';
import type { Organization } from '../organizations/organization-schema.ts';
import type { Invitation } from './invitation-schema.ts';

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
