import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { setWebhook } from '../../infra/local/story/account.ts';
import { linkIn, openLink, type Signer } from '../../infra/local/story/signing.ts';
import type { Person } from '../api.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { type Envelope, ok, recipient, sendEnvelope, submit } from '../stories/envelope.ts';
import { type Receiver, startReceiver } from '../webhooks-api/receiver.ts';
import { countOf } from './chain.ts';
import type { Runs } from './platform-runs.ts';
import { allReady, auditOf, readEnvelope, textField } from './stage.ts';
import { webhookIdsOf } from './webhook-ids.ts';

const ROLES = ['Buyer', 'Seller'];

interface Story {
  runs: Runs;
  sender: Person;
  receiver: Receiver;
}

const send = ({ runs, sender }: Story): Promise<Envelope> =>
  sendEnvelope(
    runs.api,
    sender,
    ROLES.map((role) => recipient(role, 1)),
    { fields: ROLES.map((role) => textField(role)) },
  );

/**
 * Kills the platform once for each of `delays`, so many milliseconds after two recipients have submitted and another
 * envelope was sent (every other time: while they do), and checks everything in the end. Returns counts of what it
 * checked.
 */
export const playKills = async (runs: Runs, delays: readonly number[]) => {
  const receiver = await startReceiver();
  try {
    const story = { runs, receiver, sender: await runs.api.signUp() };
    await setWebhook(runs.api, story.sender, receiver.url);
    const prepared = [];
    for (const _ of delays) {
      const envelope = await send(story);
      prepared.push({ envelope, signers: await allReady(runs.api, envelope, ROLES) });
    }
    for (const [round, { signers }] of prepared.entries()) {
      const acts = Promise.allSettled([...signers.map((signer) => submit(runs.api, signer)), send(story)]);
      if (round % 2 === 0) await acts;
      await sleep(delays[round]);
      await runs.end('SIGKILL');
      await acts;
      await runs.start();
      // Whoever got no answer submits again; for the others it changes nothing.
      await expectSubmitted(story, signers);
    }
    return await look(story, prepared.length);
  } finally {
    await receiver.stop();
  }
};

const expectSubmitted = async ({ runs }: Story, signers: readonly Signer[]) => {
  const answers = await Promise.all(signers.map((signer) => submit(runs.api, signer)));
  expect(answers.map(({ body }) => body.status)).toEqual(['submitted', 'submitted']);
};

const look = async (story: Story, completed: number) => {
  const { runs, sender } = story;
  await runs.api.settle();
  // Messages of a killed worker are due again.
  await runs.api.advance('PT5M');
  await runs.api.settle();
  const all = await list(story, {});
  expect(await list(story, { view: 'completed' })).toHaveLength(completed);
  const seen = { envelopes: all.length, completed, events: 0, repeatedCalls: 0 };
  for (const { id } of all) {
    const envelope = await readEnvelope(runs.api, sender, id);
    const { events } = await expectCalledBack(story, id);
    seen.events += events;
    if (envelope.status === 'complete') await expectComplete(story, envelope);
    else expect(envelope).toMatchObject({ status: 'pending', signed: false });
    await expectWritten(story, envelope);
  }
  const mails = await runs.api.messages(sender.email);
  expect(mails).toHaveLength(1 + completed);
  seen.repeatedCalls = story.receiver.received.length - new Set(story.receiver.received.map(idOf)).size;
  return seen;
};

/** All rows of a list, which are as many as it counts. */
const list = async ({ runs, sender }: Story, query: Record<string, string>): Promise<Envelope[]> => {
  const rows: Envelope[] = [];
  for (let page = 0; ; page++) {
    const answer = ok(await runs.api.as(sender).getEnvelopes({ query: { ...query, rows: 100, page } }));
    rows.push(...answer.envelopes);
    if (answer.envelopes.length === 100) continue;
    expect(rows).toHaveLength(answer.count);
    return rows;
  }
};

const expectComplete = async ({ runs, sender }: Story, envelope: Envelope) => {
  expect(envelope).toMatchObject({ status: 'complete', signed: true });
  expect(envelope.documents.map(({ type }) => type)).toEqual(['attachment', 'certificate']);
  const audit = await auditOf(runs.api, sender, envelope.id);
  const count = (event: string) => countOf(audit, event);
  expect(['recipient:submitted', 'envelope:completed', 'envelope:sealed'].map(count)).toEqual([2, 1, 1]);
  for (const { id } of envelope.documents) {
    const { bytes } = await runs.api
      .as(sender)
      .getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
    expectSealed(bytes);
  }
};

/**
 * Every recipient has one invitation with a link that opens the envelope, and one mail of its completion where it is
 * complete.
 */
const expectWritten = async ({ runs }: Story, envelope: Envelope) => {
  for (const { email, role_name } of envelope.recipients) {
    const mails = await runs.api.messages(email);
    expect(mails).toHaveLength(envelope.status === 'complete' ? 2 : 1);
    for (const mail of mails) {
      const link = linkIn([mail]);
      expect(link).toMatchObject({ envelope_id: envelope.id, role_name });
      if (link) await openLink(runs.api, link);
    }
  }
};

const idOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['webhook-id']);

/** Checks that the receiver got every webhook event of the chain, by its id, and nothing else. */
const expectCalledBack = async ({ runs, sender, receiver }: Story, envelope_id: string) => {
  const audit = await auditOf(runs.api, sender, envelope_id);
  const ids = webhookIdsOf(audit.events);
  const calls = receiver.received.filter(({ body }) => body.data.envelope_id === envelope_id);
  expect([...new Set(calls.map(idOf))].toSorted()).toEqual(ids.toSorted());
  return { events: ids.length };
};
