import * as z from 'zod';
import { timeOfId } from '../../base/ids.ts';
import { Color, Email, Id, Locale, Timestamp, Timezone, Url } from '../../base/schema.ts';
import { brandAt } from '../../storage/brands.ts';
import { membersOf } from '../../storage/members.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import { appRecords, ownershipRecord } from '../domains/app-records.ts';
import { DnsRecord } from '../domains/dns-record.ts';
import { emailRecords } from '../domains/email-records.ts';
import { defaultBrandId, withBase } from '../organizations/organization.ts';

const text = z.string().nullable();

/** Visible settings of a brand. Null means the organization's own. */
const Look = {
  name: text,
  full_logo_url: text,
  thumbnail_url: text,
  favicon_url: Url.nullable(),
  page_title: text,
  primary_color: Color.nullable(),
  secondary_color: Color.nullable(),
  powered_by_label: text,
  powered_by_url: Url.nullable(),
  style_overrides: text,
  disclaimer: text,
  terms_use_url: Url.nullable(),
  privacy_policy_url: Url.nullable(),
  support_contact: text,
  pdf_signature_reason: text,
  pdf_signature_location: text,
};

/** Settings of a brand that envelopes have a copy of. */
export const CopiedLook = z.object({ ...Look, email_display_name: text, locale: text, timezone: text });

/** An envelope's brand as signing pages get it: the organization's own settings where the brand has none. */
export const SigningBrand = CopiedLook.extend({
  id: Id.nullable().meta({ description: 'Null for an envelope without a brand' }),
  organization_id: Id.nullable(),
  key: text,
}).meta({ id: 'SigningBrand' });
export type SigningBrand = z.output<typeof SigningBrand>;

/** A brand as the API returns it. */
export const Brand = z
  .object({
    id: Id,
    organization_id: Id,
    key: z.string().meta({ description: 'What envelopes name the brand by (`brand_key`); never changes' }),
    ...Look,
    app_domain: text,
    app_domain_status: z.enum(['pending', 'active', 'failed', 'suspended']).nullable(),
    app_domain_cf_id: text,
    app_domain_dcv_token: text.meta({ description: 'What the TXT record says that proves whose the domain is' }),
    email_domain: text,
    email_local_part: text,
    email_display_name: text,
    email_reply_to: Email.nullable(),
    email_reply_to_verified: z.boolean().meta({ description: 'Only a verified address is put into mails' }),
    email_domain_status: z.enum(['pending', 'verified', 'failed', 'suspended']).nullable(),
    email_spf_verified: z.boolean(),
    email_dkim_verified: z.boolean(),
    email_dmarc_verified: z.boolean(),
    email_dkim_tokens: z.array(z.string()),
    locale: Locale.nullable(),
    timezone: Timezone.nullable(),
    embed_origins: z.array(z.string()).meta({ description: 'Origins of the pages that may frame signing pages' }),
    dns_records: z.array(DnsRecord).meta({ description: "What the owner of the brand's domains puts into their DNS" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Brand', description: 'What envelopes, their messages and signing pages look like, and come from' });
export type Brand = z.output<typeof Brand>;

/** The brand after a verification, with the current values of the three fields of the specification (2.4). */
export const BrandVerification = Brand.extend({
  email_display_name: z.string().meta({ description: 'The name that mails come from' }),
  locale: z.string().meta({ description: 'The language of messages to people whose own is not known' }),
  timezone: z.string().meta({ description: 'The zone of the times in those messages' }),
}).meta({ id: 'BrandVerification', description: 'The whole brand; what it leaves open is filled in for three fields' });

export type BrandVerification = z.output<typeof BrandVerification>;

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
