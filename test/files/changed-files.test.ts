import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agree, fill } from '../../infra/local/story/signing.ts';
import { FILE_CHANGED, putFile } from '../../lib/aws/files/file-store.ts';
import { documentFile } from '../../lib/signing/templates/document-files.ts';
import { collection, type Item } from '../../lib/storage/engine/client.ts';
import { envelopeKey, templateKey } from '../../lib/storage/engine/keys.ts';
import { unpacked } from '../../lib/storage/engine/packed.ts';
import { findDocuments } from '../../lib/storage/envelopes/read.ts';
import type { DocumentItem, FieldItem } from '../../lib/storage/records/envelope.ts';
import type { TemplateDocumentItem } from '../../lib/storage/records/template.ts';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import { capturePrinted } from '../operation/printed.ts';
import {
  createSignature,
  type Envelope,
  ok,
  openSession,
  recipient,
  sendEnvelope,
  signatureField,
  submit,
} from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';

// Somebody with rights on the bucket replaces files behind the platform's back.
let api: Api;
let sender: Person;
let printed: ReturnType<typeof capturePrinted>;
let done: Envelope;
let fresh: Envelope;
let template: { id: string; documents: { id: string }[] };
beforeAll(async () => {
  printed = capturePrinted();
  api = await startApi();
  sender = await api.signUp();
  template = ok(await api.as(sender).createTemplate({ body: lease() }));
  fresh = await sendEnvelope(api, sender, [recipient('One', 1)]);
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], {
    fields: [signatureField('One'), { ...signatureField('One', 'paper'), type: 'attachment', required: false }],
  });
  const signer = await openSession(api, envelope, 'One');
  await agree(api, signer);
  await fill(api, signer, 'signature-One', await createSignature(api, signer));
  const form = new FormData();
  form.append('document', new File(['%PDF-1.7 my passport'], 'passport.pdf'));
  const path = { envelope_id: envelope.id, role_name: 'One', field_name: 'paper' };
  ok(await api.as(signer).updateRecipientField({ path, form }));
  ok(await submit(api, signer));
  await api.settle();
  done = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
  const items = (await collection<Item>(envelopeKey(done.id).pk)).map(unpacked<Item>);
  const documents = items.filter(({ sk }) => sk.startsWith('FILE#')) as unknown as DocumentItem[];
  const field = items.find(({ name, type }) => name === 'paper' && type === 'attachment') as unknown as FieldItem;
  files = {
    document: String(documents.find(({ type }) => type === 'attachment')?.file),
    sealed: String(documents.find(({ type }) => type === 'attachment')?.sealed_file),
    certificate: String(documents.find(({ type }) => type === 'certificate')?.file),
    attachment: String(field.settings.file),
  };
});
afterAll(async () => {
  await api?.stop();
  printed?.stop();
});

let files: Record<'document' | 'sealed' | 'certificate' | 'attachment', string>;

const replace = (key: string) => putFile(key, Buffer.from('%PDF-1.7 another file'), 'application/pdf');
const idOf = ({ documents }: Envelope, type: string) => documents.find((one) => one.type === type)?.id ?? '';
const alarms = () => printed.lines.filter((line) => line.includes(FILE_CHANGED));

/** The answer is the refusal, says nothing of the file, and each raises the alarm. */
const expectRefused = async (requests: (() => Promise<Answered>)[]): Promise<void> => {
  for (const [at, request] of requests.entries()) {
    const before = alarms().length;
    const answer = await request();
    expect([at, answer.status, answer.headers.get('x-error-code')]).toEqual([at, 500, 'file_changed']);
    expect(JSON.stringify(answer.body)).not.toContain('http');
    expect(alarms().length).toBe(before + 1);
  }
};

const document = (id: string, query: Record<string, string | boolean>, person: object = sender) =>
  api.as(person).getEnvelopeDocument({ path: { document_id: id }, query });
const page = (document_id: string, variant: string) =>
  api.as(sender).getEnvelopeDocumentPage({ path: { document_id, variant, page: '1' }, query: { scale: '2' } });

describe('a stored file that is not the recorded one is handed out in no way, and each request for it raises the alarm', () => {
  test('of a document that isn’t sealed yet: bytes, links, all documents in one, pictures and texts of pages', async () => {
    const id = idOf(fresh, 'attachment');
    const [stored = expect.fail()] = await findDocuments(fresh.id);
    await replace(stored.file);
    await expectRefused([
      () => document(id, { type: 'file' }),
      () => document(id, { type: 'download' }),
      () => document(id, { type: 'preview' }),
      () => document(id, { type: 'file', combined: true }),
      () => document(id, { type: 'download', combined: true }),
      () => page(id, 'original'),
      () => page(id, 'filled'),
      () => api.as(sender).getEnvelopesZip({ path: { ids: fresh.id } }),
    ]);
  });

  test('of a template: its files, pictures, copies, and envelopes from it', async () => {
    const items = await collection<Item>(templateKey(template.id).pk);
    const item = items.find(({ sk }) => sk.startsWith('DOCUMENT#')) as unknown as TemplateDocumentItem;
    const document_id = template.documents[0]?.id ?? '';
    await replace(documentFile(item));
    const get = (type: string) => () => api.as(sender).getTemplateDocument({ path: { document_id }, query: { type } });
    const both = { template_id: template.id, document_id };
    const people = [recipient('Tenant', 1), recipient('Landlord & owner', 2)];
    await expectRefused([
      get('file'),
      get('download'),
      get('preview'),
      () => api.as(sender).getTemplateDocumentFile({ path: both, query: { file: true } }),
      () => api.as(sender).getTemplateDocumentPage({ path: { document_id, variant: 'tagged', page: '2' } }),
      () => api.as(sender).duplicateTemplate({ path: both, body: { action: 'duplicate', name: 'A copy' } }),
    ]);
    // Its copy and its first page both come from the file.
    const before = await api.as(sender).getEnvelopes({});
    const made = await api.as(sender).createEnvelope({ body: { template_id: template.id, recipients: people } });
    expect([made.status, made.headers.get('x-error-code')]).toEqual([500, 'file_changed']);
    expect((await api.as(sender).getEnvelopes({})).body.count).toBe(before.body.count);
  });

  test('of a sealed document and the certificate of completion, and in the export of the organization', async () => {
    const id = idOf(done, 'attachment');
    await replace(files.sealed);
    await expectRefused([
      () => document(id, { type: 'file' }),
      () => document(id, { type: 'download' }),
      () => document(id, { type: 'preview' }),
      () => document(id, { type: 'file', combined: true }),
      () => api.as(sender).getEnvelopesZip({ path: { ids: done.id } }),
    ]);
    await replace(files.certificate);
    const certificate = idOf(done, 'certificate');
    await expectRefused([
      () => document(certificate, { type: 'file' }),
      () => document(certificate, { type: 'download' }),
      () => page(certificate, 'certificate'),
    ]);
    await replace(files.document);
    await replace(files.attachment);
    const ask = () => api.as(sender).exportOrganization({ path: { organization_id: sender.organization_id } });
    ok(await ask());
    await api.settle();
    const { files: parts } = ok(await ask());
    const archive = unzipSync(new Uint8Array(await (await fetch(parts[0].url)).arrayBuffer()));
    const names = Object.keys(archive).filter((name) => name.includes(done.id.slice(-12)));
    const missing = names.filter((name) => name.includes('NOT EXPORTED'));
    expect(missing.map((name) => name.replace(/^.*NOT EXPORTED /, '')).sort()).toEqual(
      ['certificate.pdf.txt', 'contract.pdf.txt', 'contract.pdf.txt', 'paper - passport.pdf.txt'].sort(),
    );
    expect(Buffer.from(archive[missing[0] ?? ''] ?? '').toString()).toMatch(/SHA-256 is [0-9a-f]{64}/);
    for (const bytes of Object.values(archive))
      expect(Buffer.from(bytes).toString('latin1')).not.toContain('another file');
  });
});

test('a ZIP with an attachment that is not the recorded one is refused', async () => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], {
    fields: [signatureField('One'), { ...signatureField('One', 'paper'), type: 'attachment', required: false }],
  });
  const signer = await openSession(api, envelope, 'One');
  await agree(api, signer);
  const form = new FormData();
  form.append('document', new File(['%PDF-1.7 my passport'], 'passport.pdf'));
  ok(await api.as(signer).updateRecipientField({ path: { ...signer, field_name: 'paper' } as never, form }));
  await fill(api, signer, 'signature-One', await createSignature(api, signer));
  ok(await submit(api, signer));
  const zip = () => api.as(sender).getEnvelopesZip({ path: { ids: envelope.id } });
  expect((await zip()).status).toBe(200);
  const items = await collection<Item>(envelopeKey(envelope.id).pk);
  const field = items.find(({ name, type }) => name === 'paper' && type === 'attachment') as unknown as FieldItem;
  await replace(String(field.settings.file));
  await expectRefused([zip]);
});
