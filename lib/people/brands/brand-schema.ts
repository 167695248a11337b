import * as z from 'zod';
import { Color, Email, Id, Locale, Timestamp, Timezone, Url } from '../../base/common-schema.ts';
import { DnsRecord } from '../domains/dns-record.ts';

const text = z.string().nullable();

/** Visible settings of a brand. Null means the organization's own. */
export const Look = {
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
    key: z.string().meta({ description: 'Name of the brand in envelopes (`brand_key`); never changes' }),
    ...Look,
    app_domain: text,
    app_domain_status: z.enum(['pending', 'active', 'failed', 'suspended']).nullable(),
    app_domain_cf_id: text,
    app_domain_dcv_token: text.meta({ description: 'Content of the TXT record that proves whose the domain is' }),
    email_domain: text,
    email_local_part: text,
    email_display_name: text,
    email_reply_to: Email.nullable(),
    email_reply_to_verified: z.boolean().meta({ description: 'Mails have this address only after it is verified' }),
    email_domain_status: z.enum(['pending', 'verified', 'failed', 'suspended']).nullable(),
    email_spf_verified: z.boolean(),
    email_dkim_verified: z.boolean(),
    email_dmarc_verified: z.boolean(),
    email_dkim_tokens: z.array(z.string()),
    locale: Locale.nullable(),
    timezone: Timezone.nullable(),
    embed_origins: z.array(z.string()).meta({ description: 'Origins of the pages that may frame signing pages' }),
    dns_records: z
      .array(DnsRecord)
      .meta({ description: "Records that the owner of the brand's domains adds to their DNS" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Brand', description: 'The look and the sender of envelopes, their messages and their signing pages' });
export type Brand = z.output<typeof Brand>;

/** The brand after a verification, with the current values of the three fields of the specification (2.4). */
export const BrandVerification = Brand.extend({
  email_display_name: z.string().meta({ description: 'The name that mails come from' }),
  locale: z.string().meta({ description: 'The language of messages to people whose own is not known' }),
  timezone: z.string().meta({ description: 'The zone of the times in those messages' }),
}).meta({
  id: 'BrandVerification',
  description: "The whole brand. Where it sets nothing, three members have the organization's values",
});

export type BrandVerification = z.output<typeof BrandVerification>;
