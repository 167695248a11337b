import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { WEBHOOK_EVENTS } from '../../storage/outbox/webhook-events.ts';
import { Webhook } from './webhook-schema.ts';

/** The most webhooks of an organization beside its first one: all are read for each event. */
export const MAX_RECEIVERS = 20;

const STATES = ['active', 'behind', 'gone', 'off'] as const;
export type ReceiverState = (typeof STATES)[number];

export const Events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .max(WEBHOOK_EVENTS.length)
  .overwrite((events) => [...new Set(events)])
  .meta({ description: 'Events that the webhook receives', example: ['envelope_completed'] });

const Ids = z
  .array(Id)
  .max(20)
  .overwrite((ids) => [...new Set(ids)]);

const MOST_DATA = 10;

export const Filters = z
  .object({
    template_ids: Ids.default([]).meta({ description: 'Events of these templates, and of envelopes made from them' }),
    profile_ids: Ids.default([]).meta({ description: 'Events of envelopes and templates whose owner is in this list' }),
    data: z
      .record(z.string().min(1).max(100), z.union([z.string().max(200), z.number(), z.boolean()]))
      .refine((data) => Object.keys(data).length <= MOST_DATA, `must have at most ${MOST_DATA} members`)
      .default({})
      .meta({ description: "Members that the envelope's `data` must all have, with these values" }),
  })
  .meta({
    id: 'ReceiverFilters',
    description:
      'An event must pass all given filters. An event without a template, an owner or data does not pass the ' +
      'filter for it',
  });

const DESTINATIONS = ['https', 'eventbridge'] as const;
export const Destination = z.enum(DESTINATIONS).meta({
  description:
    "`https`: `url` is called; `eventbridge`: events go to the event bus of the deployment's owner, if it has one",
});

export const Administration = z.boolean().meta({
  description:
    "Events of administration as well, in the classes of OCSF: only where the destination is the owner's event bus",
});

/** One of an organization's webhooks. */
export const WebhookReceiver = Webhook.omit({ events: true, status: true })
  .extend({
    id: Id.meta({ description: "The organization's own id for its first webhook, that of `GET /v2/webhooks`" }),
    description: z.string(),
    destination: Destination,
    administration: Administration,
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    filters: Filters.nullable(),
    state: z.enum(STATES).meta({
      description:
        '`active`; `behind`: it is slow or does not answer, and is called in turns from a queue of its own; `gone`: it ' +
        'answered 410, which switched it off; `off`',
    }),
    secret_overlap_until: Timestamp.nullable().meta({
      description: 'Until when the previous secret signs as well; null if there is none',
    }),
    last_result: z.string().nullable().meta({ description: 'Result of the latest attempt' }),
    replay: z
      .object({
        from: Timestamp,
        to: Timestamp,
        events: z.array(z.enum(WEBHOOK_EVENTS)).nullable(),
        started_at: Timestamp,
        finished_at: Timestamp.nullable().meta({ description: 'Null while events are still being looked for' }),
        count: z.int().meta({ description: 'How many events are sent again so far' }),
      })
      .nullable()
      .meta({ description: 'The latest replay' }),
  })
  .meta({ id: 'WebhookReceiver' });
export type WebhookReceiver = z.output<typeof WebhookReceiver>;

export const WebhookReceivers = z.array(WebhookReceiver).meta({ id: 'WebhookReceivers' });

/** The window of a replay. */
export const ReplayRequest = z
  .object({
    from: Timestamp.meta({ description: 'Events since then, at most 30 days ago' }),
    to: Timestamp.optional().meta({ description: 'Events until then; until now unless it is given' }),
    events: z
      .array(z.enum(WEBHOOK_EVENTS))
      .min(1)
      .optional()
      .meta({ description: 'Only these; all that the webhook receives unless it is given' }),
  })
  .meta({ id: 'ReplayRequest' });
export type ReplayRequest = z.output<typeof ReplayRequest>;
