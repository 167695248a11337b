import * as z from 'zod';
import {
  CustomData,
  Email,
  Id,
  Locale,
  legible,
  MobilePhone,
  Name,
  orNothing,
  RetentionDays,
  Timestamp,
  Timezone,
  Title,
} from '../../base/common-schema.ts';
import type { FailureCode } from '../../base/errors.ts';
import { ReminderSettings } from '../../base/reminder-settings.ts';
import { secretMember } from '../../base/secret-members.ts';
import type { Organization } from '../../people/organizations/organization-schema.ts';
import type { Profile } from '../../people/profiles/profile-schema.ts';
import { EVENT_NAMES } from '../../storage/outbox/event-names.ts';
import {
  AUTH_METHODS,
  AUTH_STATES,
  ENVELOPE_STATUSES,
  KEY_TYPES,
  RECIPIENT_STATUSES,
  RECIPIENT_TYPES,
} from '../../storage/records/envelope.ts';
import { IdentityClaim, VerificationDetails } from '../auth-methods/auth-method-schema.ts';
import { DocumentInput, PageSizes } from '../documents/document-schema.ts';
import { FieldDetails, FieldName, FieldRecord, KnownRoleName, NewFieldTypeName } from '../fields/field-schema.ts';
import { OnlyIf, OnlyIfAnswered } from '../templates/condition-schema.ts';
import { GroupAnswered, GroupDetails } from '../templates/group-schema.ts';
import { MeaningAnswered, MeaningDetails } from '../templates/meaning-schema.ts';
import { NamingAnswered, NamingDetails } from '../templates/naming-schema.ts';
import { ReviewAnswered, ReviewDetails } from '../templates/review-schema.ts';
import { StepNeeds } from '../templates/step-schema.ts';
import { CertificateSummary } from './certificate-schema.ts';
import { RecipientLocale } from './recipient-locale.ts';

/** Limits of one envelope: a change of its state must fit into one transaction. */
export const LIMITS = { recipients: 15, fields: 1000, documents: 10, disclosures: 20_000, message: 2000 };

export const EnvelopeStatus = z.enum(ENVELOPE_STATUSES);
/** The name of an event of an envelope's chain. */
export const ChainEvent = z.enum(EVENT_NAMES).meta({ description: 'Later versions may add names' });
const AuthMethod = z.enum(AUTH_METHODS);

export const Recipient = z
  .object({
    id: Id,
    envelope_id: Id,
    role_name: z.string(),
    profile_id: Id.nullable(),
    type: z.enum(RECIPIENT_TYPES),
    status: z.enum(RECIPIENT_STATUSES),
    first_name: z.string(),
    last_name: z.string(),
    full_name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    sequence: z.int().meta({ description: 'Recipients of the lowest open sequence act in parallel' }),
    order: z.int(),
    turn_since: Timestamp.nullable().meta({
      description: "Time at which it became this person's turn; null while it isn't",
    }),
    step_needs: z.int().nullable().meta({
      description: 'How many of the recipients of its `sequence` are enough; null where all of them act',
    }),
    released: z.boolean().meta({
      description:
        'True if the recipient needs not act any more, because enough others of the step have. Its `status` is `canceled`',
    }),
    skipped: z.boolean().meta({
      description: 'True if the condition of the recipient did not hold when the turn came. Its `status` is `canceled`',
    }),
    only_if: OnlyIfAnswered.optional(),
    ...NamingAnswered,
    ...GroupAnswered,
    ...ReviewAnswered,
    ...MeaningAnswered,
    delegator: z.boolean(),
    delegated_to: z.string().nullable(),
    message: z.string().nullable(),
    claimed: z.boolean(),
    agreed: z.boolean(),
    name_locked: z.boolean(),
    disclosures: z.string().nullable(),
    disclosures_accepted_at: Timestamp.nullable(),
    key_used_to_conclude: z.enum(KEY_TYPES).nullable(),
    last_attempt_at: Timestamp.nullable(),
    locale: z.string().nullable(),
    timezone: z.string().nullable(),
    auth_methods: z.array(AuthMethod),
    auth_step: AuthMethod.nullable().meta({
      description: 'The next verification step; null if the recipient is verified',
    }),
    auth_method_states: z.partialRecord(AuthMethod, z.enum(AUTH_STATES).nullable()).nullable(),
    certificate_signature: CertificateSummary.nullish().meta({
      description: 'The certificate with which the recipient has signed by the method `csc`; null before',
    }),
    kba_questions: z
      .array(z.object({ type: z.string(), prompt: z.string(), answer: z.array(z.string()) }))
      .nullable()
      .meta({
        description: 'Only for the recipient: questions to answer with `responses`; `answer` holds the choices',
      }),
    delivery_error: z.enum(['bounced', 'complained']).nullish().meta({
      description: 'Only the sender sees this: a mail to the recipient came back, or was reported as unwanted',
    }),
    auth_attempts_left: z.int().nullish().meta({
      description: 'Only for the recipient: attempts at `auth_step` until the verification fails; null without a step',
    }),
    address: z
      .string()
      .nullish()
      .meta({ description: 'Only the recipient and the creator see this and the next three members' }),
    city: z.string().nullish(),
    state: z.string().nullish(),
    zip: z.string().nullish(),
    dob: z.string().nullish().meta({ description: 'Only the creator sees this and the next six members' }),
    phone_auth: z.string().nullish(),
    identity_provider: Id.nullish(),
    identity_claim: IdentityClaim.nullish(),
    trust_service: Id.nullish(),
    passcode: secretMember(z.string().nullish()),
    in_app_key: secretMember(z.string().optional()),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Recipient', description: 'A person who acts on an envelope, in one role' });
export type Recipient = z.output<typeof Recipient>;

const FieldRuleResult = z
  .object({
    shown: z
      .boolean()
      .meta({ description: 'False while a rule hides the field: then `value` is null, `required` false' }),
    computed: z.boolean().meta({ description: 'True if a formula makes the `value`' }),
    hidden_by: z.array(z.string()).meta({
      description: 'Names of the fields whose `show` does not hold for this one: its own, or one of its group',
    }),
    required_by: z.array(z.string()).meta({ description: 'Names of the fields whose `require` holds for this one' }),
    kept_value: z.string().nullable().meta({
      description:
        'Of a hidden field, the value that was given, for its recipient alone until the submit: it counts again once the field is shown',
    }),
    always_required: z.boolean().meta({
      description: 'True if the field was sent as required: it is so whenever it is shown, whatever rules say',
    }),
  })
  .meta({
    id: 'FieldRuleResult',
    description:
      'The result of the rules at this moment, in an envelope whose fields have rules (`settings.rules`). `value` and `required` ' +
      'of the field are those that follow from it. Absent for fields of which only what was sent is shown',
  });

export const EnvelopeField = z
  .object({
    envelope_id: Id,
    ...FieldRecord,
    prepared: z.boolean().meta({ description: 'Filled by the sender before the recipient acts' }),
    value: z.string().nullable(),
    stamped_text: z
      .string()
      .nullable()
      .meta({
        description: [
          'The text that the value leaves on the document, as it is sealed: dates and times in the language and zone of the',
          "recipient. Null for empty values, and for those that leave a mark or a picture. A timestamp has one from its recipient's submit on",
        ].join(' '),
      }),
    is_valid: z.boolean(),
    rule: FieldRuleResult.optional(),
  })
  .meta({ id: 'EnvelopeField', description: 'A field of an envelope' });
export type EnvelopeField = z.output<typeof EnvelopeField>;

export const EnvelopeDocument = z
  .object({
    id: Id,
    envelope_id: Id,
    template_document_id: Id.nullable(),
    order: z.int(),
    type: z.enum(['attachment', 'certificate']),
    name: z.string(),
    pages: z.int(),
    mime: z.string(),
    size: z.int().meta({ description: 'Bytes' }),
    signed: z.boolean().meta({ description: 'True once it is sealed' }),
    page_sizes: PageSizes,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'EnvelopeDocument' });
export type EnvelopeDocument = z.output<typeof EnvelopeDocument>;

const HistoryEntry = z
  .object({
    id: Id,
    envelope_id: Id,
    role_name: z.string().meta({
      description: "Role of the recipient concerned; of a delegator's acts, the role that the delegator has now",
    }),
    name: z.string().nullable().meta({
      description: "The recipient's name as it was then; null for events of the whole envelope",
    }),
    event: ChainEvent,
    event_detail: z.string().meta({
      description:
        'A sentence for changes, delegations and failures; else what tells events apart, such as the channel of an invitation',
    }),
    detail: z.string().meta({ description: 'The same as the audit trail has it' }),
    application: z.string().optional().meta({
      description:
        'Name of the application (an agent is one) or API key through which the user acted, where there was one',
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'EnvelopeHistoryEntry' });
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** A record whose members the description leaves open, and tsc checks. */
const describedOpenly = <T extends object>(description: string) =>
  z.record(z.string(), z.unknown()).meta({ description }) as unknown as z.ZodType<T>;

const EnvelopeHeader = {
  id: Id,
  status: EnvelopeStatus,
  profile_id: Id,
  template_id: Id.nullable(),
  organization_id: Id,
  name: z.string(),
  description: z.string().nullable(),
  sender_name: z.string(),
  sender_email: z.string(),
  no_contact: z.boolean(),
  initial_reminder: z.int().nullable().meta({ description: 'Milliseconds from the invitation to the first reminder' }),
  followup_reminders: z.int().nullable().meta({ description: 'Milliseconds between the reminders that follow' }),
  max_reminder_days: z.int(),
  next_reminder: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  canceled_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  visibility: z.enum(['private', 'shared']),
  signed: z.boolean().meta({ description: 'True once every document is sealed' }),
  seal_error: z.string().nullable().meta({ description: 'The reason why the sealing fails; null unless it does' }),
  part_11: z.boolean().meta({ description: 'True if it is signed as 21 CFR Part 11 asks' }),
  retention_days: z.int().nullable().meta({ description: 'Days for which it is kept after its end; null: for good' }),
  delete_at: Timestamp.nullable().meta({
    description: 'When it will be deleted, at the earliest; null for never, or before its end',
  }),
  replaces: Id.nullable().meta({ description: 'The envelope that ended because this one was sent in its place' }),
  replaced_by: Id.nullable().meta({ description: 'The envelope that was sent in the place of this one' }),
  data: CustomData.nullable(),
  locale: z.string().nullable(),
  timezone: z.string().nullable(),
  brand_key: z.string().nullable(),
  profile: describedOpenly<Omit<Profile, 'organization'>>('The owner, as of when the envelope was made'),
  organization: describedOpenly<
    Omit<Organization, 'part_11' | 'retention_days' | 'event_retention_days' | 'envelope_defaults'>
  >("The owner's organization, as of then"),
};
export type EnvelopeHeader = z.output<z.ZodObject<typeof EnvelopeHeader>>;

export const Envelope = z
  .object({
    ...EnvelopeHeader,
    recipients: z.array(Recipient),
    documents: z.array(EnvelopeDocument),
    fields: z.array(EnvelopeField),
    history_entries: z.array(HistoryEntry),
  })
  .meta({ id: 'Envelope', description: 'A package of documents that recipients sign' });
export type Envelope = z.output<typeof Envelope>;

/** A row of a list: no fields, no history. */
export const ListedEnvelope = z
  .object({
    ...EnvelopeHeader,
    recipients: z.array(Recipient),
    documents: z.array(EnvelopeDocument).meta({
      description:
        'As in the envelope. One answer has the `page_sizes` of 10,000 pages; of documents after those, that of their first page. Of a document whose pages change their size more than 200 times, those before',
    }),
    fields: z.array(z.never()),
    history_entries: z.array(z.never()),
  })
  .meta({ id: 'ListedEnvelope', description: 'An envelope as a list shows it' });
export type ListedEnvelope = z.output<typeof ListedEnvelope>;

export const AccessKey = z
  .object({
    id: Id,
    envelope_id: Id,
    role_name: z.string(),
    recipient_name: z.string(),
    type: z.enum(KEY_TYPES),
    authentication: z.string().nullable(),
    expiration_date: Timestamp.nullable(),
    created_at: Timestamp,
    first_used: Timestamp.nullable(),
    last_used: Timestamp.nullable(),
  })
  .meta({ id: 'AccessKey', description: 'What opened a signing session, without the key itself' });
export type AccessKey = z.output<typeof AccessKey>;

/** Settings of an envelope that a sender may give, at its creation and later. */
const Settings = {
  sender_name: orNothing(legible(z.string().trim().max(200))),
  sender_email: orNothing(Email),
  ...ReminderSettings,
  expires_at: orNothing(z.union([z.iso.datetime({ offset: true }), z.iso.date()])).meta({
    description: 'When the envelope expires; at least a day in the future',
  }),
  visibility: z.enum(['private', 'shared']).nullish(),
  no_contact: z
    .boolean()
    .nullish()
    .meta({ description: 'True sends no messages: your own application shows the links' }),
  retention_days: RetentionDays.nullish().meta({
    description: "Days for which the envelope is kept after its end; null: for good. Left out: the organization's",
  }),
  data: CustomData.nullish(),
};

/** Stands in the place of a time of expiry. */
export const NEVER = 'never';

export const RecipientInput = z
  .object({
    type: z.enum(RECIPIENT_TYPES).nullish(),
    role_name: KnownRoleName.optional(),
    name: KnownRoleName.optional().meta({ description: 'The same as `role_name`: role records call it so' }),
    first_name: orNothing(Name),
    last_name: orNothing(Name),
    email: orNothing(Email),
    phone: orNothing(MobilePhone).meta({
      description:
        'Where the recipient is asked to act by text message: beside the address, or alone where there is none',
    }),
    sequence: z.int().min(0).max(1000).nullish(),
    order: z.int().min(0).max(1000).nullish(),
    step_needs: StepNeeds,
    only_if: OnlyIf,
    ...NamingDetails,
    ...GroupDetails,
    ...ReviewDetails,
    ...MeaningDetails,
    delegator: z.boolean().nullish(),
    name_locked: z.boolean().nullish(),
    message: orNothing(z.string().max(LIMITS.message)),
    locale: RecipientLocale,
    ...VerificationDetails,
  })
  .meta({ id: 'RecipientInput' });
export type RecipientInput = z.output<typeof RecipientInput>;

export const FieldInput = z
  .object({
    ...FieldDetails,
    name: FieldName,
    role_name: KnownRoleName,
    document_id: z
      .union([z.int().min(0), z.string().max(40)])
      .nullish()
      .meta({ description: "Index of the document in `documents`; or the template document's id" }),
    type: NewFieldTypeName.nullish(),
  })
  .meta({ id: 'EnvelopeFieldInput' });
export type FieldInput = z.output<typeof FieldInput>;

/** When a new envelope expires: a time, nothing of its own, or surely never. */
export const NewExpiry = orNothing(z.union([z.iso.datetime({ offset: true }), z.iso.date(), z.literal(NEVER)])).meta({
  description:
    "When the envelope expires: at least a day in the future. Left out or null: after the days of the organization's " +
    '`envelope_defaults`, if it has such. `never`: it does not expire, whatever the organization says',
});

export const NewEnvelope = z
  .object({
    template_id: orNothing(Id).meta({ description: 'Make it from this template; without it, give documents' }),
    name: orNothing(Title),
    description: orNothing(z.string().max(2000)),
    ...Settings,
    expires_at: NewExpiry,
    recipients: z.array(RecipientInput).min(1, 'at least one recipient is required').max(LIMITS.recipients),
    documents: z.array(DocumentInput).max(LIMITS.documents).nullish(),
    fields: z
      .union([z.array(FieldInput).max(LIMITS.fields), FieldInput.transform((field) => [field])])
      .nullish()
      .meta({
        description: 'With a template: changes of its fields. A single change needs no list',
      }),
    part_11: z
      .boolean()
      .nullish()
      .meta({
        description:
          'It is signed as 21 CFR Part 11 asks (`docs/part-11.md`): each signer has the method `passkey`, or both `email` and `passcode`, and each signature has ' +
          "its name, meaning and time. True where it is the organization's setting",
      }),
    locale: orNothing(Locale),
    timezone: orNothing(Timezone),
    brand_key: orNothing(z.string().max(100)),
  })
  .meta({ id: 'EnvelopeInput' });
export type NewEnvelope = z.output<typeof NewEnvelope>;

export const EnvelopeChange = z
  .object({
    name: orNothing(Title),
    ...Settings,
    retention_reason: orNothing(legible(z.string().trim().min(10).max(500))).meta({
      description: [
        'Why a complete envelope is kept for a shorter time: that every party agrees, or which law demands it.',
        'Its parties read it in the audit trail. Without effect where `retention_days` gets no shorter',
      ].join(' '),
    }),
  })
  .meta({ id: 'EnvelopeChange', description: 'Members that are left out stay as they are' });
export type EnvelopeChange = z.output<typeof EnvelopeChange>;

/** Failures of everything that a recipient does with an envelope. */
export const ACT_ERRORS = [
  'envelope_not_found',
  'recipient_not_found',
  'envelope_ended',
  'not_your_turn',
  'recipient_not_acting',
  'step_done',
  'held_by_other',
  'not_held',
] as const satisfies readonly FailureCode[];

/** Path of an operation on one recipient. */
export const RecipientPath = z.strictObject({ envelope_id: Id, role_name: z.string().min(1).max(200) });
export type RecipientPath = z.output<typeof RecipientPath>;
