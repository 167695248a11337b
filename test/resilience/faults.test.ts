import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Signer } from '../../infra/local/story/signing.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { lines } from '../pipeline/documents.ts';
import { type Envelope, ok, pdf, recipient, setField, submit } from '../stories/envelope.ts';
import { countOf } from './chain.ts';
import { chosenFaults } from './fault-plan.ts';
import { answer, type Fault, first, type Passing } from './fault-proxy.ts';
import { allAgreed, auditOf, idsOf, readEnvelope, sendParallel, setFaultyStage, textField } from './stage.ts';

// The embedded engines never fail in these ways, so proxies in front of them do.
let stage: Awaited<ReturnType<typeof setFaultyStage>>;
const undo: (() => void)[] = [];
beforeAll(async () => {
  stage = await setFaultyStage();
});
afterEach(() => {
  for (const step of undo.splice(0)) step();
});
afterAll(() => stage.stop());

/** As often as the SDK tries a call, and more often. */
const ONCE = 1;
const ALWAYS = 1000;

const CONFLICT = answer(400, 'TransactionCanceledException', {
  CancellationReasons: [{ Code: 'TransactionConflict' }],
});

/** Ways in which a write fails, beside those of `every-call.test.ts`. */
const FAULTS: [name: string, fault: Fault][] = [
  ['a conflict of transactions', CONFLICT],
  ['an answer that is lost after the write', { lose: true }],
];

const isTransaction = ({ action }: Passing) => action === 'TransactWriteItems';

const fail = (times: number, fault: Fault, fits: (passing: Passing) => boolean = isTransaction) => {
  const stop = stage.table.add(first(times, fits, fault));
  undo.push(stop);
  return stop;
};

const alone = async (): Promise<{ envelope: Envelope; signer: Signer }> => {
  const fields = [textField('Only', { default: 'filled' })];
  const envelope = await sendParallel(stage.api, stage.sender, ['Only'], { fields });
  const [signer] = await allAgreed(envelope);
  if (!signer) throw new Error('There is nobody');
  return { envelope, signer };
};

const expectTrouble = ({ status, body, headers }: { status: number; body: unknown; headers: Headers }) => {
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(body).toEqual({ status: 'ERROR', error: expect.stringMatching(/try again/) });
  expect(headers.get('x-error-code')).toBe('unavailable');
};

const expectDone = async (envelope_id: string) => {
  await stage.api.settle();
  const audit = await auditOf(stage.api, stage.sender, envelope_id);
  const count = (event: string) => countOf(audit, event);
  expect(['recipient:submitted', 'envelope:completed', 'envelope:sealed'].map(count)).toEqual([1, 1, 1]);
  const envelope = await readEnvelope(stage.api, stage.sender, envelope_id);
  expect(envelope).toMatchObject({ status: 'complete', signed: true });
  expect(envelope.documents.map(({ type }) => type)).toEqual(['attachment', 'certificate']);
  expect(idsOf(stage.receiver.received, envelope_id, 'envelope_completed')).toHaveLength(1);
};

describe.each(FAULTS)('%s', (_, fault) => {
  test('that happens once has no effect', async () => {
    fail(ONCE, fault);
    const { id, email } = await made();
    await expectInvitedOnce(id, email);
    const { envelope, signer } = await alone();
    fail(ONCE, fault);
    expect((await setField(stage.api, signer, 'text-Only', 'changed')).status).toBe(200);
    fail(ONCE, fault);
    expect((await submit(stage.api, signer)).status).toBe(200);
    expect(countOf(await auditOf(stage.api, stage.sender, envelope.id), 'envelope:completed')).toBe(1);
  });

  test('that lasts is reported, and the request can be repeated', async () => {
    const lasting = async <T>(act: () => Promise<T>): Promise<T> => {
      const stop = fail(ALWAYS, fault);
      try {
        return await act();
      } finally {
        stop();
      }
    };
    expectTrouble(await lasting(() => make()));
    const { id, email } = await made();
    await expectInvitedOnce(id, email);
    const { envelope, signer } = await alone();
    expectTrouble(await lasting(() => setField(stage.api, signer, 'text-Only', 'changed')));
    expect((await setField(stage.api, signer, 'text-Only', 'changed')).body.value).toBe('changed');
    expectTrouble(await lasting(() => submit(stage.api, signer)));
    expect((await submit(stage.api, signer)).body.status).toBe('submitted');
    await expectDone(envelope.id);
  });
});

test.each(FAULTS)('%s while the seal is recorded only delays it', async (_, fault) => {
  const { envelope, signer } = await alone();
  fail(3, fault, (passing) => isTransaction(passing) && passing.text.includes('envelope:sealed'));
  expect((await submit(stage.api, signer)).status).toBe(200);
  await stage.api.settle();
  await stage.api.advance('PT2S');
  await expectDone(envelope.id);
});

test('a request to a table that doesn’t answer is repeated', async () => {
  const { envelope, signer } = await alone();
  fail(ONCE, { hang: true }, (passing) => isTransaction(passing) && passing.text.includes(envelope.id));
  expect((await submit(stage.api, signer)).status).toBe(200);
  await expectDone(envelope.id);
});

describe('files that can’t be stored', () => {
  test.each([
    ['a server error', answer(500, 'InternalError')],
    ['a connection that is cut', { cut: true } as Fault],
    ['an answer that is lost', { lose: true } as Fault],
  ])('(%s) leave no envelope, and a repeat creates one', async (_, fault) => {
    const stop = stage.files.add(first(ALWAYS, ({ action }) => action === 'PUT', fault));
    undo.push(stop);
    const count = async () => {
      await stage.api.settle();
      return ok(await stage.api.as(stage.sender).getEnvelopes()).count;
    };
    const before = await count();
    expectTrouble(await make());
    stop();
    expect(await count()).toBe(before);
    const { id, email } = await made();
    await expectInvitedOnce(id, email);
  });

  test.each(['GET', 'PUT'])('or read (%s) while documents are sealed only delay the seal', async (method) => {
    const { envelope, signer } = await alone();
    undo.push(stage.files.add(first(4, ({ action }) => action === method, answer(503, 'SlowDown'))));
    expect((await submit(stage.api, signer)).status).toBe(200);
    for (const duration of ['PT2S', 'PT10S']) {
      await stage.api.settle();
      await stage.api.advance(duration);
    }
    await expectDone(envelope.id);
  });
});

describe('queues', () => {
  const isSend = ({ action }: Passing) => action === 'SendMessageBatch';

  test('that are out of order for a moment lose no event', async () => {
    const stop = stage.queues.add(first(4, isSend, answer(500, 'InternalFailure')));
    undo.push(stop);
    const { id, email } = await made();
    await expectInvitedOnce(id, email);
  });

  test('that accept only a part of a batch get the rest again', async () => {
    const { envelope, signer } = await alone();
    await stage.api.settle();
    const Failed = [{ Id: '0', SenderFault: false, Code: 'InternalError' }];
    const part = answer(200, '', { Successful: [], Failed });
    undo.push(stage.queues.add(first(2, isSend, part)));
    expect((await submit(stage.api, signer)).status).toBe(200);
    await expectDone(envelope.id);
  });
});

describe('a request with an Idempotency-Key makes one envelope', () => {
  test.each([
    ['the key is taken', 'createEnvelope/DynamoDB.PutItem#1=lost!', [503, 200]],
    ['the envelope is written', 'createEnvelope/DynamoDB.TransactWriteItems#1=lost!', [503, 200]],
    ['its answer is kept', 'createEnvelope/DynamoDB.PutItem#2=lost!', [200, 200]],
  ])('whose answer is lost when %s', async (_, fault, statuses) => {
    const plan = chosenFaults(fault);
    undo.push(stage.proxies.add(plan.rule));
    const count = async () => {
      await stage.api.settle();
      return ok(await stage.api.as(stage.sender).getEnvelopes()).count;
    };
    const before = await count();
    const headers = { 'idempotency-key': fault };
    const answers = [await make(headers), await make(headers)] as const;
    expect(plan.injected).toEqual([fault]);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    expect(await count()).toBe(before + 1);
    const { id, recipients } = ok(answers[1]);
    await expectInvitedOnce(id, recipients[0].email);
  });

  test('and another request with the same key doesn’t get it', async () => {
    undo.push(stage.proxies.add(chosenFaults('createEnvelope/DynamoDB.TransactWriteItems#1=lost!').rule));
    const headers = { 'idempotency-key': 'of two' };
    expect((await make(headers)).status).toBe(503);
    const other = await make(headers, 'Another envelope');
    expect([other.status, other.headers.get('x-error-code')]).toEqual([400, 'idempotency_key_reused']);
  });
});

describe('a request whose write succeeded without an answer is completed by its repeat', () => {
  test('a sign-up: one account is made, and the repeat signs it in', async () => {
    undo.push(stage.proxies.add(chosenFaults('createProfile/DynamoDB.TransactWriteItems#1=lost!').rule));
    const body = {
      email: 'signs-up-twice@example.com',
      password: 'correct horse battery staple',
      first_name: 'Ada',
      last_name: 'Marlow',
      org_name: 'Marlow & Co',
    };
    const again = { body, headers: { 'idempotency-key': 'a sign-up' } };
    expectTrouble(await stage.api.as({}).createProfile(again));
    const { access_token } = ok(await stage.api.as({}).createProfile(again));
    expect(ok(await stage.api.as({ token: access_token }).getProfiles())).toHaveLength(1);
    await stage.api.settle();
    expect(await stage.api.messages(body.email)).toHaveLength(1);
  });

  test('a template: one is made, and no file is left of the first try', async () => {
    undo.push(stage.proxies.add(chosenFaults('createTemplate/DynamoDB.TransactWriteItems#1=lost!').rule));
    const name = 'Created twice';
    const again = {
      body: { name, documents: [{ name: 'contract.pdf', data: document }] },
      headers: { 'idempotency-key': 'a template' },
    };
    expectTrouble(await stage.api.as(stage.sender).createTemplate(again));
    const { id, documents } = ok(await stage.api.as(stage.sender).createTemplate(again));
    await stage.api.settle();
    const listed = ok(await stage.api.as(stage.sender).getTemplates({ query: { q: name } })).templates;
    expect(listed.map((template: { id: string }) => template.id)).toEqual([id]);
    const path = { template_id: id, document_id: documents[0].id };
    expect((await stage.api.as(stage.sender).getTemplateDocument({ path, query: { type: 'file' } })).status).toBe(200);
  });

  test.each([
    ['few', 3, 1],
    // The first transaction takes the document's place.
    ['more than a transaction takes', 180, 2],
  ])(
    'a document of a template with %s fields: it is added once, with its file and fields',
    async (few, count, lost) => {
      const as = stage.api.as(stage.sender);
      const path = { organization_id: stage.sender.organization_id };
      const settings = { process_tags: true, process_acroforms: false, ignore_invalid_roles: false };
      ok(await as.updateOrganizationPipelineSettings({ path, body: { ...settings, ignore_invalid_fields: false } }));
      const { id: template_id } = ok(await as.createTemplate({ body: { name: 'Gets a document' } }));
      undo.push(
        stage.proxies.add(chosenFaults(`createTemplateDocument/DynamoDB.TransactWriteItems#${lost}=lost!`).rule),
      );
      const tags = lines(...Array.from({ length: 3 }, () => '{{initial:Tenant}}'.repeat(count / 3)));
      const again = {
        body: { template_id, name: 'contract.pdf', data: Buffer.from(tags).toString('base64') },
        headers: { 'idempotency-key': few },
      };
      expectTrouble(await as.createTemplateDocument(again));
      const repeated = await as.createTemplateDocument(again);
      expect([repeated.status, repeated.headers.get('x-error-code')]).toEqual([400, 'idempotency_answer_not_kept']);
      const { documents, fields } = ok(await as.getTemplate({ path: { template_id } }));
      expect([documents.length, fields.length]).toEqual([1, count]);
      const one = { template_id, document_id: documents[0].id };
      expect((await as.getTemplateDocument({ path: one, query: { type: 'file' } })).status).toBe(200);
    },
  );
});

const document = pdf();
const make = (headers: Record<string, string> = {}, name = 'An envelope') => {
  const key = headers['idempotency-key'];
  const body = {
    name,
    documents: [{ name: 'contract.pdf', data: document }],
    recipients: [{ ...recipient('Only', 1), ...(key ? { email: `${sha256(key).slice(0, 20)}@example.com` } : {}) }],
    fields: [textField('Only')],
  };
  return stage.api.as(stage.sender).createEnvelope({ body, headers });
};
const made = async (): Promise<{ id: string; email: string }> => {
  const { id, recipients } = ok(await make());
  return { id, email: recipients[0].email };
};
const expectInvitedOnce = async (envelope_id: string, email: string) => {
  await stage.api.settle();
  expect(await stage.api.messages(email)).toHaveLength(1);
  const audit = await auditOf(stage.api, stage.sender, envelope_id);
  expect(audit.events.map(({ event }) => event)).toEqual(['envelope:created', 'recipient:invited']);
};
