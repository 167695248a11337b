import type { SenderOrganization, SenderProfile } from '../../lib/storage/records/envelope.ts';

const at = '2026-01-01T00:00:00.000Z';

/** A sender's organization as envelopes keep it. */
export const keptOrganization = (given: Partial<SenderOrganization> = {}): SenderOrganization => ({
  id: 'organization',
  name: 'Marlow & Co',
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
  pipeline_settings: {
    process_acroforms: false,
    process_tags: false,
    ignore_invalid_roles: false,
    ignore_invalid_fields: false,
  },
  default_brand_id: null,
  locale: null,
  timezone: null,
  deletion_protected: false,
  created_at: at,
  updated_at: at,
  ...given,
});

/** Hash and record of a document whose file is its document of record. */
export const RECORD = {
  sha256: 'a'.repeat(64),
  record: { size: 1, sent_sha256: 'a'.repeat(64), sent_size: 1, rewritten: [] },
};

/** A sender's profile as envelopes keep it. */
export const keptProfile = (given: Partial<SenderProfile> = {}): SenderProfile => ({
  id: 'profile',
  user_id: null,
  organization_id: 'organization',
  first_name: 'Ada',
  last_name: 'Marlow',
  email: 'ada@example.com',
  phone: null,
  picture: null,
  permissions: [],
  roles: [],
  locale: null,
  timezone: null,
  created_at: at,
  updated_at: at,
  ...given,
});
