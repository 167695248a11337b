import { timestamp } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { derivedId } from '../../base/ids.ts';
import { organizationRecord } from '../../storage/organization-family.ts';
import type { EnvelopeDefaults, OrganizationItem } from '../../storage/records/organization.ts';
import type { OrganizationChange } from './organization-input-schema.ts';
import type { Organization } from './organization-schema.ts';

/** Id of an organization's default brand, derived from the organization's id: no read is needed. */
export const defaultBrandId = (organization_id: string): string => derivedId('default brand', organization_id);

/**
 * Members of the record that are answered as they are, with their values in a new organization: a list of its own, so
 * that no function makes the whole schema for it.
 */
const UNSET = {
  address: null,
  address2: null,
  phone: null,
  contact_email: null,
  slug: null,
  url: null,
  full_logo_url: null,
  thumbnail_url: null,
  primary_color: null,
  secondary_color: null,
  parent_id: null,
  style_overrides: null,
  disclaimer: null,
  terms_use_url: null,
  privacy_policy_url: null,
  powered_by_label: null,
  powered_by_url: null,
  data: null,
  pipeline_settings: {
    process_acroforms: false,
    process_tags: false,
    ignore_invalid_roles: false,
    ignore_invalid_fields: false,
  },
  locale: null,
  timezone: null,
  deletion_protected: false,
} satisfies Partial<Organization>;

/** Makes the item of a new organization; absent `details` are null or off. */
export const newOrganization = ({
  id,
  ...details
}: { id: string; name: string } & Partial<Organization>): OrganizationItem => {
  const created_at = timestamp();
  return organizationRecord({
    ...UNSET,
    default_brand_id: defaultBrandId(id),
    ...details,
    id,
    created_at,
    updated_at: created_at,
  });
};

const unchanged = (item: OrganizationItem): Pick<Organization, keyof typeof UNSET> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(UNSET, name))) as Organization;

/** Presents the organization, its own logos with the API's address. */
export const presentOrganization = (item: OrganizationItem): Organization => ({
  ...unchanged(item),
  id: item.id,
  name: item.name,
  default_brand_id: item.default_brand_id,
  retention_days: item.retention_days ?? null,
  part_11: item.part_11 ?? false,
  event_retention_days: item.event_retention_days ?? null,
  envelope_defaults: item.envelope_defaults ?? null,
  created_at: item.created_at,
  updated_at: item.updated_at,
  full_logo_url: withBase(item.full_logo_url),
  thumbnail_url: withBase(item.thumbnail_url),
});

/** The defaults as they are stored: null if none of them says anything; undefined stays. */
export const storedDefaults = (given: OrganizationChange['envelope_defaults']): EnvelopeDefaults | null | undefined => {
  if (!given) return given;
  const defaults: EnvelopeDefaults = {
    initial_reminder: given.initial_reminder || null,
    followup_reminders: given.followup_reminders || null,
    max_reminder_days: given.max_reminder_days ?? null,
    expires_after_days: given.expires_after_days ?? null,
  };
  return Object.values(defaults).some((value) => value !== null) ? defaults : null;
};

/** A picture's address: own pictures (`pictures.ts`) are stored as paths below the API's address. */
export const withBase = (url: string | null): string | null =>
  url?.startsWith('/') ? `${config.baseUrl()}${url}` : url;

/** The reverse: clients echo whole records, so an address of this API becomes a path again. */
export const withoutBase = (url: string | null | undefined): string | null | undefined =>
  url?.startsWith(`${config.baseUrl()}/`) ? url.slice(config.baseUrl().length) : url;
