import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { payloadOf, SENT_EVENTS } from '../../lib/notify/webhooks/events.ts';
import { WEBHOOK_EVENTS } from '../../lib/storage/outbox/webhook-events.ts';
import description from '../../openapi.json' with { type: 'json' };

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({ ...description, $id: 'openapi' });

const calls = Object.entries(description.components.pathItems).map(([event, { post }]) => ({ event, post }));

test('every event that a webhook can receive is described', () => {
  const described = Object.entries(description.webhooks).map(([event, { $ref }]) => [event, $ref]);
  expect(described).toEqual([...WEBHOOK_EVENTS, 'webhook_test'].map((one) => [one, `#/components/pathItems/${one}`]));
  expect(calls.map(({ event }) => event).toSorted()).toEqual([...SENT_EVENTS].toSorted());
});

test.each(calls)('the call of $event has headers, and an example that fits its schema', ({ event, post }) => {
  expect(post.parameters.map(({ in: place, name, required }) => [place, name, required])).toEqual([
    ['header', 'webhook-id', true],
    ['header', 'webhook-timestamp', true],
    ['header', 'webhook-signature', false],
    ['header', 'x-countersign-attempt', true],
  ]);
  const { schema, example } = post.requestBody.content['application/json'];
  const validate = ajv.compile({ $ref: `openapi${schema.$ref}` });
  expect(validate(example), ajv.errorsText(validate.errors)).toBe(true);
  const payload = payloadOf(event as 'envelope_created');
  expect(payload.parse(example)).toEqual(example);
  expect(payload.safeParse({ ...example, type: 'another' }).success).toBe(false);
});
