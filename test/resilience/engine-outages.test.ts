import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Read } from '../answers.ts';
import type { Person } from '../api.ts';
import { type Envelope, recipient, sendEnvelope, submit } from '../stories/envelope.ts';
import { countOf } from './chain.ts';
import type { Rule } from './fault-proxy.ts';
import { auditOf, idsOf, ready, setFaultyStage, textField } from './stage.ts';

// An engine is out for an hour of the platform's clock. Everything that was answered with success is counted
// afterwards.
let stage: Awaited<ReturnType<typeof setFaultyStage>>;
beforeAll(async () => {
  stage = await setFaultyStage();
});
afterAll(() => stage.stop());

const OUT: Rule = () => ({ cut: true });

const signedIn = async ({ email, password }: Person): Promise<Person> => {
  const body = { grant_type: 'password', username: email, password };
  const { body: tokens } = await stage.api.request<Read<'authenticate'>>('POST', '/v2/oauth2/token', {}, { body });
  return { ...stage.sender, token: tokens.access_token };
};

test.each(['table', 'files', 'queues'] as const)(
  'an outage of the %s of an hour loses nothing that was answered with success, and repeats nothing',
  async (engine) => {
    const { api, receiver } = stage;
    const { now } = (await api.request<{ now: string }>('GET', '/local/clock')).body;
    const due = await sendEnvelope(api, await signedIn(stage.sender), [recipient('Only', 1)], {
      fields: [textField('Only')],
      expires_at: new Date(Date.parse(now) + 24 * 60 * 60_000).toISOString(),
    });
    // It expires half an hour into the outage.
    await api.advance('PT23H30M');
    const sender = await signedIn(stage.sender);
    const started = await sendEnvelope(api, sender, [recipient('Only', 1)], { fields: [textField('Only')] });
    const signer = await ready(api, started, 'Only');
    const undo = stage[engine].add(OUT);
    const made: Envelope[] = [];
    const body = {
      name: `During the outage of the ${engine}`,
      documents: [{ name: 'a.pdf', data: Buffer.from('%PDF-1.7').toString('base64') }],
    };
    try {
      const sent = await sendEnvelope(api, sender, [recipient('Only', 1)], {
        name: body.name,
        fields: [textField('Only')],
      }).catch(() => undefined);
      if (sent) made.push(sent);
      const submitted = (await submit(api, signer)).status === 200;
      // Only the queues are needed by no request.
      expect([engine, made.length, submitted]).toEqual([engine, engine === 'queues' ? 1 : 0, engine !== 'table']);
      for (let minutes = 0; minutes < 60; minutes += 10) await api.advance('PT10M');
    } finally {
      undo();
    }
    // Failed work is tried again after pauses that grow.
    for (const pause of ['PT2M', 'PT30M', 'PT4H']) {
      await api.advance(pause);
      await api.settle();
    }
    const owner = await signedIn(stage.sender);
    if (engine === 'table') {
      // The signer, whose submit was refused, is told nothing wrong: it can be sent again.
      expect(countOf(await auditOf(api, owner, started.id), 'recipient:submitted')).toBe(0);
    } else {
      expect(countOf(await auditOf(api, owner, started.id), 'envelope:sealed')).toBe(1);
      expect(idsOf(receiver.received, started.id, 'envelope_completed')).toHaveLength(1);
    }
    expect(countOf(await auditOf(api, owner, due.id), 'envelope:expired')).toBe(1);
    expect(idsOf(receiver.received, due.id, 'envelope_expired')).toHaveLength(1);
    for (const envelope of [started, due, ...made]) {
      const mails = (await api.messages(envelope.recipients[0]?.email)).filter(({ links }) =>
        links.some((link) => link.includes(`/sign/${envelope.id}/`)),
      );
      // The invitation, and a mail that all is done. Who was to be invited after the expiry isn't.
      if (envelope !== due) expect(mails).toHaveLength(envelope === started && engine !== 'table' ? 2 : 1);
      expect(idsOf(receiver.received, envelope.id, 'envelope_created')).toHaveLength(1);
      expect(idsOf(receiver.received, envelope.id, 'recipient_invited')).toHaveLength(1);
    }
    const { envelopes } = (await api.as(owner).getEnvelopes({ query: { q: 'During the outage' } })).body;
    const listed = envelopes
      .filter(({ name }: { name: string }) => name === body.name)
      .map(({ id }: { id: string }) => id);
    expect(listed).toEqual(made.map(({ id }) => id));
  },
);
