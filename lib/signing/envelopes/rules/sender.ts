import { config } from '../../../base/config.ts';
import { withBase } from '../../../people/organizations/organization.ts';
import type { SenderOrganization, SenderProfile } from '../../../storage/records/envelope.ts';
import type { OrganizationItem } from '../../../storage/records/organization.ts';
import type { ProfileItem } from '../../../storage/records/profile.ts';

/** The envelope's copy of its sender's organization: what recipients may see, as it is now. */
export const senderOrganization = (organization: OrganizationItem): SenderOrganization => ({
  id: organization.id,
  name: organization.name,
  address: organization.address,
  address2: organization.address2,
  phone: organization.phone,
  contact_email: organization.contact_email,
  slug: organization.slug,
  url: organization.url,
  full_logo_url: withBase(organization.full_logo_url),
  thumbnail_url: withBase(organization.thumbnail_url),
  primary_color: organization.primary_color,
  secondary_color: organization.secondary_color,
  parent_id: organization.parent_id,
  style_overrides: organization.style_overrides,
  disclaimer: organization.disclaimer,
  terms_use_url: organization.terms_use_url,
  privacy_policy_url: organization.privacy_policy_url,
  powered_by_label: organization.powered_by_label,
  powered_by_url: organization.powered_by_url,
  pipeline_settings: organization.pipeline_settings,
  default_brand_id: organization.default_brand_id,
  locale: organization.locale,
  timezone: organization.timezone,
  deletion_protected: organization.deletion_protected,
  created_at: organization.created_at,
  updated_at: organization.updated_at,
});

/** The envelope's copy of its owner's profile, as it is now. */
export const senderProfile = (profile: ProfileItem): SenderProfile => ({
  id: profile.id,
  user_id: profile.user_id,
  organization_id: profile.organization_id,
  first_name: profile.first_name,
  last_name: profile.last_name,
  email: profile.email,
  phone: profile.phone,
  picture: profile.picture === null ? null : `${config.baseUrl()}${profile.picture}`,
  permissions: profile.permissions,
  roles: profile.roles,
  locale: profile.locale,
  timezone: profile.timezone,
  created_at: profile.created_at,
  updated_at: profile.updated_at,
});
