import * as z from 'zod';
import {
  CustomData,
  counted,
  Id,
  Locale,
  MobilePhone,
  orNothing,
  Paging,
  RetentionDays,
  Timestamp,
  Timezone,
  Title,
} from '../../base/common-schema.ts';
import { After, Next } from '../../base/cursor-schema.ts';
import { ReminderSettings } from '../../base/reminder-settings.ts';
import { HOW_WORDS_BEGIN } from '../../storage/lists/words.ts';
import { AUTH_METHODS } from '../../storage/records/envelope.ts';
import { CHILDREN_PER_STEP } from '../../storage/templates/limits.ts';
import { IdentityClaim, VerificationDetails } from '../auth-methods/auth-method-schema.ts';
import { DrawnPage } from '../documents/page-schema.ts';
import { NEVER, NewExpiry } from '../envelopes/envelope-schema.ts';
import { RecipientLocale } from '../envelopes/recipient-locale.ts';
import { KnownRoleName } from '../fields/field-schema.ts';
import { ContentsPatch, RolePatch } from '../templates/contents-schema.ts';
import { TemplateDocument, TemplateField, TemplateRole } from '../templates/template-schema.ts';

const Visibility = z.enum(['private', 'shared']).meta({
  description:
    'Who may work on the draft: its creator only, or all members who may send envelopes. The envelope gets the ' +
    'same visibility',
});

const DraftRole = TemplateRole.extend({
  locale: z.string().nullable(),
  auth_methods: z.array(z.enum(AUTH_METHODS)),
  phone_auth: z.string().nullable(),
  identity_provider: Id.nullable(),
  identity_claim: IdentityClaim.nullable(),
  trust_service: Id.nullable(),
  address: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        "This and the next four members describe a person who is verified by questions (`kba`). Only the draft's " +
        'creator sees them',
    }),
  city: z.string().nullable().optional(),
  state: z.string().nullable().optional(),
  zip: z.string().nullable().optional(),
  dob: z.string().nullable().optional(),
}).meta({ id: 'DraftRole' });

const DraftHeader = {
  id: Id,
  version: z.int().meta({ description: 'Version to send as `If-Match` with the next change' }),
  profile_id: Id.meta({ description: 'Who made it' }),
  organization_id: Id,
  name: z.string(),
  description: z.string(),
  visibility: Visibility,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Draft = z
  .object({
    ...DraftHeader,
    template_id: Id.nullable().meta({ description: 'The template that it was made from' }),
    replaces: Id.nullable().meta({ description: 'The envelope that is canceled once the draft is sent' }),
    initial_reminder: z.int().nullable(),
    followup_reminders: z.int().nullable(),
    max_reminder_days: z.int(),
    expires_at: z
      .union([Timestamp, z.literal(NEVER)])
      .nullable()
      .meta({ description: "Null: the organization's default. `never`, where it was given: none" }),
    no_contact: z.boolean(),
    retention_days: z.int().nullable().optional().meta({ description: "Null: for good. Absent: the organization's" }),
    brand_key: z.string().nullable(),
    locale: z.string().nullable(),
    timezone: z.string().nullable(),
    data: CustomData.nullable(),
    roles: z.array(DraftRole).meta({ description: 'The recipients' }),
    fields: z.array(TemplateField),
    documents: z.array(TemplateDocument),
    changed_by: z
      .object({
        profile_id: Id,
        full_name: z.string().nullable().meta({ description: 'Null once the person has left' }),
      })
      .optional()
      .meta({ description: 'Whoever changed it last; only `getDraft` says it' }),
    first_page: DrawnPage.extend({ document_id: Id }).nullable().optional().meta({
      description:
        'Page 1 of the first document, where it is asked for, so that it can be shown at once. Null where it was not drawn yet',
    }),
  })
  .meta({
    id: 'Draft',
    description:
      'An envelope that is being prepared. It may lack anything. The operations on templates’ documents, roles and fields take its id as a template’s',
  });
export type Draft = z.output<typeof Draft>;

export const DraftView = z.object({
  first_page: z
    .boolean()
    .default(false)
    .meta({ description: 'True if the answer shall have the picture and the text of the first page' }),
});

/** Settings of the envelope-to-be. A time of expiry is checked when the draft is sent. */
const DraftSettings = {
  description: z.string().max(1000).nullish(),
  visibility: Visibility.nullish(),
  ...ReminderSettings,
  expires_at: NewExpiry,
  no_contact: z.boolean().nullish(),
  retention_days: RetentionDays.nullish(),
  brand_key: orNothing(z.string().max(100)),
  locale: orNothing(Locale),
  timezone: orNothing(Timezone),
  data: CustomData.nullish(),
};

export const NewDraft = z
  .object({
    name: orNothing(Title).meta({ description: 'Empty unless given: the first document names it then' }),
    template_id: orNothing(Id).meta({ description: 'Begin with the contents of this template' }),
    envelope_id: orNothing(Id).meta({
      description:
        'Begin with the contents of this envelope, which you sent: its documents, recipients and fields, without what was filled in',
    }),
    replaces: orNothing(Id).meta({
      description:
        'Correct this envelope, which you sent and nobody has signed: the draft begins with all of it, and sending the draft cancels it',
    }),
    ...DraftSettings,
  })
  .meta({ id: 'DraftInput' });
export type NewDraft = z.output<typeof NewDraft>;

const DraftRolePatch = RolePatch.extend({
  locale: RecipientLocale,
  auth_methods: VerificationDetails.auth_methods,
  phone_auth: orNothing(MobilePhone),
  identity_provider: VerificationDetails.identity_provider,
  identity_claim: VerificationDetails.identity_claim,
  trust_service: VerificationDetails.trust_service,
  address: VerificationDetails.address,
  city: VerificationDetails.city,
  state: VerificationDetails.state,
  zip: VerificationDetails.zip,
  dob: VerificationDetails.dob,
}).meta({ id: 'DraftRolePatch' });

export const DraftPatch = z
  .object({
    name: orNothing(Title),
    replaces: z.null().optional().meta({ description: 'Null: the draft replaces no envelope any more' }),
    ...DraftSettings,
    ...ContentsPatch.shape,
    roles: z.array(DraftRolePatch).max(CHILDREN_PER_STEP).optional(),
  })
  .meta({ id: 'DraftPatch', description: 'What is left out stays' });
export type DraftPatch = z.output<typeof DraftPatch>;

export const SendDraft = z
  .object({
    recipients: z
      .array(z.object({ role_name: KnownRoleName, passcode: VerificationDetails.passcode }))
      .max(CHILDREN_PER_STEP)
      .optional()
      .meta({ description: 'Passcodes of recipients whose method is `passcode`: a draft never keeps any' }),
  })
  .meta({ id: 'DraftSending' });
export type SendDraft = z.output<typeof SendDraft>;

const PROBLEM_CODES = [
  'name_missing',
  'document_missing',
  'recipient_missing',
  'recipient_name_missing',
  'recipient_address_missing',
  'phone_missing',
  'passcode_needed',
  'field_missing',
  'field_unusable',
  'field_misplaced',
  'rule_unusable',
  'step_impossible',
  'condition_unusable',
  'naming_impossible',
  'provider_missing',
  'trust_service_missing',
  'signing_twice',
  'passkey_impossible',
  'mailbox_impossible',
  'review_impossible',
  'copy_verified',
  'expires_too_soon',
  'setting_unusable',
  'not_replaceable',
] as const;

export const DraftProblem = z
  .object({
    code: z.enum(PROBLEM_CODES),
    blocks: z.boolean().meta({ description: 'False if the draft can be sent without a change' }),
    role_name: z.string().nullable(),
    field_name: z.string().nullable(),
    detail: z.string().meta({ description: 'A sentence in English' }),
  })
  .meta({ id: 'DraftProblem' });
export type DraftProblem = z.output<typeof DraftProblem>;

export const DraftProblems = z
  .object({ version: z.int(), is_ready: z.boolean(), problems: z.array(DraftProblem) })
  .meta({ id: 'DraftProblems' });

const DraftSummary = z.object(DraftHeader).omit({ version: true }).meta({ id: 'DraftSummary' });
export type DraftSummary = z.output<typeof DraftSummary>;

export const DraftQuery = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: `Only drafts in whose name every word of this begins a word, ${HOW_WORDS_BEGIN}` }),
  ...Paging,
  after: After,
});
export type DraftQuery = z.output<typeof DraftQuery>;

export const DraftPage = z
  .object({
    ...counted('drafts'),
    rows: z.int().meta({ description: 'Number of rows on this page' }),
    page: z.int(),
    next: Next,
    drafts: z.array(DraftSummary),
  })
  .meta({ id: 'DraftPage' });
