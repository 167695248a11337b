import * as z from 'zod';
import {
  CustomData,
  counted,
  Email,
  Id,
  legible,
  MobilePhone,
  orNothing,
  Paging,
  Timestamp,
  Title,
} from '../../base/common-schema.ts';
import { After, Next } from '../../base/cursor-schema.ts';
import { ReminderSettings } from '../../base/reminder-settings.ts';
import { secretMember } from '../../base/secret-members.ts';
import { HOW_WORDS_BEGIN } from '../../storage/lists/words.ts';
import { DocumentInput, DocumentOrigin, PageSizes } from '../documents/document-schema.ts';
import {
  FieldDetails,
  FieldName,
  FieldRecord,
  KnownRoleName,
  NewFieldTypeName,
  RoleName,
} from '../fields/field-schema.ts';
import { OnlyIf, OnlyIfAnswered } from './condition-schema.ts';
import { GroupDetails } from './group-schema.ts';
import { FIELDS_PER_TEMPLATE, ROLES_PER_TEMPLATE } from './limits.ts';
import { MeaningAnswered, MeaningDetails } from './meaning-schema.ts';
import { NamingAnswered, NamingDetails } from './naming-schema.ts';
import { ReviewDetails } from './review-schema.ts';
import { StepNeeds } from './step-schema.ts';

export const Visibility = z
  .enum(['private', 'shared', 'public'])
  .meta({ description: 'Who sees it: its creator, the organization, or everyone' });
export type Visibility = z.infer<typeof Visibility>;

const Sender = z.enum(['envelope_creator', 'template_owner']).meta({
  description:
    "The owner and sender of envelopes made from it: the person who makes them, or the template's owner even if a " +
    'colleague makes them. Other organizations always send envelopes of a public template in their own name',
});

const RecipientType = z.enum(['signer', 'cc', 'approver']);

export const TemplateRole = z
  .object({
    template_id: Id,
    name: z.string(),
    type: RecipientType,
    full_name: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    message: z.string().nullable(),
    sequence: z.int(),
    step_needs: z.int().nullable().meta({
      description: 'How many roles of its `sequence` are enough; null where all of them act',
    }),
    only_if: OnlyIfAnswered,
    ...NamingAnswered,
    shared: z.boolean(),
    may_send_back: z.boolean(),
    ...MeaningAnswered,
    order: z.int(),
    delegator: z.boolean(),
    name_locked: z.boolean(),
  })
  .meta({ id: 'TemplateRole' });
export type TemplateRole = z.infer<typeof TemplateRole>;

export const TemplateField = z.object({ template_id: Id, ...FieldRecord }).meta({ id: 'TemplateField' });
export type TemplateField = z.infer<typeof TemplateField>;

export const TemplateDocument = z
  .object({
    id: Id,
    template_id: Id,
    name: z.string(),
    order: z.int(),
    pages: z.int(),
    mime: z.string(),
    size: z.int().meta({ description: 'Bytes' }),
    page_sizes: PageSizes,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'TemplateDocument' });
export type TemplateDocument = z.infer<typeof TemplateDocument>;

export const TEMPLATE_ACTS = ['send', 'change', 'share', 'publish', 'copy', 'delete'] as const;
export type TemplateAct = (typeof TEMPLATE_ACTS)[number];

/** Facts of a template that are the caller's alone. */
const ForCaller = {
  is_starred: z.boolean().meta({ description: 'Whether the caller has put a star on it' }),
  allowed: z.array(z.enum(TEMPLATE_ACTS)).meta({
    description:
      'What the caller may do with it. `send`: make envelopes and drafts. `share`: share it with the organization, ' +
      'or stop that. `publish`: make it public',
  }),
};

/** A template as lists show it: without documents, roles and fields. */
export const TemplateSummary = z
  .object({
    id: Id,
    profile_id: Id.meta({ description: 'Its creator' }),
    organization_id: Id,
    name: z.string(),
    description: z.string(),
    sender: Sender,
    visibility: Visibility,
    is_personal: z.boolean().meta({ description: 'The same as visibility private' }),
    is_public: z.boolean().meta({ description: 'The same as visibility public' }),
    is_sendable: z.boolean().meta({
      description: 'True if it has a signer, every signer has a field, and every step as many roles as it needs',
    }),
    star_counter: z.int().meta({ description: 'How many people have put a star on it' }),
    counter: z.int().meta({ description: 'How many envelopes were made from it' }),
    last_used_at: Timestamp.nullable(),
    initial_reminder: z.int().nullable(),
    followup_reminders: z.int().nullable(),
    max_reminder_days: z.int(),
    search_key: z.string(),
    data: CustomData.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'TemplateSummary' });
export type TemplateSummary = z.infer<typeof TemplateSummary>;

export const Template = TemplateSummary.extend({
  version: z.int().meta({ description: 'Number of its changes, to send as `If-Match`' }),
  ...ForCaller,
  roles: z.array(TemplateRole),
  fields: z.array(TemplateField),
  documents: z.array(TemplateDocument),
}).meta({ id: 'Template' });
export type Template = z.infer<typeof Template>;

/** An empty text means none. */
const textOrNothing = (text: z.ZodString) => text.transform((written) => written || null).nullish();
const nameOrNothing = (max: number) => textOrNothing(legible(z.string().trim().max(max)));

/** Details of a role beside its name. Null and empty texts mean none. */
export const RoleDetails = {
  type: RecipientType.nullish(),
  full_name: nameOrNothing(201),
  first_name: nameOrNothing(100),
  last_name: nameOrNothing(100),
  email: orNothing(Email),
  phone: orNothing(MobilePhone),
  message: textOrNothing(z.string().trim().max(4000)),
  sequence: z
    .int()
    .min(0)
    .max(1000)
    .nullish()
    .meta({ description: 'Roles of the lowest open sequence act in parallel' }),
  step_needs: StepNeeds,
  only_if: OnlyIf,
  ...NamingDetails,
  ...GroupDetails,
  ...ReviewDetails,
  ...MeaningDetails,
  order: z.int().min(0).max(1000).nullish().meta({ description: 'Place among the roles of the same sequence' }),
  delegator: z.boolean().nullish().meta({ description: 'May hand the task on to somebody else' }),
  name_locked: z.boolean().nullish().meta({ description: 'Signers may not change their names' }),
};

export const NewRole = z.object({ name: RoleName, ...RoleDetails }).meta({ id: 'TemplateRoleInput' });
export type NewRole = z.output<typeof NewRole>;
export const RoleChange = z
  .object({ name: KnownRoleName.nullish(), ...RoleDetails })
  .meta({ id: 'TemplateRoleChange' });
export type RoleChange = z.output<typeof RoleChange>;

const value = FieldDetails.default.meta({ description: 'Another name for `default`' });

export const NewField = z
  .object({
    name: FieldName,
    role_name: KnownRoleName,
    type: NewFieldTypeName,
    document_id: orNothing(Id).meta({ description: "The template's first document unless given" }),
    ...FieldDetails,
    value,
  })
  .meta({ id: 'TemplateFieldInput' });
export type NewField = z.output<typeof NewField>;

export const FieldChange = z
  .object({
    name: FieldName.nullish(),
    role_name: KnownRoleName.nullish(),
    type: NewFieldTypeName.nullish(),
    document_id: orNothing(Id),
    ...FieldDetails,
    value,
  })
  .meta({ id: 'TemplateFieldChange' });
export type FieldChange = z.output<typeof FieldChange>;

/** A field given together with its document, which has no id yet. */
export const FieldOfCall = NewField.extend({
  document_id: z
    .union([
      z.int().min(0),
      z
        .string()
        .regex(/^\d{1,3}$/, 'must be the index of one of documents')
        .transform(Number),
    ])
    .nullish()
    .meta({ description: "Index of the field's document among the documents of the call; the first unless given" }),
}).meta({ id: 'TemplateFieldOfCallInput' });
export type FieldOfCall = z.output<typeof FieldOfCall>;

const TemplateDetails = {
  description: z.string().max(1000).nullish(),
  sender: Sender.nullish(),
  visibility: Visibility.nullish(),
  is_personal: z.boolean().nullish().meta({ description: 'Use visibility', deprecated: true }),
  is_public: z.boolean().nullish().meta({ description: 'Use visibility', deprecated: true }),
  ...ReminderSettings,
  data: CustomData.nullish(),
};

export const NewTemplate = z
  .object({
    name: Title,
    envelope_id: orNothing(Id).meta({
      description:
        'Copies documents, roles and fields from this envelope, which you sent, without its people, values and ' +
        'messages. Replaces `documents`, `roles` and `fields`',
    }),
    ...TemplateDetails,
    documents: z.array(DocumentInput).nullish(),
    roles: z.array(NewRole).max(ROLES_PER_TEMPLATE).nullish(),
    fields: z.array(FieldOfCall).max(FIELDS_PER_TEMPLATE).nullish(),
  })
  .meta({ id: 'TemplateInput' });
export type NewTemplate = z.output<typeof NewTemplate>;

/** An id in a path of Microsoft Graph: one segment. */
const GraphId = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(400)
  .regex(/^[\w!.,~-]*$/, 'must be an id of Microsoft Graph')
  .refine((id) => !/^\.+$/.test(id), 'must be an id of Microsoft Graph');

export const NewTemplateFromSharepoint = z
  .object({
    name: Title,
    siteId: GraphId.meta({ description: 'The site that the file is in' }),
    itemId: GraphId.meta({ description: "The file in the site's document library" }),
    oboToken: secretMember(
      z
        .string()
        .max(20_000)
        .regex(/^[\w.~+/-]+=*$/, 'must be an access token')
        .meta({ description: 'An access token for https://graph.microsoft.com that may read the file' }),
    ),
  })
  .meta({ id: 'TemplateFromSharepointInput' });

export const TemplateChange = z.object({ name: Title.nullish(), ...TemplateDetails }).meta({ id: 'TemplateChange' });
export type TemplateChange = z.output<typeof TemplateChange>;

export const TemplateAction = z
  .object({ action: z.literal('duplicate', 'must be duplicate'), name: orNothing(Title) })
  .meta({ id: 'TemplateAction' });

export const NewTemplateDocument = z
  .object({
    template_id: Id,
    ...DocumentOrigin,
    place_fields: z.boolean().nullish().meta({
      description:
        'false: form fields and tags become no fields, whatever the pipeline settings say, and are proposed (`getTemplateDocumentProposals`)',
    }),
  })
  .meta({ id: 'TemplateDocumentInput' });
export type NewTemplateDocument = z.output<typeof NewTemplateDocument>;

const TEMPLATE_SORTS = ['created_at', 'updated_at', 'name', 'last_used_at', 'counter', 'star_counter'] as const;

export const TemplateQuery = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({
      description: `Only templates in whose name or description every word of this begins a word, ${HOW_WORDS_BEGIN}. A change counts after a second`,
    }),
  is_starred: z
    .boolean()
    .optional()
    .meta({ description: 'true: only templates with at least one star; false: only those without' }),
  is_creator: z.boolean().optional().meta({ description: 'true: only templates that the caller created' }),
  visibility: z.enum(['private_shared', 'private', 'shared', 'public']).optional().meta({
    description:
      'public: of every organization. Unless given: private_shared, and your own public ones; all of your own with is_creator',
  }),
  sort_by: z
    .enum(TEMPLATE_SORTS)
    .default('created_at')
    .meta({ description: 'The order follows a new use or star after a second' }),
  ascending: z.boolean().optional().meta({ description: 'Unless given: names ascending, all else descending' }),
  ...Paging,
  after: After,
});
export type TemplateQuery = z.output<typeof TemplateQuery>;

export const ListedTemplate = TemplateSummary.extend(ForCaller).meta({ id: 'ListedTemplate' });
export type ListedTemplate = z.infer<typeof ListedTemplate>;

export const TemplatePage = z
  .object({
    ...counted('templates'),
    rows: z.int().meta({ description: 'How many of them this page shows' }),
    page: z.int(),
    next: Next,
    templates: z.array(ListedTemplate),
  })
  .meta({ id: 'TemplatePage' });
