import { timeOfId } from '../../base/ids.ts';
import { brandAt } from '../../storage/brands.ts';
import { membersOf } from '../../storage/members.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import { appRecords, ownershipRecord } from '../domains/app-records.ts';
import { emailRecords } from '../domains/email-records.ts';
import { defaultBrandId, withBase } from '../organizations/organization.ts';
import { type Brand, Look } from './brand-schema.ts';

export const NO_EMAIL_DOMAIN = {
  email_domain: null,
  email_local_part: null,
  email_reply_to: null,
  email_reply_to_verified: false,
  email_domain_status: null,
  email_spf_verified: false,
  email_dkim_verified: false,
  email_dmarc_verified: false,
  email_dkim_tokens: [],
  email_dkim_zone: null,
  email_domain_token: null,
  email_domain_needs_token: false,
} satisfies Partial<BrandItem>;

export const NO_APP_DOMAIN = {
  app_domain: null,
  app_domain_status: null,
  app_domain_cf_id: null,
  app_domain_dcv_token: null,
} satisfies Partial<BrandItem>;

const NO_LOOK = Object.fromEntries(Object.keys(Look).map((name) => [name, null])) as Record<keyof typeof Look, null>;

/** Makes the record of a brand without any settings. */
export const newBrand = (organization_id: string, id: string, key: string, at: string): BrandItem => ({
  ...brandAt(organization_id, id),
  id,
  organization_id,
  key,
  ...NO_LOOK,
  ...NO_APP_DOMAIN,
  email_display_name: null,
  ...NO_EMAIL_DOMAIN,
  embed_origins: [],
  locale: null,
  timezone: null,
  version: 0,
  created_at: at,
  updated_at: at,
});

/** The key of every organization's default brand. */
export const DEFAULT_KEY = 'default';

/** The default brand while nobody has changed it: it looks as the organization does. */
export const defaultBrand = (organization_id: string): BrandItem =>
  newBrand(organization_id, defaultBrandId(organization_id), DEFAULT_KEY, timeOfId(organization_id));

export const isDefault = ({ id, organization_id }: Pick<BrandItem, 'id' | 'organization_id'>): boolean =>
  id === defaultBrandId(organization_id);

/** Presents the brand. */
export const presentBrand = (item: BrandItem): Brand => {
  const {
    version: _version,
    email_dkim_zone,
    email_domain_token,
    email_domain_needs_token: _needs,
    ...brand
  } = membersOf(item);
  const { email_domain, email_dkim_tokens, app_domain, app_domain_dcv_token } = brand;
  return {
    ...brand,
    embed_origins: brand.embed_origins,
    full_logo_url: withBase(brand.full_logo_url),
    thumbnail_url: withBase(brand.thumbnail_url),
    dns_records: [
      ...(email_domain ? emailRecords(email_domain, email_dkim_tokens, email_dkim_zone ?? '') : []),
      ...(email_domain && email_domain_token ? [ownershipRecord(email_domain, email_domain_token)] : []),
      ...(app_domain ? appRecords(app_domain, app_domain_dcv_token ?? '') : []),
    ],
  };
};
