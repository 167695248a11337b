import * as z from 'zod';
import {
  Color,
  CustomData,
  Email,
  EventRetentionDays,
  Id,
  Line,
  Locale,
  orNothing,
  Phone,
  RetentionDays,
  Timezone,
  Title,
  Url,
} from '../../base/common-schema.ts';
import { ReminderSettings } from '../../base/reminder-settings.ts';

const Text = z.string().min(1).max(10_000);

/**
 * Members that clients send, and that have one value here: another one is refused, because it would have no effect.
 */
const Fixed = {
  slug: z
    .union([z.null(), z.literal('')], 'must be null: organizations are named by their id')
    .optional()
    .meta({ description: 'Null: organizations are named by their id' }),
  hipaa_complaint: z
    .union(
      [z.null(), z.literal(false)],
      'must be false: whether you comply with HIPAA is not for the platform to record',
    )
    .optional()
    .meta({ description: 'False: the platform records no statement on HIPAA' }),
};

/**
 * Settings of an organization that may be changed. Absent: unchanged. Null or empty: cleared. Other members that
 * clients echo back (`id`, `parent_id`, times …) belong to the server.
 */
export const OrganizationChange = z.object({
  name: Title.nullish(),
  address: orNothing(Line),
  address2: orNothing(Line),
  phone: orNothing(Phone.min(1)),
  contact_email: orNothing(Email),
  url: orNothing(Url),
  full_logo_url: orNothing(Url),
  thumbnail_url: orNothing(Url),
  primary_color: orNothing(Color),
  secondary_color: orNothing(Color),
  style_overrides: orNothing(Text),
  disclaimer: orNothing(Text),
  terms_use_url: orNothing(Url),
  privacy_policy_url: orNothing(Url),
  powered_by_label: orNothing(Line),
  powered_by_url: orNothing(Url),
  data: orNothing(CustomData),
  locale: orNothing(Locale),
  timezone: orNothing(Timezone),
  deletion_protected: z.boolean().nullish(),
  retention_days: RetentionDays.nullish().meta({
    description:
      'Days for which new envelopes are kept after their end; null: for good. Existing envelopes keep their own number',
  }),
  part_11: z.boolean().nullish().meta({
    description: 'New envelopes are signed as 21 CFR Part 11 asks (`docs/part-11.md`), whatever their senders state',
  }),
  event_retention_days: EventRetentionDays.nullish().meta({
    description:
      'Days for which new events of administration are kept; null: 731, two years. Existing events keep their own ' +
      'number',
  }),
  envelope_defaults: z
    .object({
      ...ReminderSettings,
      expires_after_days: z
        .int()
        .min(1)
        .max(3650)
        .nullish()
        .meta({ description: 'Days from the sending to the expiry; null: none' }),
    })
    .nullish()
    .meta({
      description:
        'Reminders and expiry of new envelopes that say nothing of them, as a whole: a member that is left out is none. Null: ' +
        'no defaults. Templates and drafts take `max_reminder_days` when they are made. Envelopes that exist stay as they are',
    }),
  ...Fixed,
  default_brand_id: orNothing(Id).meta({
    description:
      'Must be the key that the brand has: every organization gets its default brand at the start, and only its ' +
      'look can change',
  }),
});
export type OrganizationChange = z.output<typeof OrganizationChange>;

/** A new organization: its changeable settings, and its parent. */
export const NewOrganization = z.object({
  ...OrganizationChange.shape,
  name: Title,
  default_brand_id: z
    .union([z.null(), z.literal('')], 'must be null: a new organization gets a default brand of its own')
    .optional(),
  parent_id: orNothing(Id).meta({
    description: "The caller's own organization, to make a child of it; left out: the new one has no parent",
  }),
  deletion_protected: z.boolean().nullish().meta({ description: 'True unless stated' }),
});
export type NewOrganization = z.output<typeof NewOrganization>;

/** Flags that are absent or null stay unchanged. */
export const PipelineSettingsChange = z.object({
  process_acroforms: z.boolean().nullish(),
  process_tags: z.boolean().nullish(),
  ignore_invalid_roles: z.boolean().nullish(),
  ignore_invalid_fields: z.boolean().nullish(),
});
export type PipelineSettingsChange = z.output<typeof PipelineSettingsChange>;
