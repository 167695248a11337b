import type { DynamoDBStreamEvent } from 'aws-lambda';
import { isOutage } from '../../lib/aws/outage.ts';
import { sendDeadLetter } from '../../lib/aws/queues/send.ts';
import { config } from '../../lib/base/config.ts';
import { derivedEventId } from '../../lib/base/ids.ts';
import { log, logged } from '../../lib/base/log.ts';
import { count, type MetricName } from '../../lib/base/metrics.ts';
import type { Access } from '../../lib/http/contract.ts';
import { webhookMessages } from '../../lib/notify/webhooks/messages.ts';
import { type RoutedEvent, routed } from '../../lib/notify/webhooks/routing.ts';
import { usageTypeOf } from '../../lib/people/usage/count.ts';
import { featureUsed } from '../../lib/people/usage/entitlements.ts';
import {
  isNotified,
  startsSealing,
  webhookData,
  webhookEventOf,
} from '../../lib/signing/envelopes/rules/event-effects.ts';
import { startCompletion } from '../../lib/storage/envelopes/received.ts';
import { jobMessage } from '../../lib/storage/jobs/record.ts';
import { noteSeen } from '../../lib/storage/memberships.ts';
import type { EventName } from '../../lib/storage/outbox/event-names.ts';
import { type QueueMessages, sendToQueue } from '../../lib/storage/outbox/queues.ts';
import type { EventItem } from '../../lib/storage/records/envelope.ts';
import { followLists, type NewRecords, newRecordsOf } from '../../lib/storage/stream.ts';
import { countUses, type Use } from '../../lib/storage/usage.ts';

export const access: Access = {
  read: ['webhook', 'envelope', 'emailAddress'],
  change: ['envelopeList', 'template', 'templateList', 'countedUse', 'usage'],
  write: ['envelopeCounts', 'templateCounts', 'job', 'organization', 'profile'],
  bulk: ['envelopeSearch', 'templateSearch'],
  queues: ['seal', 'message', 'webhook', 'job'],
};

/** A record of the stream that was put aside, named by its place: `npm run redrive` reads it there. */
export interface StreamDeadLetter {
  stream_arn: string;
  sequence_number: string;
}

/**
 * Passes every event of the table's stream to its workers, updates lists, their counts and their search index, and
 * counts uses and notes when members were seen. A failure fails the whole batch, which Lambda splits and delivers
 * again: every part tolerates repeats. It goes on for as long as an outage lasts; but a record that fails by its own
 * fault becomes a dead letter once it is alone, so that it delays no other.
 */
export const handler = logged(async (batch: DynamoDBStreamEvent): Promise<void> => {
  try {
    await dispatch(batch);
  } catch (error) {
    const [record, ...others] = batch.Records;
    const letters = config.streamDeadLetters();
    if (!record || others.length > 0 || isOutage(error) || !letters) throw error;
    const letter: StreamDeadLetter = {
      stream_arn: record.eventSourceARN ?? '',
      sequence_number: record.dynamodb?.SequenceNumber ?? '',
    };
    log().error('A change is a dead letter now', { ...letter, error: error as Error });
    await sendDeadLetter(letters, letter);
  }
});

const dispatch = async (batch: DynamoDBStreamEvent): Promise<void> => {
  const seal: QueueMessages['seal'][] = [];
  const message: QueueMessages['message'][] = [];
  const webhook: RoutedEvent[] = [];
  const counts: MetricName[] = [];
  const records = newRecordsOf(batch);
  const { envelopeEvents, outboxEvents, jobs, addresses } = records;
  for (const event of envelopeEvents) {
    const { id, envelope_id, organization_id, created_at, role_name } = event;
    const counted = COUNTED[event.event];
    if (counted && !isGoingOn(event)) counts.push(counted);
    if (startsSealing(event)) seal.push({ envelope_id });
    if (isNotified(event)) message.push({ source: 'envelope', id, envelope_id, event: event.event, role_name });
    const webhook_event = webhookEventOf(event);
    if (webhook_event) {
      webhook.push({ organization_id, event_id: id, webhook_event, created_at, data: webhookData(event) });
    }
    const feature = featureUsed(event);
    if (feature) {
      const data = { ...webhookData(event), event: 'entitlement:used', feature };
      const event_id = derivedEventId('entitlement used', id);
      webhook.push({ organization_id, event_id, webhook_event: 'entitlement_used', created_at, data });
    }
  }
  for (const { id, organization_id, created_at, webhook_event, data, message: request } of outboxEvents) {
    if (request) message.push({ source: 'outbox', id, request });
    if (webhook_event) webhook.push({ organization_id, event_id: id, webhook_event, created_at, data });
  }
  await Promise.all([
    followLists(batch),
    ...addresses.map(startCompletion),
    countUses(usesOf(records)),
    ...records.seen.map(noteSeen),
    sendToQueue('seal', seal),
    sendToQueue('message', message),
    routed(webhook).then((wanted) => sendToQueue('webhook', webhookMessages(wanted))),
    sendToQueue('job', jobs.map(jobMessage)),
  ]);
  for (const name of counts) count(name);
};

/** New records that count as use of an organization or of a template. */
const usesOf = ({ envelopeEvents, templates }: NewRecords): Use[] => [
  ...envelopeEvents.flatMap((event): Use[] => {
    const type = usageTypeOf(event);
    if (!type) return [];
    const { id, organization_id, created_at: at } = event;
    const template_id = event.event === 'envelope:created' ? event.subject.envelope.template_id : null;
    return [{ id, organization_id, at, counts: { [type]: 1 }, template_id }];
  }),
  ...templates
    .filter(({ draft }) => !draft)
    .map(({ id, organization_id, created_at: at }) => ({ id, organization_id, at, counts: { template: 1 } })),
];

/** True if a recipient has declined, and others of the step go on. */
const isGoingOn = ({ event, subject }: Pick<EventItem, 'event' | 'subject'>): boolean =>
  event === 'recipient:declined' && subject.envelope.status !== 'declined';

/** Events that show an owner the state of the business. */
const COUNTED: Partial<Record<EventName, MetricName>> = {
  'envelope:created': 'EnvelopesCreated',
  'envelope:completed': 'EnvelopesCompleted',
  'envelope:canceled': 'EnvelopesEnded',
  'envelope:expired': 'EnvelopesEnded',
  'recipient:declined': 'EnvelopesEnded',
  'recipient:reported': 'EnvelopesReported',
};
