import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { readFormFields } from '../../lib/pdf/form/form-fields.ts';
import { trustInPlatform } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { FORM_FILE } from '../pdf/form-file.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import { signAs } from '../pdf/sign-as.ts';
import { textOfFirstPage } from '../pdf/tools.ts';
import {
  ok,
  prepareToSubmit,
  recipient,
  refusalOf,
  sendEnvelope,
  setField,
  sign,
  signatureField,
  submit,
} from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const plain = withTable(pagesOf(LETTER));
const LOCKED = { certifies: 2, locks: 'Include' } as const;
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

describe('the form of a certified document', () => {
  const bring = async () => [document('form.pdf', await signAs(withTable(FORM_FILE), LOCKED))];
  const own = (form_field: string, type: string, more: object = {}) => ({
    name: form_field,
    role_name: 'One',
    type,
    settings: { form_field },
    ...more,
  });
  const create = async (fields: object[]) => {
    const body = { name: 'Form', documents: await bring(), recipients: [recipient('One', 1)], fields };
    return api.as(sender).createEnvelope({ body } as never);
  };

  test('is filled in by its recipients, which keeps the certification', async () => {
    const colours = { options: [{ id: 'g', label: 'Green' }] };
    const fields = [own('Name', 'textbox'), own('Agreed', 'checkbox'), own('Colour', 'dropdown', colours)];
    const envelope = ok(await create([...fields, own('Tenant', 'signature', { name: 'signature-One' })]));
    const [name] = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } })).fields ?? [];
    expect(name).toMatchObject({ page: 1, x: 72, y: 700, width: 200, height: 20, settings: { form_field: 'Name' } });
    const signer = await prepareToSubmit(api, envelope, 'One');
    for (const [field, value] of Object.entries({ Name: 'Ada Lovelace', Agreed: true, Colour: 'g' })) {
      ok(await setField(api, signer, field, value));
    }
    ok(await submit(api, signer));
    await api.settle();
    const [sealed] = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } })).documents;
    const bytes = await fileOf(sealed?.id ?? '');
    const values = readFormFields(await openPdf(bytes)).map((one) => [one.name, one.value]);
    expect(Object.fromEntries(values)).toMatchObject({ Name: 'Ada Lovelace', Agreed: 'true', Colour: 'g' });
    expect(await verify(bytes)).toMatchObject({
      verdict: 'intact',
      signatures: [{ field: 'Law firm', intact: true, later: ['Countersign seal'] }, { field: 'Countersign seal' }],
    });
    const trust = await trustInPlatform({ seal_certificates: [], time_stamp_certificates: [] });
    const { files } = await verifyFiles([{ name: 'a', bytes: Uint8Array.from(bytes) }], trust);
    const checks = files.flatMap(({ findings }) => findings.map(({ check }) => check));
    expect(checks).toContain('signedBeforeFilled');
    expect(checks).toContain('unchanged');
  });

  test.each([
    ['its signature locks', [own('Amount', 'textbox')], /fields\.0\.page.*Amount.*signature of .* locks it/],
    ['it has as read-only', [own('Number', 'textbox')], /fields\.0\.page.*Number.*read-only/],
    ['it lacks', [own('Nothing', 'textbox')], /fields\.0\.settings\.form_field.*no field Nothing/],
    ['is of another kind', [own('Agreed', 'textbox')], /fields\.0\.type.*Agreed.*checkbox/],
    [
      'stands elsewhere',
      [own('Name', 'textbox', { page: 1, x: 9, y: 9 })],
      /fields\.0\.x.*can't be moved.*x 72, y 700/,
    ],
    [
      'it offers others for',
      [{ ...signatureField('One') }],
      /fields\.0\.page.*settings\.form_field \(Name, City, Code/,
    ],
    [
      'is filled in twice',
      [own('Name', 'textbox'), { ...own('Name', 'textbox'), name: 'B' }],
      /fields\.1\.settings.*Name fills in/,
    ],
    [
      'has no such option',
      [own('Colour', 'dropdown', { options: [{ id: 'b', label: 'Blue' }] })],
      /fields\.0\.options.*r, g/,
    ],
  ])('takes no field that %s, and says so', async (_, fields, message) => {
    const refused = await create(fields);
    expect(refusalOf(refused)[0]).toBe(406);
    expect(refused.body).toMatchObject({ error: expect.stringMatching(message) });
  });

  test('gives its values to fields that have none, but no date, and none that the field would refuse', async () => {
    const all = [{}, { default: 'Graz' }, { type: 'date' }, { settings: { form_field: 'City', min_length: 9 } }];
    const defaults = [];
    for (const more of all) {
      const { id } = ok(
        await create([
          { ...own('City', 'textbox'), ...more },
          { ...signatureField('One'), page: 0 },
        ]),
      );
      const { fields } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
      const city = fields?.find(({ name }) => name === 'City');
      defaults.push([city?.default, city?.value]);
    }
    expect(defaults).toEqual([
      ['Vienna', 'Vienna'],
      ['Graz', 'Graz'],
      [null, null],
      [null, null],
    ]);
  });

  test('is proposed for a template, and taken where form fields are', async () => {
    const { organization_id } = sender;
    const placed = async () => {
      const body = { name: 'Form', documents: await bring() };
      const template = ok(await api.as(sender).createTemplate({ body } as never));
      const [{ id: document_id = '' } = {}] = template.documents ?? [];
      const { pages } = ok(await api.as(sender).getTemplateDocumentProposals({ path: { document_id }, query: {} }));
      const proposed = pages.flatMap(({ proposals }) => proposals.filter(({ source }) => source === 'form'));
      return [template.fields ?? [], proposed].map((all) => all.map(({ name }) => name).sort());
    };
    const names = ['Agreed', 'City', 'Code', 'Colour', 'Name', 'Tenant'];
    expect(await placed()).toEqual([[], names]);
    const settings = { process_acroforms: true };
    ok(await api.as(sender).updateOrganizationPipelineSettings({ path: { organization_id }, body: settings } as never));
    expect((await placed())[0]).toEqual(names);
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
