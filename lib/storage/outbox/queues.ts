import { queueConsumer } from '../../aws/queues/consume.ts';
import { sendBodies } from '../../aws/queues/send.ts';
import type { QueueName } from '../../base/config.ts';
import type { EventName } from './event-names.ts';
import type { MessageRequest } from './message-request.ts';
import type { RoutedEventName } from './webhook-events.ts';

/** People who get a message: about an event of an envelope, or at a request of the outbox. */
export type PeopleMessage =
  | { source: 'envelope'; id: string; envelope_id: string; event: EventName; role_name: string }
  | { source: 'outbox'; id: string; request: MessageRequest };

/** An event for a webhook of the organization; the worker checks again if it is wanted. */
export interface WebhookEventMessage {
  organization_id: string;
  webhook_id: string;
  event_id: string;
  webhook_event: RoutedEventName;
  created_at: string;
  data: object;
}

/** Events of one envelope for one webhook, in their order. */
export interface WebhookEventsMessage {
  envelope_id: string;
  webhook_id: string;
  events: WebhookEventMessage[];
}

/** Another attempt at a logged event. */
export interface WebhookAttemptMessage {
  organization_id: string;
  webhook_id: string;
  event_id: string;
  attempt: true;
}

/** The messages of each queue. */
export interface QueueMessages {
  seal: { envelope_id: string };
  /** `retry`: messages that failed before, whose record is claimed first. */
  message: PeopleMessage & { retry?: true };
  /** Events of one envelope in their order, an event, or another attempt. */
  webhook: WebhookEventsMessage | WebhookEventMessage | WebhookAttemptMessage;
  job: { job_id: string; group: string };
}

/**
 * Sends messages to a worker's queue. Throws if any was not accepted, so consumers must tolerate repeats. Those of a
 * webhook are a group, and those of an organization's jobs: SQS gives workers the messages of others first while one
 * group holds many of them up.
 */
export const sendToQueue = <Name extends QueueName>(
  name: Name,
  messages: readonly QueueMessages[Name][],
): Promise<void> =>
  sendBodies<object>(name, messages, (message) => {
    if ('webhook_id' in message) return String(message.webhook_id);
    return 'group' in message ? String(message.group) : undefined;
  });

/** Makes the handler of a queue's worker from a function that handles one message. */
export const consumerOf = <Name extends QueueName>(
  _name: Name,
  handle: (message: QueueMessages[Name]) => Promise<void>,
) => queueConsumer((body) => handle(JSON.parse(body)));
