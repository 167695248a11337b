import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { ok, pdf, recipient } from '../stories/envelope.ts';

let api: Api;
const runs: Run[] = [];
beforeAll(async () => {
  api = await startApi();
  onRun((run) => {
    if (run.name === 'send-message') runs.push(run);
  });
});
afterAll(async () => {
  onRun(undefined);
  await api.stop();
});

/** The most capacity units that one query took, among those for the messages of an envelope with so many fields. */
const queriesOf = async (fields: number): Promise<number> => {
  const sender = await api.signUp();
  const one = { document_id: 0, role_name: 'One', type: 'textbox', page: 1, x: 10, y: 10, width: 100, height: 20 };
  runs.length = 0;
  const body = {
    name: 'Fields',
    documents: [{ name: 'a.pdf', data: pdf() }],
    recipients: [recipient('One', 1)],
    fields: Array.from({ length: fields }, (_, index) => ({
      ...one,
      name: `field ${index}`,
      default: 'x'.repeat(500),
    })),
  };
  ok(await api.as(sender).createEnvelope({ body }));
  await api.settle();
  const queries = runs.flatMap(({ calls }) => calls.filter(({ command }) => command === 'Query'));
  expect(queries.length).toBeGreaterThan(0);
  return Math.max(...queries.map(({ units }) => units));
};

test('a message about an envelope doesn’t read its fields’ values', async () => {
  const valuesAlone = (300 * 500) / 4096;
  expect(await queriesOf(300)).toBeLessThan(valuesAlone / 2);
});
