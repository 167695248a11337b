import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import { signAs } from '../pdf/sign-as.ts';
import { textOfFirstPage } from '../pdf/tools.ts';
import { ok, recipient, refusalOf, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const plain = withTable(pagesOf(LETTER));
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const document = (name: string, bytes: Uint8Array) => ({ name, data: base64(bytes) });

const fileOf = async (document_id: string): Promise<Uint8Array> =>
  Buffer.from((await api.as(sender).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } })).bytes);

const verify = async (bytes: Uint8Array): Promise<Read<'verifyDocument'>> =>
  ok(await api.anyone.verifyDocument({ body: { data: base64(bytes) } }));

test('documents with and without signatures are sealed in one envelope, and a sealed one again in the next', async () => {
  const sent = await signAs(plain);
  const documents = [document('signed.pdf', sent), document('plain.pdf', plain)];
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], { documents });
  await sign(api, envelope, 'One');
  await api.settle();
  const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
  const [first, second] = audit.documents;
  expect(first).toMatchObject({ rewritten: [], signatures: [{ field: 'Law firm', permits: 'signing' }] });
  expect(second).not.toHaveProperty('signatures');
  const { documents: all } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
  const { id: certificate = '' } = all.find(({ type }) => type === 'certificate') ?? {};
  const printed = (await textOfFirstPage(await fileOf(certificate))).replace(/\s+/g, ' ');
  const { signer = '' } = first?.signatures?.[0] ?? {};
  expect(printed).toMatch(/Signed before it was sent, on Jan 2, 2026.* \(by the signer’s own clock, unproven\), by/);
  expect(printed).toContain(`by ${signer} It was valid when the file was sent`);
  expect(printed.match(/Signed before it was sent/g)).toHaveLength(1);
  const sealed = await fileOf(first?.id ?? '');
  expect(Buffer.compare(sealed.subarray(0, sent.length), sent)).toBe(0);
  expect(await verify(sealed)).toMatchObject({
    verdict: 'intact',
    signatures: [
      { field: 'Law firm', intact: true, ours: false, later: ['Countersign seal'] },
      { field: 'Countersign seal', intact: true, ours: true, later: [] },
    ],
  });
  expect((await verify(await fileOf(second?.id ?? ''))).signatures).toMatchObject([{ ours: true }]);

  const next = await sendEnvelope(api, sender, [recipient('One', 1)], { documents: [document('again.pdf', sealed)] });
  await sign(api, next, 'One');
  await api.settle();
  const [again] = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: next.id } })).documents;
  const resealed = await fileOf(again?.id ?? '');
  expect(Buffer.compare(resealed.subarray(0, sealed.length), sealed)).toBe(0);
  expect(await verify(resealed)).toMatchObject({
    verdict: 'intact',
    document: { document_id: again?.id },
    signatures: [{ field: 'Law firm' }, { field: 'Countersign seal' }, { field: 'Countersign seal 2' }],
  });
});

test('a certification keeps fields off the pages by name, and lets those sign that stand on none', async () => {
  const documents = [document('certified.pdf', await signAs(plain, { certifies: 2 }))];
  const recipients = [recipient('One', 1)];
  const make = (page: number) =>
    api.as(sender).createEnvelope({
      body: { name: 'Certified', documents, recipients, fields: [{ ...signatureField('One'), page }] },
    });
  const refused = await make(1);
  expect(refusalOf(refused)[0]).toBe(406);
  expect(refused.body).toMatchObject({
    error: expect.stringMatching(/fields\.0\.page.*certified by Countersign test seal, which permits no new field/),
  });
  const envelope = ok(await make(0));
  await sign(api, envelope, 'One');
  await api.settle();
  const [sealed] = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } })).documents;
  expect(await verify(await fileOf(sealed?.id ?? ''))).toMatchObject({
    verdict: 'intact',
    signatures: [{ field: 'Law firm', intact: true, later: ['Countersign seal'] }, { field: 'Countersign seal' }],
  });
});

test('a document whose signature permits nothing is a 406 that says whose, and nothing of it is kept', async () => {
  const documents = [document('closed.pdf', await signAs(plain, { certifies: 1 }))];
  const refused = await api.as(sender).createEnvelope({
    body: { name: 'Closed', documents, recipients: [recipient('One', 1)], fields: [signatureField('One')] },
  });
  expect(refusalOf(refused)).toEqual([406, 'unusable_document']);
  expect(JSON.stringify(refused.body)).toContain(
    'the signature of Countersign test seal (in the field “Law firm”) permits',
  );
});
