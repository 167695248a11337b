import * as z from 'zod';
import {
  Color,
  CustomData,
  Email,
  EventRetentionDays,
  Id,
  Locale,
  Phone,
  RetentionDays,
  Timestamp,
  Timezone,
  Title,
  Url,
} from '../../base/common-schema.ts';

/** Processing of uploaded documents. All settings are off by default. */
export const PipelineSettings = z
  .object({
    process_acroforms: z.boolean().meta({ description: 'Form fields of a PDF become fields' }),
    process_tags: z.boolean().meta({ description: 'Tags in the text of a PDF become fields' }),
    ignore_invalid_roles: z.boolean().meta({ description: 'Tags that name no role are skipped, not refused' }),
    ignore_invalid_fields: z.boolean().meta({ description: 'Invalid fields are skipped, not refused' }),
  })
  .meta({ id: 'PipelineSettings' });
export type PipelineSettings = z.output<typeof PipelineSettings>;

/** Settings of new envelopes that neither the sender nor a draft or template states. */
const EnvelopeDefaults = z
  .object({
    initial_reminder: z
      .int()
      .nullable()
      .meta({ description: 'Milliseconds from the invitation to the first reminder' }),
    followup_reminders: z.int().nullable().meta({ description: 'Milliseconds between the reminders that follow' }),
    max_reminder_days: z.int().nullable().meta({ description: 'Days during which reminders are sent; null: 14' }),
    expires_after_days: z.int().nullable().meta({ description: 'Days from the sending to the expiry; null: none' }),
  })
  .meta({ id: 'EnvelopeDefaults' });

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
    event_retention_days: EventRetentionDays.nullable().meta({
      description: 'Days for which new events of administration are kept; null: 731, two years',
    }),
    part_11: z.boolean().meta({ description: 'New envelopes are signed as 21 CFR Part 11 asks' }),
    retention_days: RetentionDays.nullable().meta({
      description: 'Days for which new envelopes are kept after their end; null: for good',
    }),
    envelope_defaults: EnvelopeDefaults.nullable().meta({
      description: 'Reminders and expiry of new envelopes that say nothing of them; null: none',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Organization' });
export type Organization = z.output<typeof Organization>;
