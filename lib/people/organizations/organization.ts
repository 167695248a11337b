import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { derivedId } from '../../base/ids.ts';
import {
  Color,
  CustomData,
  Email,
  Id,
  Locale,
  Phone,
  RetentionDays,
  Timestamp,
  Timezone,
  Title,
  Url,
} from '../../base/schema.ts';
import { organizationRecord } from '../../storage/organization-family.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';

/** Processing of uploaded documents. All settings are off by default. */
export const PipelineSettings = z
  .object({
    process_acroforms: z.boolean().meta({ description: 'Form fields of a PDF become fields' }),
    process_tags: z.boolean().meta({ description: 'Tags in the text of a PDF become fields' }),
    ignore_invalid_roles: z.boolean().meta({ description: 'Tags that name no role are skipped, not refused' }),
    ignore_invalid_fields: z.boolean().meta({ description: 'Fields that make no sense are skipped, not refused' }),
  })
  .meta({ id: 'PipelineSettings' });
export type PipelineSettings = z.output<typeof PipelineSettings>;

/** An organization as the API returns it. */
export const Organization = z
  .object({
    id: Id,
    name: Title,
    address: z.string().nullable(),
    address2: z.string().nullable(),
    phone: Phone.nullable(),
    contact_email: Email.nullable(),
    slug: z.string().nullable(),
    url: Url.nullable(),
    full_logo_url: z.string().nullable(),
    thumbnail_url: z.string().nullable(),
    primary_color: Color.nullable(),
    secondary_color: Color.nullable(),
    parent_id: Id.nullable(),
    style_overrides: z.string().nullable(),
    disclaimer: z.string().nullable(),
    terms_use_url: Url.nullable(),
    privacy_policy_url: Url.nullable(),
    powered_by_label: z.string().nullable(),
    powered_by_url: Url.nullable(),
    data: CustomData.nullable(),
    pipeline_settings: PipelineSettings,
    default_brand_id: Id.nullable(),
    locale: Locale.nullable(),
    timezone: Timezone.nullable(),
    deletion_protected: z.boolean(),
    retention_days: RetentionDays.nullable().meta({
      description: 'Days for which new envelopes are kept after their end; null: for good',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Organization' });
export type Organization = z.output<typeof Organization>;

/** Id of an organization's default brand, derived from the organization's id: no read is needed. */
export const defaultBrandId = (organization_id: string): string => derivedId('default brand', organization_id);

/**
 * Members of the record that are answered as they are, with their values in a new organization: a list of its own, so that
 * no function makes the whole schema for it.
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
  created_at: item.created_at,
  updated_at: item.updated_at,
  full_logo_url: withBase(item.full_logo_url),
  thumbnail_url: withBase(item.thumbnail_url),
});

/** A picture's address: own pictures (`pictures.ts`) are stored as paths below the API's address. */
export const withBase = (url: string | null): string | null =>
  url?.startsWith('/') ? `${config.baseUrl()}${url}` : url;

/** The reverse: clients echo whole records, so an address of this API becomes a path again. */
export const withoutBase = (url: string | null | undefined): string | null | undefined =>
  url?.startsWith(`${config.baseUrl()}/`) ? url.slice(config.baseUrl().length) : url;
