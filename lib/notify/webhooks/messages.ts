import type { QueueMessages, WebhookEventMessage } from '../../storage/outbox/queues.ts';

/** The most events of one message: the receiver may take 15 seconds for each. */
const TOGETHER = 5;

/**
 * Messages of the webhook queue for these events, in their order. Those of one envelope are in one message as far as
 * they fit: what happened together arrives in its order.
 */
export const webhookMessages = (events: readonly WebhookEventMessage[]): QueueMessages['webhook'][] => {
  const byEnvelope = Map.groupBy(events, ({ data }) => ('envelope_id' in data ? String(data.envelope_id) : undefined));
  return [...byEnvelope].flatMap(([envelope_id, own]): QueueMessages['webhook'][] =>
    envelope_id === undefined
      ? own
      : Array.from({ length: Math.ceil(own.length / TOGETHER) }, (_, at) => ({
          envelope_id,
          events: own.slice(at * TOGETHER, (at + 1) * TOGETHER),
        })),
  );
};

/** The envelope whose events a message has; undefined if it has none, or can't be read. */
export const envelopeOfMessage = (body: string): string | undefined => {
  try {
    const { envelope_id } = JSON.parse(body) as { envelope_id?: unknown };
    return typeof envelope_id === 'string' ? envelope_id : undefined;
  } catch {
    return undefined;
  }
};
