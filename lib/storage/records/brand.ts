import type { Key } from '../engine/key.ts';

/** A brand's settings for the look of pages, mails and seals. Null means the organization's own value. */
export interface BrandLook {
  name: string | null;
  /** Addresses; for the API's own pictures the path. */
  full_logo_url: string | null;
  thumbnail_url: string | null;
  favicon_url: string | null;
  page_title: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  powered_by_label: string | null;
  powered_by_url: string | null;
  style_overrides: string | null;
  disclaimer: string | null;
  terms_use_url: string | null;
  privacy_policy_url: string | null;
  support_contact: string | null;
  pdf_signature_reason: string | null;
  pdf_signature_location: string | null;
  email_display_name: string | null;
  locale: string | null;
  timezone: string | null;
}

/** A brand. */
export interface BrandItem extends Key, BrandLook {
  id: string;
  organization_id: string;
  /** The key by which envelopes name it; never changes. */
  key: string;
  app_domain: string | null;
  app_domain_status: 'pending' | 'active' | 'failed' | 'suspended' | null;
  app_domain_cf_id: string | null;
  app_domain_dcv_token: string | null;
  email_domain: string | null;
  email_local_part: string | null;
  email_reply_to: string | null;
  email_reply_to_verified: boolean;
  email_domain_status: 'pending' | 'verified' | 'failed' | 'suspended' | null;
  email_spf_verified: boolean;
  email_dkim_verified: boolean;
  email_dmarc_verified: boolean;
  email_dkim_tokens: string[];
  /** The zone of its DKIM keys. */
  email_dkim_zone: string | null;
  /** Token that the mail domain publishes if it is this brand's. */
  email_domain_token: string | null;
  /** Its keys were in the DNS before it was added, so they prove nothing. */
  email_domain_needs_token: boolean;
  /** Origins of the pages that may frame signing pages. */
  embed_origins: string[];
  /** Counts its changes, from 1. 0 is the default brand that nobody has changed yet, which is not stored. */
  version: number;
  created_at: string;
  updated_at: string;
}

/** The brand that has reserved a key. */
export interface BrandName extends Key {
  brand_id: string;
}
