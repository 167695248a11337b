import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putFile } from '../../lib/aws/files/store.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { putRecord } from '../../lib/storage/engine/client.ts';
import { envelopeDocumentKey } from '../../lib/storage/engine/keys.ts';
import { findDocuments } from '../../lib/storage/envelopes/read.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
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

describe('a document from before there were documents of record', () => {
  it('can be signed to the end: its document of record is made when it is sealed', async () => {
    const envelope = await sendEnvelope(api, sender, oneSigner(), { fields });
    const id = envelope.documents[0]?.id ?? fail();
    const [{ record: _record, ...stored } = fail()] = await findDocuments(envelope.id);
    await putFile(stored.file, FORM, 'application/pdf');
    await putRecord({ ...stored, sha256: sha256(FORM), ...envelopeDocumentKey(envelope.id, id) });
    await sign(api, envelope, 'One');
    await api.settle();
    const bytes = await sealedFile(id);
    expectSealed(bytes);
    expect((await PDF.load(bytes)).getForm()?.getFieldNames()).toEqual(['Countersign seal']);
    const [document] = (await audited(envelope.id)).documents;
    expect(document).toMatchObject({ sha256: sha256(FORM), size: null, sent_sha256: null, rewritten: [] });
  });
});

const fail = (): never => {
  throw new Error('There is no such document');
};
