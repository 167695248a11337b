import { appendFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setWebhook } from '../../infra/local/story/account.ts';
import type { Person } from '../api.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { type Envelope, ok, recipient, sendEnvelope, submit } from '../stories/envelope.ts';
import { startMoodyReceiver } from './moody-receiver.ts';
import { type Runs, startRuns } from './platform-runs.ts';
import { auditOf, readEnvelope, ready, textField } from './stage.ts';

// Leftovers of a killed run in its data folder, made by hand: a kill seldom hits these moments.
let runs: Runs;
let receiver: Awaited<ReturnType<typeof startMoodyReceiver>>;
let sender: Person;
let envelope: Envelope;
beforeAll(async () => {
  runs = await startRuns();
  receiver = await startMoodyReceiver();
  await receiver.become({ status: 200 });
  sender = await runs.api.signUp();
  await setWebhook(runs.api, sender, receiver.url);
  envelope = await sendEnvelope(runs.api, sender, [recipient('Only', 1)], { fields: [textField('Only')] });
  ok(await submit(runs.api, await ready(runs.api, envelope, 'Only')));
  await runs.api.settle();
  envelope = await readEnvelope(runs.api, sender, envelope.id);
});
afterAll(async () => {
  await receiver.stop();
  await runs.stop();
});

const killedWith = async (damage: (path: (...names: string[]) => string) => void) => {
  await runs.end('SIGKILL');
  damage((...names) => join(runs.dataDir, ...names));
  await runs.start();
};

/** Everything that the platform has sent so far. */
const seen = async () => {
  await runs.api.settle();
  const mails = await runs.api.messages();
  const audit = await auditOf(runs.api, sender, envelope.id);
  return { mails: mails.map(({ id, to }) => `${id} ${to}`), calls: receiver.calls.length, head: audit.head };
};

const filesUnder = (directory: string, name: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(name))
    .map((path) => join(directory, path))
    .filter((path) => statSync(path).isFile());

test('half-written data is dropped, and a stream that is read again from its beginning sends nothing twice', async () => {
  const before = await seen();
  await killedWith((path) => {
    appendFileSync(path('mailbox', 'messages.jsonl'), '{"id":"half-written","to":"some');
    appendFileSync(path('queues.jsonl'), '{"sent":{"id":"half-wr');
    for (const name of ['clock.json', 'holder.json']) writeFileSync(path(`${name}.99999.partial`), '{"off');
    rmSync(path('stream.json'));
  });
  expect(await seen()).toEqual(before);
});

test('objects with half-written descriptions are complete, and pages can still be shown', async () => {
  const path = { document_id: envelope.documents[0]?.id ?? '', page: '1', variant: 'filled' };
  const image = async () => (await fetch(ok(await runs.api.as(sender).getEnvelopeDocumentPage({ path })))).status;
  expect(await image()).toBe(200);
  await killedWith((under) => {
    const files = under('files');
    for (const file of [...filesUnder(files, 'metadata.json'), ...filesUnder(files, 'object.md5')]) truncateSync(file);
    for (const file of filesUnder(files, 'object').slice(0, 3)) writeFileSync(`${file}.1234.partial`, '%PDF-1.');
  });
  expect(await image()).toBe(200);
  for (const { id } of envelope.documents) {
    const { status, bytes } = await runs.api
      .as(sender)
      .getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
    expect(status).toBe(200);
    expectSealed(bytes);
  }
});
