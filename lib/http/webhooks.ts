import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { historyOf, MOMENTS, payloadOf, SENT_EVENTS, type SentEvent } from '../notify/webhooks/events.ts';
import { examplePayload } from '../notify/webhooks/examples.ts';

const header = (name: string, required: boolean, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required,
  description,
  schema: { type: 'string' as const },
  example,
});

/** Headers of each call: those of Standard Webhooks, and the number of the attempt. */
const HEADERS = [
  header('webhook-id', true, "The event's id, the same in every attempt", '0196f7a1-7d4e-7f50-a162-3c4d5e6f7081'),
  header('webhook-timestamp', true, 'When the call was made, in seconds since 1970: refuse old ones', '1769851801'),
  header(
    'webhook-signature',
    false,
    '`v1,` and the HMAC-SHA256, in Base64, of `{webhook-id}.{webhook-timestamp}.{body}` by the secret of `setWebhooks`; ' +
      'two with a space between them for a day after `rotateWebhookSecret`. Left out with `auth_method: none`',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header('x-countersign-attempt', true, 'Number of the attempt, from 1', '1'),
];

/** The calls that the platform makes to an organization's webhook, by event. */
export const webhookCalls = (): Record<string, { post: ZodOpenApiOperationObject }> =>
  Object.fromEntries(SENT_EVENTS.map((event) => [event, { post: callOf(event) }]));

const callOf = (event: SentEvent): ZodOpenApiOperationObject => ({
  operationId: `on-${event}`.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  tags: ['Webhooks'],
  summary: MOMENTS[event],
  description: descriptionOf(event),
  security: [],
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: payloadOf(event), example: examplePayload(event) } },
  },
  responses: {
    '2XX': { description: 'Taken' },
    410: { description: 'The receiver wants no more calls: the webhook is switched off' },
    default: { description: 'Failed: the call is repeated, ten attempts over a little more than three days' },
  },
});

const descriptionOf = (event: SentEvent): string => {
  const names = historyOf(event).map((name) => `\`${name}\``);
  const call =
    'Signed as Standard Webhooks has it; with `auth_method: client_credentials` it also has `Authorization: Bearer`.';
  return names.length > 0 ? `${call} \`data.event\` is ${names.join(' or ')}.` : call;
};
