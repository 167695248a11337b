import { afterAll, beforeAll, expect, test } from 'vitest';
import { submit } from '../stories/envelope.ts';
import { countOf } from './chain.ts';
import { allAgreed, auditOf, idsOf, readEnvelope, type Stage, sendParallel, setStage, textField } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ events: ['envelope_completed'] });
});
afterAll(() => stage.stop());

const filled = (roles: readonly string[]) => ({ fields: roles.map((role) => textField(role, { default: 'filled' })) });

const expectCompletedOnce = async (envelope_id: string, submits: number) => {
  const audit = await auditOf(stage.api, stage.sender, envelope_id);
  const count = (event: string) => countOf(audit, event);
  expect(['recipient:submitted', 'envelope:completed', 'envelope:sealed'].map(count)).toEqual([submits, 1, 1]);
  const envelope = await readEnvelope(stage.api, stage.sender, envelope_id);
  expect(envelope).toMatchObject({ status: 'complete', signed: true });
  expect(envelope.documents.map(({ type }) => type)).toEqual(['attachment', 'certificate']);
  expect(idsOf(stage.receiver.received, envelope_id, 'envelope_completed')).toHaveLength(1);
};

test('two parallel recipients submit at the same instant, ten times: one completion each time', async () => {
  const { api, sender } = stage;
  const roles = ['Buyer', 'Seller'];
  const envelopes = await Promise.all(
    Array.from({ length: 10 }, () => sendParallel(api, sender, roles, filled(roles))),
  );
  for (const signers of await Promise.all(envelopes.map(allAgreed))) {
    const answers = await Promise.all(signers.map((signer) => submit(api, signer)));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(Array(2).fill([200, 'submitted']));
  }
  await api.settle();
  for (const { id } of envelopes) await expectCompletedOnce(id, 2);
});

test('five parallel recipients submit at the same instant: none is refused', async () => {
  const { api, sender } = stage;
  const roles = Array.from({ length: 5 }, (_, index) => `Signer ${index + 1}`);
  const envelope = await sendParallel(api, sender, roles, filled(roles));
  const signers = await allAgreed(envelope);
  const answers = await Promise.all(signers.map((signer) => submit(api, signer)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  await api.settle();
  await expectCompletedOnce(envelope.id, 5);
});
