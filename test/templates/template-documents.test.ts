import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { LETTER, pagesOf, stream, withTable } from '../pdf/make-pdf.ts';
import { plainPicture } from '../pictures.ts';
import { base64, file, lease, pdf, signature } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const create = async (more: Record<string, unknown> = {}) =>
  (await api.as(owner).createTemplate({ body: lease(more) })).body;

describe('createTemplateDocument', () => {
  test('takes a form, base64 and a URI, each document after the last', async () => {
    const { id: template_id } = await create();
    const form = new FormData();
    form.append('file', file(pdf(), 'house rules.pdf'));
    form.append('template_id', template_id);
    const first = await api.as(owner).createTemplateDocument({ form });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ template_id, name: 'house rules.pdf', order: 1, pages: 1 });
    const annex = { template_id, data: base64(pdf(3)), name: 'Annex' };
    const second = await api.as(owner).createTemplateDocument({ body: annex });
    expect(second.body).toMatchObject({ name: 'Annex', order: 2, pages: 3 });
    const { body } = await api.as(owner).getTemplate({ path: { template_id } });
    expect(body.documents.map(({ order }: { order: number }) => order)).toEqual([0, 1, 2]);
  });

  test('makes a page from a picture', async () => {
    const { id: template_id } = await create();
    const picture = plainPicture(40, 20, 0);
    const { status, body } = await api
      .as(owner)
      .createTemplateDocument({ body: { template_id, data: base64(picture), name: 'plan.png' } });
    expect([status, body.mime, body.pages, body.name]).toEqual([200, 'application/pdf', 1, 'plan.png']);
  });

  test.each([
    ['nothing', {}, /file/],
    ['two at once', { data: 'AAAA', uri: 'https://example.com' }, /exactly one/],
    ['what is no PDF', { data: 'AAAA' }, /not a PDF/],
  ])('refuses %s', async (_, details, message) => {
    const { id: template_id } = await create();
    const { status, body } = await api.as(owner).createTemplateDocument({ body: { template_id, ...details } });
    expect([status, body.error]).toEqual([406, expect.stringMatching(message)]);
    expect((await api.as(owner).getTemplate({ path: { template_id } })).body.documents).toHaveLength(1);
  });
});

describe('getTemplateDocument', () => {
  test('answers the record, the bytes, and links', async () => {
    const template = await create();
    const [document] = template.documents;
    const path = { document_id: document.id };
    expect((await api.as(owner).getTemplateDocument({ path })).body).toEqual(document);
    const bytes = await api.as(owner).getTemplateDocument({ path, query: { type: 'file' } });
    expect(bytes.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(bytes.bytes).equals(Buffer.from(pdf(2)))).toBe(true);
    const download = await api.as(owner).getTemplateDocument({ path, query: { type: 'download' } });
    expect(download.headers.get('content-type')).toContain('text/plain');
    const saved = await fetch(String(download.body));
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="lease.pdf"');
    expect((await saved.arrayBuffer()).byteLength).toBe(document.size);
    const preview = await api.as(owner).getTemplateDocument({ path, query: { type: 'preview' } });
    expect((await fetch(String(preview.body))).headers.get('content-disposition')).toContain('inline');
  });

  test('redirects to a link where the file is larger than an answer can be', async () => {
    const { id: template_id } = await create();
    const bytes = withTable({ ...pagesOf(LETTER), 4: stream('x'.repeat(5_000_000)) });
    const { body: upload } = await api.as(owner).createUpload({ body: { name: 'large.pdf', size: bytes.length } });
    await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: Uint8Array.from(bytes) });
    const { body } = await api.as(owner).createTemplateDocument({ body: { template_id, uri: upload.id } });
    expect(body).toMatchObject({ name: 'large.pdf', size: bytes.length });
    const path = { document_id: body.id };
    const moved = await api.as(owner).getTemplateDocument({ path, query: { type: 'file' } });
    expect(moved.status).toBe(302);
    const file = await fetch(moved.headers.get('location') ?? '');
    expect((await file.arrayBuffer()).byteLength).toBe(bytes.length);
  });

  test('is found under its template too, with file and thumbnail', async () => {
    const template = await create();
    const path = { template_id: template.id, document_id: template.documents[0].id };
    const get = (query: Record<string, boolean>) => api.as(owner).getTemplateDocumentFile({ path, query });
    expect((await get({})).body).toEqual(template.documents[0]);
    expect((await get({ file: true })).bytes.length).toBe(template.documents[0].size);
    for (const _ of ['rendered', 'kept']) {
      const small = await get({ thumbnail: true });
      expect(small.headers.get('content-type')).toBe('image/png');
      expect(PNG.sync.read(Buffer.from(small.bytes)).width).toBe(256);
    }
    const other = await create();
    const foreign = { ...path, template_id: other.id };
    expect((await api.as(owner).getTemplateDocumentFile({ path: foreign })).status).toBe(404);
  });
});

describe('getTemplateDocumentPage', () => {
  test('links to a picture of the page, rendered once', async () => {
    const template = await create();
    const path = { document_id: template.documents[0].id, variant: 'original', page: '2' };
    const get = () => api.as(owner).getTemplateDocumentPage({ path });
    const first = await get();
    expect([first.status, first.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    const picture = await fetch(first.body);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const { width, height } = PNG.sync.read(Buffer.from(await picture.arrayBuffer()));
    expect(width / height).toBeCloseTo(612 / 792, 2);
    const second = await get();
    expect(new URL(second.body).pathname).toBe(new URL(first.body).pathname);
    const tagged = await api.as(owner).getTemplateDocumentPage({ path: { ...path, variant: 'tagged' } });
    expect((await fetch(tagged.body)).status).toBe(200);
  });

  test.each([
    [{ page: '3' }, 404],
    [{ page: '0' }, 406],
    [{ page: 'x' }, 406],
    [{ variant: 'filled' }, 406],
  ])('answers %j with %i', async (change, expected) => {
    const template = await create();
    const path = { document_id: template.documents[0].id, variant: 'original', page: '1', ...change };
    expect((await api.as(owner).getTemplateDocumentPage({ path })).status).toBe(expected);
  });
});

describe('deleteTemplateDocument', () => {
  test.each([2, 200])('removes it, its %i fields and its files, and nothing else', async (count) => {
    const fields = Array.from({ length: count }, (_, index) => signature(`f${index}`, 'Tenant'));
    const template = await create({
      documents: [{ data: base64(pdf()) }, { data: base64(pdf()), name: 'second' }],
      fields: [...fields, { ...signature('other', 'Landlord & owner'), document_id: 1 }],
    });
    const path = { document_id: template.documents[0].id };
    const link = (await api.as(owner).getTemplateDocument({ path, query: { type: 'download' } })).body;
    const image = (await api.as(owner).getTemplateDocumentPage({ path: { ...path, variant: 'original', page: '1' } }))
      .body;
    const { status, body } = await api.as(owner).deleteTemplateDocument({ path });
    expect([status, body]).toEqual([200, 'OK']);
    const { body: left } = await api.as(owner).getTemplate({ path: { template_id: template.id } });
    expect(left.documents.map(({ name }: { name: string }) => name)).toEqual(['second']);
    expect(left.fields.map(({ name }: { name: string }) => name)).toEqual(['other']);
    expect((await api.as(owner).getTemplateDocument({ path })).status).toBe(404);
    expect((await api.as(owner).deleteTemplateDocument({ path })).status).toBe(404);
    expect([(await fetch(String(link))).status, (await fetch(image)).status]).toEqual([404, 404]);
  });
});
