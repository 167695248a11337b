import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceClock, HOUR } from '../../lib/base/clock.ts';
import { recipient, sendEnvelope, submit } from '../stories/envelope.ts';
import { countOf } from './chain.ts';
import { auditOf, idsOf, ready, setStage, textField } from './stage.ts';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.stop());

test('a clock that jumps back and forth in the middle of a signing loses and repeats nothing', async () => {
  const { api, sender, receiver } = stage;
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 2)], {
    fields: [textField('One'), textField('Two')],
  });
  const one = await ready(api, envelope, 'One');
  advanceClock(-2 * HOUR);
  expect((await submit(api, one)).status).toBe(200);
  await api.settle();
  const two = await ready(api, envelope, 'Two');
  advanceClock(3 * HOUR);
  advanceClock(-HOUR);
  expect((await submit(api, two)).status).toBe(200);
  await api.settle();
  const audit = await auditOf(api, sender, envelope.id);
  expect(['recipient:invited', 'recipient:submitted', 'envelope:sealed'].map((event) => countOf(audit, event))).toEqual(
    [2, 2, 1],
  );
  expect(idsOf(receiver.received, envelope.id, 'envelope_completed')).toHaveLength(1);
  const mails = async () => (await api.messages()).length;
  const before = await mails();
  for (const jump of [30 * 24 * HOUR, -30 * 24 * HOUR]) {
    advanceClock(jump);
    await api.settle();
    expect(await mails()).toBe(before);
  }
});
