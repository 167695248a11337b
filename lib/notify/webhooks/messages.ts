import type { QueueMessages, WebhookEventMessage } from '../../storage/outbox/queues.ts';

/** The most events of one message: the receiver may take 15 seconds for each. */
const TOGETHER = 5;

/**
 * Messages of the webhook queue for these events, in their order, each for one webhook. Those of one envelope are in
 * one message as far as they fit: what happened together arrives in its order.
 */
export const webhookMessages = (events: readonly WebhookEventMessage[]): QueueMessages['webhook'][] => {
  const together = Map.groupBy(events, ({ webhook_id, data }) =>
    'envelope_id' in data ? `${webhook_id} ${String(data.envelope_id)}` : undefined,
  );
  return [...together].flatMap(([key, own]): QueueMessages['webhook'][] => {
    const [webhook_id, envelope_id] = key?.split(' ') ?? [];
    if (webhook_id === undefined || envelope_id === undefined) return own;
    return Array.from({ length: Math.ceil(own.length / TOGETHER) }, (_, at) => ({
      envelope_id,
      webhook_id,
      events: own.slice(at * TOGETHER, (at + 1) * TOGETHER),
    }));
  });
};

/** The webhook and the envelope whose events a message has; undefined if it is of none, or can't be read. */
export const orderOfMessage = (body: string): string | undefined => {
  try {
    const { webhook_id, envelope_id } = JSON.parse(body) as { webhook_id?: unknown; envelope_id?: unknown };
    return typeof envelope_id === 'string' ? `${webhook_id} ${envelope_id}` : undefined;
  } catch {
    return undefined;
  }
};
