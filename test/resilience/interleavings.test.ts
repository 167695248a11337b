import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Signer } from '../../infra/local/story/signing.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { changeEnvelope } from '../../lib/signing/envelopes/acts/commit.ts';
import { sealEnvelope } from '../../lib/signing/envelopes/sealing/seal.ts';
import { unpacked } from '../../lib/storage/engine/packed.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { type Envelope, setField, submit } from '../stories/envelope.ts';
import { countOf } from './chain.ts';
import { gate, type Passing, type Rule } from './fault-proxy.ts';
import { allAgreed, auditOf, idsOf, readEnvelope, sendParallel, setFaultyStage, textField } from './stage.ts';

// A race makes only the likely orders of two acts. Here one is stopped at the moment where it can be overtaken.
let stage: Awaited<ReturnType<typeof setFaultyStage>>;
const undo: (() => void)[] = [];
beforeAll(async () => {
  stage = await setFaultyStage();
});
afterEach(() => {
  for (const step of undo.splice(0)) step();
});
afterAll(() => stage.stop());

const started = async (roles: readonly string[], more: Record<string, unknown> = {}) => {
  const fields = roles.map((role) => textField(role, { default: 'filled' }));
  const envelope = await sendParallel(stage.api, stage.sender, roles, { fields, ...more });
  return { envelope, signers: await allAgreed(envelope) };
};

/** Started with one recipient. */
const alone = async (more?: Record<string, unknown>) => {
  const { envelope, signers } = await started(['Only'], more);
  const [signer] = signers;
  if (!signer) throw new Error('There is nobody');
  return { envelope, signer };
};

interface Outcome {
  status: number;
  body: { status?: string; error?: string };
}

/** The text of a write with what is packed in it. */
const unpackedText = (text: string): string =>
  text.replaceAll(/"packed":{"B":"([^"]+)"}/g, (_, packed: string) => JSON.stringify(unpacked({ packed })));

/** Holds the write of `late` that contains `word` until `early` has been carried out. */
const overtaken = async (
  { id }: Envelope,
  word: string,
  late: () => Promise<Outcome>,
  early: () => Promise<Outcome>,
): Promise<{ late: Outcome; early: Outcome }> => {
  const stopped = gate(
    ({ action, text }: Passing) =>
      action === 'TransactWriteItems' && text.includes(id) && unpackedText(text).includes(word),
  );
  undo.push(stage.table.add(stopped.rule), stopped.open);
  const answer = late();
  await stopped.reached;
  const first = await early();
  stopped.open();
  return { late: await answer, early: first };
};

const cancel = ({ id }: Envelope): Promise<Outcome> =>
  stage.api.as(stage.sender).cancelEnvelope({ path: { envelope_id: id }, body: { action: 'cancel' } });
const decline = ({ signer, envelope_id, role_name }: Signer): Promise<Outcome> =>
  stage.api.as({ signer }).declineRecipient({ path: { envelope_id, role_name }, body: {} });
const submitted = (signer: Signer): Promise<Outcome> => submit(stage.api, signer);
const fill = (signer: Signer, value: string): Promise<Outcome> =>
  setField(stage.api, signer, `text-${signer.role_name}`, value);

/** The envelope's final state. */
const outcome = async ({ id }: Envelope) => {
  await stage.api.settle();
  const { status, signed, recipients, fields } = await readEnvelope(stage.api, stage.sender, id);
  const audit = await auditOf(stage.api, stage.sender, id);
  const ends = ['envelope:completed', 'recipient:declined', 'envelope:canceled', 'envelope:expired'];
  return {
    status,
    signed,
    recipients: recipients.map((one) => one.status),
    values: (fields as { value: string | null }[]).map(({ value }) => value),
    ends: ends.filter((event) => countOf(audit, event) > 0),
    endings: ends.reduce((sum, event) => sum + countOf(audit, event), 0),
    seals: countOf(audit, 'envelope:sealed'),
    calls: idsOf(stage.receiver.received, id, 'envelope_completed').length,
  };
};

const COMPLETE = { status: 'complete', signed: true, ends: ['envelope:completed'], endings: 1, seals: 1, calls: 1 };
const CANCELED = { status: 'canceled', signed: false, ends: ['envelope:canceled'], endings: 1, seals: 0, calls: 0 };
const DECLINED = { status: 'declined', signed: false, ends: ['recipient:declined'], endings: 1, seals: 0, calls: 0 };

/** Both submits succeed, and the envelope is completed once. */
const expectBothAccepted = async (envelope: Envelope, second: Signer, first: Signer) => {
  const { late, early } = await overtaken(
    envelope,
    'recipient:submitted',
    () => submitted(second),
    () => submitted(first),
  );
  expect([late, early].map(({ status, body }) => [status, body.status])).toEqual(Array(2).fill([200, 'submitted']));
  expect(await outcome(envelope)).toMatchObject(COMPLETE);
};

describe('a submit that is overtaken', () => {
  test('by the other recipient’s last submit completes the envelope once', async () => {
    const { envelope, signers } = await started(['Buyer', 'Seller']);
    const [buyer, seller] = signers as [Signer, Signer];
    await expectBothAccepted(envelope, buyer, seller);
  });

  test('by its own repeat is the same submit', async () => {
    const { envelope, signer } = await alone();
    await expectBothAccepted(envelope, signer, signer);
  });

  test('by a cancellation is refused', async () => {
    const { envelope, signer } = await alone();
    const { late, early } = await overtaken(
      envelope,
      'recipient:submitted',
      () => submitted(signer),
      () => cancel(envelope),
    );
    expect([early.status, late.status]).toEqual([200, 400]);
    expect(await outcome(envelope)).toMatchObject({ ...CANCELED, recipients: ['canceled'] });
  });

  test('by the other recipient’s refusal is refused', async () => {
    const { envelope, signers } = await started(['Buyer', 'Seller']);
    const [buyer, seller] = signers as [Signer, Signer];
    const { late, early } = await overtaken(
      envelope,
      'recipient:submitted',
      () => submitted(buyer),
      () => decline(seller),
    );
    expect([early.status, late.status]).toEqual([200, 400]);
    expect(await outcome(envelope)).toMatchObject({ ...DECLINED, recipients: ['canceled', 'declined'] });
  });

  test('by the clearing of a required field is refused, and the recipient can still act', async () => {
    const { envelope, signer } = await alone();
    const { late, early } = await overtaken(
      envelope,
      'recipient:submitted',
      () => submitted(signer),
      () => fill(signer, ''),
    );
    expect([early.status, late.status]).toEqual([200, 400]);
    expect(late.body.error).toContain('text-Only');
    await fill(signer, 'again');
    expect((await submitted(signer)).status).toBe(200);
    expect(await outcome(envelope)).toMatchObject({ ...COMPLETE, values: ['again'] });
  });

  test('by the clearing of a required field while it reads is refused, at any point of the reading', async () => {
    for (let page = 1, ended = false; !ended; page++) {
      const { envelope, signer } = await alone();
      // Workers read the envelope too.
      await stage.api.settle();
      const reading = pageByPage(envelope, page);
      undo.push(stage.table.add(reading.rule));
      const answer = submitted(signer);
      ended = (await Promise.race([reading.reached, answer])) !== undefined;
      const { status } = await fill(signer, '');
      reading.open();
      expect((await answer).status).toBe(ended ? 200 : 400);
      expect(status).toBe(ended ? 400 : 200);
      for (const step of undo.splice(0)) step();
      if (page > 40) throw new Error('The read does not end');
    }
  });
});

/**
 * Makes the table answer reads of the envelope in pages of one item, as it does with large ones, and stops at one of
 * them.
 */
const pageByPage = ({ id }: Envelope, page: number) => {
  const reached = Promise.withResolvers<undefined>();
  const opened = Promise.withResolvers<void>();
  let pages = 0;
  let reader: 'first' | 'later' = 'first';
  const rule: Rule = ({ action, text }) => {
    if (action !== 'Query' || !text.includes(id) || reader !== 'first') return undefined;
    pages += 1;
    if (pages === page) {
      reader = 'later';
      reached.resolve(undefined);
    }
    const limited = JSON.stringify({ ...JSON.parse(text), Limit: 1 });
    return { text: limited, hold: pages === page ? opened.promise : undefined };
  };
  return { rule, reached: reached.promise, open: opened.resolve };
};

describe('an act that is overtaken by the last submit', () => {
  test.each([
    ['a cancellation', 'envelope:canceled', (envelope: Envelope) => cancel(envelope)],
    ['the recipient’s own refusal', 'recipient:declined', (_: Envelope, signer: Signer) => decline(signer)],
    ['the clearing of a required field', 'revision', (_: Envelope, signer: Signer) => fill(signer, '')],
  ])('%s is refused', async (_, word, act) => {
    const { envelope, signer } = await alone();
    const { late, early } = await overtaken(
      envelope,
      word,
      () => act(envelope, signer),
      () => submitted(signer),
    );
    expect([early.status, late.status]).toEqual([200, 400]);
    expect(await outcome(envelope)).toMatchObject({ ...COMPLETE, values: ['filled'] });
  });
});

describe('an act that is overtaken by a cancellation', () => {
  test.each([
    ['a field', 'revision', (signer: Signer) => fill(signer, 'late')],
    ['a refusal', 'recipient:declined', decline],
  ])('%s is refused', async (_, word, act) => {
    const { envelope, signer } = await alone();
    const { late, early } = await overtaken(
      envelope,
      word,
      () => act(signer),
      () => cancel(envelope),
    );
    expect([early.status, late.status]).toEqual([200, 400]);
    expect(await outcome(envelope)).toMatchObject({ ...CANCELED, values: ['filled'] });
  });
});

describe('an expiry', () => {
  const inTenMinutes = () => new Date(Date.now() + 10 * 60_000).toISOString();

  test('counts from its moment on: a submit between it and the schedule is refused', async () => {
    const { envelope, signer } = await alone();
    // A sender can give a day at least.
    await changeEnvelope(envelope.id, () => ({ envelope: { expires_at: inTenMinutes() }, events: [] }));
    const { early } = await overtaken(
      envelope,
      'envelope:expired',
      () => stage.api.advance('PT15M'),
      () => submitted(signer),
    );
    expect(early.status).toBe(400);
    expect(await outcome(envelope)).toMatchObject({ ...CANCELED, ends: ['envelope:expired'] });
  });
});

test('two workers that seal at once make one certificate and one seal of each document', async () => {
  const { envelope, signer } = await alone();
  const stopped = gate(({ action, text }) => action === 'UpdateItem' && text.includes('sealed_sha256'));
  undo.push(stage.table.add(stopped.rule), stopped.open);
  expect((await submitted(signer)).status).toBe(200);
  await stopped.reached;
  await Promise.all([sealEnvelope(envelope.id), sealEnvelope(envelope.id)]);
  stopped.open();
  expect(await outcome(envelope)).toMatchObject(COMPLETE);
  const { documents } = await readEnvelope(stage.api, stage.sender, envelope.id);
  expect(documents.map(({ type }) => type)).toEqual(['attachment', 'certificate']);
  const audit = await auditOf(stage.api, stage.sender, envelope.id);
  for (const { id } of documents) {
    const { bytes } = await stage.api
      .as(stage.sender)
      .getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
    expectSealed(bytes);
    expect(audit.documents.find((one) => one.id === id)?.sealed_sha256).toBe(sha256(bytes));
  }
});
