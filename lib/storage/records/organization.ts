import type { Key } from '../engine/key.ts';
import type { Role } from './permissions.ts';

/** An organization's settings for uploaded documents. */
export interface StoredPipelineSettings {
  process_acroforms: boolean;
  process_tags: boolean;
  ignore_invalid_roles: boolean;
  ignore_invalid_fields: boolean;
}

/** Settings of new envelopes that say nothing of them themselves; null: none. Reminders are in milliseconds. */
export interface EnvelopeDefaults {
  initial_reminder: number | null;
  followup_reminders: number | null;
  /** Null: the platform's. */
  max_reminder_days: number | null;
  /** Days from the sending to the expiry. */
  expires_after_days: number | null;
}

/** Rules of an organization for its members. What is absent or empty demands nothing. */
export interface StoredPolicy {
  second_factor: boolean;
  /** True if a sign-in at the organization's identity provider counts as one. */
  provider_second_factor: boolean;
  passkeys_only: boolean;
  /** The longest life of a member's session. */
  session_hours: number | null;
  /** The longest time for which a member's session may go unused. */
  idle_minutes: number | null;
  /** Networks (CIDR) in which members and their clients must be; empty for all. */
  networks: readonly string[];
  /** Owners for whom neither networks nor passkeys are demanded. */
  emergency_profile_ids: readonly string[];
  /** Domains to which all may send, and those who may send elsewhere; null if all may. */
  sending: { domains: readonly string[]; roles: readonly Role[]; group_ids: readonly string[] } | null;
  updated_at: string;
}

/** An organization. */
export interface OrganizationItem extends Key {
  id: string;
  name: string;
  address: string | null;
  address2: string | null;
  phone: string | null;
  contact_email: string | null;
  slug: string | null;
  url: string | null;
  /** Addresses; for the API's own pictures the path. */
  full_logo_url: string | null;
  thumbnail_url: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  parent_id: string | null;
  style_overrides: string | null;
  disclaimer: string | null;
  terms_use_url: string | null;
  privacy_policy_url: string | null;
  powered_by_label: string | null;
  powered_by_url: string | null;
  data: Record<string, unknown> | null;
  pipeline_settings: StoredPipelineSettings;
  default_brand_id: string | null;
  locale: string | null;
  timezone: string | null;
  deletion_protected: boolean;
  /** Days for which new envelopes are kept after their end; null or absent: for good. */
  retention_days?: number | null;
  /** True if new envelopes are signed as 21 CFR Part 11 asks; absent for false. */
  part_11?: boolean;
  /** Days for which new events of administration are kept; null or absent: `EVENT_DAYS`. */
  event_retention_days?: number | null;
  envelope_defaults?: EnvelopeDefaults | null;
  /** Domains of e-mail addresses that it has proven to be its own. */
  sign_in_domains?: Set<string>;
  /** Ids of the identity providers at which it has recipients verified. */
  recipient_providers?: Set<string>;
  /** Ids of the trust services at which its recipients sign with certificates of their own. */
  trust_services?: Set<string>;
  /** True if members with addresses there act in it only after they have signed in at its identity provider. */
  sign_in_required?: boolean;
  /** Profiles of owners who may sign in otherwise even then. */
  sign_in_exempt?: Set<string>;
  /** Rules for its members, which every call of theirs reads; absent before the first. */
  policy?: StoredPolicy;
  /** Number of parts of the lists of its envelopes; absent for one. It only ever grows. */
  list_parts?: number;
  created_at: string;
  updated_at: string;
  gsi1pk?: string;
  gsi1sk?: string;
  /** In seconds since 1970: records of a sign-up expire with it, unless it is verified. */
  ttl?: number;
}
