import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { FEATURES } from '../../people/usage/entitlement-schema.ts';
import { CHAIN_EVENTS, chainEventsOf } from '../../signing/envelopes/rules/event-effects.ts';
import { TemplateSummary } from '../../signing/templates/template-schema.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../storage/outbox/webhook-events.ts';
import { ENVELOPE_STATUSES, RECIPIENT_STATUSES, RECIPIENT_TYPES } from '../../storage/records/envelope.ts';
import { TEST_EVENT } from './delivery.ts';

/** A text of a person's own, which `redact` leaves out if it looks like a secret. */
const OwnText = z.string().optional().meta({ description: 'Left out if it looks like a signing link or a token' });

const EventEnvelope = z
  .object({
    id: Id,
    name: OwnText,
    status: z.enum(ENVELOPE_STATUSES),
    signed: z.boolean().meta({ description: 'True once the documents are sealed' }),
    template_id: Id.nullable(),
    profile_id: Id.meta({ description: 'The owner' }),
    organization_id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "The sender's own data, without what looks like a secret" }),
  })
  .meta({ id: 'EventEnvelope', description: 'An envelope as it was at an event' });

const EventRecipient = z
  .object({
    id: Id,
    role_name: z.string(),
    type: z.enum(RECIPIENT_TYPES),
    status: z.enum(RECIPIENT_STATUSES),
    first_name: OwnText,
    last_name: OwnText,
    email: z.string(),
  })
  .meta({ id: 'EventRecipient', description: 'A recipient as it was at an event' });

const aboutEnvelope = <E extends string>(events: readonly [E, ...E[]]) =>
  z.object({
    event: z.enum(events).meta({ description: 'The entry of the envelope’s history' }),
    event_detail: OwnText,
    envelope_id: Id,
    role_name: z.string().nullable().meta({ description: 'Null if the event is of the whole envelope' }),
    envelope: EventEnvelope,
    recipient: EventRecipient.optional(),
    organization_id: Id,
  });

const EnvelopeEvent = aboutEnvelope(CHAIN_EVENTS).meta({
  id: 'EnvelopeEvent',
  description: 'An event of an envelope or of one of its recipients',
});

const DownloadEvent = aboutEnvelope(['recipient:docs_downloaded'])
  .extend({ document_id: Id.nullable().meta({ description: 'Null for all documents in one file' }) })
  .meta({ id: 'DownloadEvent', description: 'A recipient’s download' });

const UseEvent = aboutEnvelope(['entitlement:used'])
  .extend({ feature: z.enum(FEATURES) })
  .meta({ id: 'UseEvent', description: 'A feature that was used' });

const TemplateEvent = TemplateSummary.omit({ data: true, search_key: true })
  .extend({ name: OwnText, description: OwnText })
  .meta({ id: 'TemplateEvent', description: 'The template after the event' });

const OrganizationEvent = z
  .object({ organization_id: Id, name: OwnText })
  .meta({ id: 'OrganizationEvent', description: 'The organization that is gone' });

const TestEvent = z.object({ organization_id: Id }).meta({ id: 'TestEvent', description: 'A test call' });

/** `data` of one event or another. */
export type SentData =
  | z.output<typeof EnvelopeEvent>
  | z.output<typeof DownloadEvent>
  | z.output<typeof UseEvent>
  | z.output<typeof TemplateEvent>
  | z.output<typeof OrganizationEvent>
  | z.output<typeof TestEvent>;

/** Schemas of `data` that aren't an envelope's event. */
const DATA: Partial<Record<SentEvent, z.ZodType>> = {
  template_created: TemplateEvent,
  template_updated: TemplateEvent,
  template_deleted: TemplateEvent,
  template_used: TemplateEvent,
  entitlement_used: UseEvent,
  recipient_docs_downloaded: DownloadEvent,
  organization_deleted: OrganizationEvent,
  [TEST_EVENT]: TestEvent,
};

/** Events that a webhook receives: those that it may switch on, and the test. */
export const SENT_EVENTS = [...WEBHOOK_EVENTS, TEST_EVENT] as const;
export type SentEvent = WebhookEvent | typeof TEST_EVENT;

/** The body of an event's call, as `webhookPayload` makes it. */
export const payloadOf = (event: SentEvent) =>
  z
    .object({
      type: z.literal(event),
      timestamp: Timestamp.meta({ description: 'When it happened' }),
      data: DATA[event] ?? EnvelopeEvent,
    })
    .meta({ id: `${pascalCase(event)}Call`, description: `What a webhook receives: ${MOMENTS[event]}` });

const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The moment of each event, for the reference. */
export const MOMENTS: Record<SentEvent, string> = {
  envelope_created: 'An envelope was created',
  envelope_completed: 'All recipients have acted, and the documents are sealed',
  envelope_canceled: 'An envelope was canceled',
  envelope_updated: 'An envelope was changed, its sealing failed, or its deletion was announced',
  envelope_expired: 'An envelope expired',
  template_created: 'A template was created',
  template_updated: 'A template was changed',
  template_deleted: 'A template was deleted',
  template_used: 'An envelope was made from a template',
  recipient_submitted: 'A recipient has submitted',
  recipient_updated: 'A recipient’s details were changed',
  recipient_delegated: 'A recipient has delegated to somebody else',
  kba_event: 'A recipient has passed or failed knowledge-based authentication',
  entitlement_used: 'An envelope, or a verification by passcode, SMS or KBA, was used',
  recipient_invited: 'A recipient was invited',
  recipient_reminded: 'A recipient was reminded',
  recipient_opened: 'A recipient has opened the envelope for the first time',
  recipient_auth_fail: 'A recipient has failed a verification too often',
  recipient_disclosure_accepted: 'A recipient has agreed to the disclosures',
  recipient_docs_downloaded: 'A recipient has downloaded a document',
  recipient_invite_failed: 'An invitation could not be delivered',
  recipient_declined: 'A recipient has declined',
  organization_deleted: 'The organization was deleted',
  [TEST_EVENT]: '`testWebhook` was called',
};

/** The names in `data.event` of an event; none if it is about no envelope. */
export const historyOf = (event: SentEvent): readonly string[] =>
  event === TEST_EVENT || DATA[event] ? [] : chainEventsOf(event);
