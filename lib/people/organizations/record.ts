import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { derivedId } from '../../base/ids.ts';
import { Color, CustomData, Email, Id, Locale, Phone, Timestamp, Timezone, Title, Url } from '../../base/schema.ts';
import { organizationRecord } from '../../storage/organization-family.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';

/** What is done to documents when they are uploaded. All off unless the organization turns them on. */
export const PipelineSettings = z
  .object({
    process_acroforms: z.boolean().meta({ description: 'Form fields of a PDF become fields' }),
    process_tags: z.boolean().meta({ description: 'Tags in the text of a PDF become fields' }),
    ignore_invalid_roles: z.boolean().meta({ description: 'Tags that name no role are skipped, not refused' }),
    ignore_invalid_fields: z.boolean().meta({ description: 'Fields that make no sense are skipped, not refused' }),
  })
  .meta({ id: 'PipelineSettings' });
export type PipelineSettings = z.output<typeof PipelineSettings>;

/** An organization, as it is answered. */
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
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Organization' });
export type Organization = z.output<typeof Organization>;

/** Every organization has one brand from the beginning, whose id follows from its own: known without reading it. */
export const defaultBrandId = (organization_id: string): string => derivedId('default brand', organization_id);

/** The complete item of a new organization; `details` that are left out are null, and off. */
export const newOrganization = ({
  id,
  name,
  parent_id = null,
  ...details
}: { id: string; name: string } & Partial<Organization>): OrganizationItem => {
  const created_at = timestamp();
  return organizationRecord({
    id,
    name,
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
    parent_id,
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
    default_brand_id: defaultBrandId(id),
    locale: null,
    timezone: null,
    deletion_protected: false,
    ...details,
    created_at,
    updated_at: created_at,
  });
};

const SHOWN = Organization.keyof().options;

const picked = <T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.some((one) => one === name))) as Pick<T, K>;

/** The organization as it is answered: the item without what belongs to the table alone, its own logos with the API's address. */
export const presentOrganization = (item: OrganizationItem): Organization => ({
  ...picked(item, SHOWN),
  full_logo_url: withBase(item.full_logo_url),
  thumbnail_url: withBase(item.thumbnail_url),
});

/** A picture's address: those that `storeLogo` made are kept as their path below the API's. */
export const withBase = (url: string | null): string | null =>
  url?.startsWith('/') ? `${config.baseUrl()}${url}` : url;

/** Clients echo whole records: an address of this API is kept as its path, as `storeLogo` made it. */
export const withoutBase = (url: string | null | undefined): string | null | undefined =>
  url?.startsWith(`${config.baseUrl()}/`) ? url.slice(config.baseUrl().length) : url;
