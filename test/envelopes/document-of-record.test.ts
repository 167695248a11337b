import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { LETTER, pagesOf, stream, withTable } from '../pdf/make-pdf.ts';
import { formPdf, widget } from '../pipeline/documents.ts';
import { ok, recipient, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const FORM = formPdf([widget('/FT /Tx /T (rent) /V (1000)', '72 600 272 620')]);

const sealedFile = async (id: string): Promise<Uint8Array> =>
  (await api.as(sender).getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } })).bytes;

const audited = async (envelope_id: string) => ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id } }));

const oneSigner = () => [recipient('One', 1)];
const fields = [signatureField('One')];

describe('a document with a form', () => {
  it('is recorded with both hashes and the reason, and sealed as it was taken in', async () => {
    const documents = [{ name: 'form.pdf', data: Buffer.from(FORM).toString('base64') }];
    const envelope = await sendEnvelope(api, sender, oneSigner(), { documents, fields });
    await sign(api, envelope, 'One');
    await api.settle();
    const [document] = (await audited(envelope.id)).documents;
    expect(document).toMatchObject({ sent_sha256: sha256(FORM), sent_size: FORM.length });
    expect(document.rewritten).toHaveLength(1);
    const bytes = await sealedFile(document.id);
    expectSealed(bytes);
    expect(sha256(bytes.slice(0, document.size))).toBe(document.sha256);
    expect((await PDF.load(bytes)).getForm()?.getFieldNames()).toEqual(['Countersign seal']);
  });
});

describe('a document that can’t be kept as it looks', () => {
  it('is refused by name, page and reason, and nothing is made of it or of those beside it', async () => {
    const inverted = withTable({
      ...pagesOf(LETTER, `${LETTER} /Resources << /ExtGState << /G << /TR 4 0 R >> >> >>`),
      3: stream('/G gs 1 0 0 rg 100 100 200 200 re f'),
      4: '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [0] >>',
    });
    const data = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
    const documents = [
      { name: 'good.pdf', data: data(FORM) },
      { name: 'inverted.pdf', data: data(inverted) },
    ];
    const caller = api.as(await api.signUp());
    const template = ok(await caller.createTemplate({ body: { name: 'Lease', documents: [documents[0]] } }));
    const path = { template_id: template.id };
    const refused = [
      await caller.createEnvelope({ body: { name: 'Lease', recipients: oneSigner(), documents } }),
      await caller.createTemplate({ body: { name: 'Other', documents } }),
      await caller.createTemplateDocument({ body: { ...path, ...documents[1] } }),
    ];
    const reason =
      "page 2 can't be kept as it looks, because the file must be changed: transfer functions of its colours, " +
      'which only some viewers and printers use, were removed; print it to a PDF and upload that.';
    const expected = (name: string) => [406, `The document ${name} can't be used: ${reason}`];
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
      expected('documents.1 (inverted.pdf)'),
      expected('documents.1 (inverted.pdf)'),
      expected('document (inverted.pdf)'),
    ]);
    await api.settle();
    expect(ok(await caller.getTemplate({ path }))).toEqual(template);
    expect(ok(await caller.getTemplates({})).count).toBe(1);
    expect(ok(await caller.getEnvelopes({})).count).toBe(0);
  });
});
