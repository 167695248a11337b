import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { ADMINISTRATION_EVENT, WEBHOOK_EVENTS } from '../../storage/outbox/webhook-events.ts';

/** The event of a test call. */
export const TEST_EVENT = 'webhook_test';

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'gone', 'not_sent'] as const;

/** One event in the log of a webhook. */
export const WebhookDelivery = z
  .object({
    id: Id.meta({ description: "The event's id: every attempt sends it as `webhook-id`" }),
    webhook_id: Id.meta({ description: "The organization's id for its first webhook" }),
    organization_id: Id,
    event: z.enum([...WEBHOOK_EVENTS, ADMINISTRATION_EVENT, TEST_EVENT]),
    url: z.string().meta({ description: 'Where the latest attempt went' }),
    body: z.record(z.string(), z.unknown()).meta({ description: 'What was sent' }),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        '`pending`: not taken yet, attempts go on; `delivered`: answered with 2xx; `failed`: all attempts failed, ' +
        'or the webhook was switched off; `gone`: answered with 410, which switches the webhook off; `not_sent`: ' +
        'the event came after that, and waits to be sent again',
    }),
    attempts: z.int().min(0),
    created_at: Timestamp,
    delivered_at: Timestamp.nullable(),
    last_attempt_at: Timestamp.nullable(),
    next_attempt_at: Timestamp.nullable(),
    last_status: z.int().nullable().meta({ description: "The receiver's HTTP status; null where it gave no answer" }),
    last_result: z.string().nullable(),
    last_duration: z.int().nullable().meta({ description: 'Milliseconds that the latest attempt took' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const WebhookDeliveryPage = z
  .object({
    deliveries: z.array(WebhookDelivery).meta({ description: 'The newest first' }),
    next: Id.nullable().meta({ description: '`before` of the next page; null on the last one' }),
  })
  .meta({ id: 'WebhookDeliveryPage' });
export type WebhookDeliveryPage = z.output<typeof WebhookDeliveryPage>;
