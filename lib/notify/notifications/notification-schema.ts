import * as z from 'zod';
import { Color, Id, Line, Locale, orNothing, Timestamp, Title, Url } from '../../base/common-schema.ts';
import { LANGUAGES } from '../../base/languages.ts';
import { Organization } from '../../people/organizations/organization-schema.ts';
import { CHANNELS, EVENT_NAMES } from '../../storage/records/notification-template.ts';

export const Notification = z
  .object({
    id: Id,
    profile_id: Id,
    event_name: z.string().meta({ example: 'envelope:completed' }),
    message: z.string().meta({ description: 'One sentence, in the language of the envelope or of the recipient' }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The objects that it concerns: `envelope_id`, `role_name` …' }),
    read: z.boolean(),
    deleted: z.boolean(),
    time: Timestamp,
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof Notification>;

export const NotificationChange = z.object({
  read: z.boolean().nullish(),
  deleted: z.boolean().nullish().meta({ description: 'True deletes it' }),
});
export type NotificationChange = z.output<typeof NotificationChange>;

export const NotificationPath = z.strictObject({ id: Id });

export const NotificationTemplate = z
  .object({
    id: Id,
    organization_id: Id,
    type: z.enum(CHANNELS),
    event_name: z.enum(EVENT_NAMES),
    locale: z
      .enum(LANGUAGES)
      .nullable()
      .meta({ description: 'Language of its readers; null: of all who have no text in their own language' }),
    template_id: Id.nullable().meta({ description: 'Only for envelopes made from this template; null for all' }),
    html_template: z.string().nullable().meta({ description: 'As it is kept: sanitised' }),
    text_template: z.string().nullable(),
    organization: Organization,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'NotificationTemplate', description: "An organization's own text for an event and a channel" });
export type NotificationTemplate = z.output<typeof NotificationTemplate>;

/** Null and an empty text mean none. */
const Words = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => (text.trim() === '' ? null : text))
    .nullish();

const Texts = {
  html_template: Words(30_000).meta({ description: 'HTML; scripts, styles, forms, frames and handlers are taken out' }),
  text_template: Words(10_000),
};

export const NewNotificationTemplate = z.object({
  type: z.enum(CHANNELS),
  event_name: z.enum(EVENT_NAMES),
  locale: orNothing(z.enum(LANGUAGES)).meta({ description: 'Only for readers of this language. Default: for all' }),
  template_id: z
    .union([z.literal('').transform(() => null), Id, z.null()])
    .optional()
    .meta({ description: 'Restricts it to envelopes made from this template' }),
  ...Texts,
});
export type NewNotificationTemplate = z.output<typeof NewNotificationTemplate>;

export const NotificationTemplateChange = z
  .object(Texts)
  .refine(({ html_template, text_template }) => html_template !== undefined || text_template !== undefined, {
    path: ['html_template'],
    message: 'it or text_template must be given',
  });
export type NotificationTemplateChange = z.output<typeof NotificationTemplateChange>;

/** Settings of a brand that messages show. */
const MessageLook = z.object({
  name: orNothing(Title),
  full_logo_url: orNothing(Url),
  primary_color: orNothing(Color),
  powered_by_label: orNothing(Line),
  support_contact: orNothing(Line),
});

export const MessageToPreview = z.object({
  type: z.enum(CHANNELS),
  event_name: z.enum(EVENT_NAMES),
  locale: orNothing(Locale).meta({ description: "The reader's language. Default: the brand's" }),
  brand_id: Id.nullish().meta({ description: "The brand. Default: the organization's default brand" }),
  look: MessageLook.nullish().meta({ description: "Settings that replace the brand's; null removes one" }),
  ...Texts,
});
export type MessageToPreview = z.output<typeof MessageToPreview>;

export const MessagePreview = z
  .object({
    subject: z.string().nullable().meta({ description: 'Of a mail; null for other channels' }),
    html: z.string().nullable().meta({ description: 'Of a mail; null for other channels' }),
    text: z.string(),
  })
  .meta({ id: 'MessagePreview', description: 'A message with sample names' });
export type MessagePreview = z.output<typeof MessagePreview>;
