import { afterAll, beforeAll, expect, test } from 'vitest';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import type { Api, Person } from '../api.ts';
import {
  readyToSign,
  sendForPasskey,
  signedByNew,
  startSignature,
  startWithPasskeys,
  submitWith,
} from '../passkeys/signing.ts';
import { textOfFirstPage } from '../pdf/tools.ts';
import { type Envelope, ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ api, sender, stop } = await startWithPasskeys());
});
afterAll(() => stop());

const send = (details: Record<string, unknown>) => sendEnvelope(api, sender, [recipient('Signer', 1, details)]);
const trailOf = async ({ id: envelope_id }: Envelope) =>
  ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id } }));
const declarationOf = async (envelope: Envelope) =>
  (await trailOf(envelope)).events.find(({ event }) => event === 'recipient:signed')?.data.declaration;

/** The text of the first page of the sealed document and of the certificate of completion. */
const printedOf = async ({ id: envelope_id }: Envelope) => {
  await api.settle();
  const { documents } = ok(await api.as(sender).getEnvelope({ path: { envelope_id } }));
  const textOf = async (wanted: string) => {
    const { id: document_id = '' } = documents.find(({ type }) => type === wanted) ?? {};
    const { bytes } = await api.as(sender).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
    return (await textOfFirstPage(bytes)).replace(/\s+/g, ' ');
  };
  return { document: await textOf('attachment'), certificate: await textOf('certificate') };
};

test('the meaning that the sender chose stands in trail, print and certificate, and the verifier says it', async () => {
  const envelope = await send({ signature_meaning: 'review', first_name: 'Theo', last_name: 'Quill' });
  expect(envelope.recipients).toMatchObject([{ type: 'signer', signature_meaning: 'review' }]);
  await sign(api, envelope, 'Signer');
  expect(await declarationOf(envelope)).toMatchObject({ name: 'Theo Quill', meaning: 'I have reviewed' });
  const { document, certificate } = await printedOf(envelope);
  expect(document).toMatch(/Theo Quill.*I have reviewed/);
  expect(certificate).toMatch(/Signature of the person named below, on .+ Meaning: I have reviewed/);
  const bytes = new TextEncoder().encode(JSON.stringify(await trailOf(envelope)));
  const { files } = await verifyFiles([{ name: 'audit.json', bytes }], await trustInText(''));
  expect(files[0]?.findings.find(({ check }) => check === 'meaningDeclared')?.values).toMatchObject({
    role: 'Signer',
    name: 'Theo Quill',
    meaning: 'I have reviewed',
  });
});

test('a passkey signs the chosen meaning', async () => {
  const envelope = await sendForPasskey(api, sender, { signature_meaning: 'approve' });
  const signer = await readyToSign(api, envelope);
  const statement = ok(await startSignature(api, signer));
  expect(statement).toMatchObject({
    meaning: 'I approve',
    statement: { signed: { declaration: { meaning: 'I approve' } } },
  });
  ok(await submitWith(api, signer, signedByNew(api, statement).passkey));
  expect(await declarationOf(envelope)).toMatchObject({ meaning: 'I approve' });
});

test('without a choice nothing is declared of an ordinary signature, as ever', async () => {
  const envelope = await send({});
  expect(envelope.recipients).toMatchObject([{ signature_meaning: null }]);
  await sign(api, envelope, 'Signer');
  expect(await declarationOf(envelope)).toBeUndefined();
});

test('a copy means nothing, and other meanings are refused with those that there are', async () => {
  const refused = await sendEnvelope(api, sender, [
    recipient('Signer', 1),
    recipient('Copy', 1, { type: 'cc', signature_meaning: 'review' }),
  ]).catch(String);
  expect(refused).toContain('recipients.1.signature_meaning: is for who signs or approves');
  expect(await send({ signature_meaning: 'witness' }).catch(String)).toMatch(
    /recipients.0.signature_meaning.*sign.*approve.*review/,
  );
});

test('a role of a template hands its meaning to the recipients of its envelopes', async () => {
  const { id: template_id } = ok(
    await api
      .as(sender)
      .createTemplate({ body: { name: 'Report', roles: [{ name: 'Reader', signature_meaning: 'review' }] } }),
  );
  const read = ok(await api.as(sender).getTemplate({ path: { template_id } }));
  expect(read.roles).toMatchObject([{ name: 'Reader', signature_meaning: 'review' }]);
  const body = { name: 'Copy', type: 'cc', signature_meaning: 'sign' };
  const { status, body: answer } = await api.as(sender).createRole({ path: { template_id }, body });
  expect([status, (answer as { error?: string }).error]).toEqual([
    406,
    expect.stringContaining('signature_meaning: is for who signs or approves'),
  ]);
});
