import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { listFiles } from '../../lib/aws/files/file-store.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { addDocument, readyDraft, signatureField, tenant } from '../drafts/material.ts';
import { pagesOf, withTable } from '../pdf/make-pdf.ts';
import { ok } from '../stories/envelope.ts';
import { base64, file, lease, pdf } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const as = () => api.as(owner);

/** A draft with a document of three pages, and a field on each. */
const draftOfThree = async () => {
  const draft_id = ok(await as().createDraft({ body: { name: 'Replaced' } })).id;
  const document_id = (await addDocument(api, owner, draft_id, 3)).id;
  const fields = [1, 2, 3].map((page) => signatureField({ name: `on-${page}`, page, x: 400, y: 700 }));
  ok(await as().updateDraft({ path: { draft_id }, body: { roles: [tenant()], fields } }));
  return { draft_id, document_id, path: { document_id } };
};
const draftOf = async (draft_id: string) => ok(await as().getDraft({ path: { draft_id } }));
const bytesOf = async (document_id: string) =>
  Buffer.from((await as().getTemplateDocument({ path: { document_id }, query: { type: 'file' } })).bytes);
const problemsOf = async (draft_id: string) =>
  ok(await as().getDraftProblems({ path: { draft_id } })).problems.map(({ code, field_name }) => [code, field_name]);

describe('replaceTemplateDocumentFile', () => {
  test('leaves fields where they are, and names those that the new file has no such place for', async () => {
    const { draft_id, document_id, path } = await draftOfThree();
    const before = (await draftOf(draft_id)).fields;
    const small = withTable(pagesOf('/MediaBox [0 0 612 792]', '/MediaBox [0 0 300 300]'));
    const answer = ok(await as().replaceTemplateDocumentFile({ path, body: { data: base64(small) } }));
    expect(answer).toMatchObject({
      document: { id: document_id, pages: 2, order: 0 },
      pages: { before: 3, after: 2 },
      fields_in_place: 1,
      fields: [
        { name: 'on-2', page: 2, reason: 'outside_page' },
        { name: 'on-3', page: 3, reason: 'page_missing' },
      ],
      dropped: false,
      fields_added: [],
    });
    expect((await draftOf(draft_id)).fields).toEqual(before);
    expect((await bytesOf(document_id)).equals(Buffer.from(small))).toBe(true);
  });

  test('keeps a draft with fields on no page from being sent, until they are moved or removed', async () => {
    const { draft_id, path } = await draftOfThree();
    ok(await as().replaceTemplateDocumentFile({ path, body: { data: base64(pdf(1)) } }));
    expect(await problemsOf(draft_id)).toEqual([
      ['field_misplaced', 'on-2'],
      ['field_misplaced', 'on-3'],
    ]);
    const refused = await as().sendDraft({ path: { draft_id }, body: {} });
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'draft_not_sendable']);
    const fields = [
      { name: 'on-2', page: 1, x: 72 },
      { name: 'on-3', remove: true },
    ];
    ok(await as().updateDraft({ path: { draft_id }, body: { fields } }));
    expect(ok(await as().sendDraft({ path: { draft_id }, body: {} })).documents).toMatchObject([{ pages: 1 }]);
  });

  test('drops fields that have no place if the sender says so, and no others', async () => {
    const { draft_id, path } = await draftOfThree();
    const turned = withTable(pagesOf('/MediaBox [0 0 792 1000]'));
    const body = { data: base64(turned), misplaced: 'drop' as const };
    const { fields, dropped } = ok(await as().replaceTemplateDocumentFile({ path, body }));
    expect([dropped, fields.map(({ name, reason }) => [name, reason])]).toEqual([
      true,
      [
        ['on-1', 'page_size'],
        ['on-2', 'page_missing'],
        ['on-3', 'page_missing'],
      ],
    ]);
    expect((await draftOf(draft_id)).fields.map(({ name }) => name)).toEqual(['on-1']);
  });

  test('brings the old file back, and the new one again', async () => {
    const { document_id, path } = await draftOfThree();
    const first = await bytesOf(document_id);
    const none = await as().replaceTemplateDocumentFile({ path, body: { previous: true } });
    expect([none.status, none.headers.get('x-error-code')]).toEqual([400, 'no_previous_file']);
    const form = new FormData();
    form.append('file', file(pdf(5), 'lease of today.pdf'));
    ok(await as().replaceTemplateDocumentFile({ path, form }));
    const second = await bytesOf(document_id);
    for (const [bytes, pages, name] of [
      [first, 3, 'lease.pdf'],
      [second, 5, 'lease of today.pdf'],
      [first, 3, 'lease.pdf'],
    ] as const) {
      const { document } = ok(await as().replaceTemplateDocumentFile({ path, body: { previous: true } }));
      expect(document).toMatchObject({ pages, name });
      expect((await bytesOf(document_id)).equals(bytes)).toBe(true);
    }
  });

  test('shows pages of the new file, at once', async () => {
    const { path } = await draftOfThree();
    const pages = async () => ok(await as().getTemplateDocumentPages({ path })).pages.map(({ page }) => page);
    expect(await pages()).toEqual([1, 2, 3]);
    ok(await as().replaceTemplateDocumentFile({ path, body: { data: base64(pdf(2)) } }));
    expect(await pages()).toEqual([1, 2]);
  });

  test('changes nothing if the file is refused', async () => {
    const { draft_id, document_id, path } = await draftOfThree();
    const [before, bytes] = [await draftOf(draft_id), await bytesOf(document_id)];
    for (const body of [{ data: 'AAAA' }, { uri: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f' }, {}])
      expect((await as().replaceTemplateDocumentFile({ path, body })).status).toBe(406);
    expect(await draftOf(draft_id)).toEqual(before);
    expect((await bytesOf(document_id)).equals(bytes)).toBe(true);
  });

  test('takes a file from an upload', async () => {
    const { path } = await draftOfThree();
    const bytes = pdf(4);
    const upload = ok(await as().createUpload({ body: { name: 'large.pdf', size: bytes.length } }));
    await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: Buffer.from(bytes) });
    const { pages } = ok(await as().replaceTemplateDocumentFile({ path, body: { uri: upload.id } }));
    expect(pages).toEqual({ before: 3, after: 4 });
  });

  test('leaves no file behind once the template is deleted, and copies have the file of now alone', async () => {
    const { id: template_id, documents } = ok(await as().createTemplate({ body: lease() }));
    const path = { document_id: documents[0]?.id ?? '' };
    for (const pages of [3, 4, 5])
      ok(await as().replaceTemplateDocumentFile({ path, body: { data: base64(pdf(pages)) } }));
    await as().getTemplateDocumentPage({ path: { ...path, variant: 'original', page: '1' } });
    const [folder = ''] = fileKeys.templateDocument(owner.organization_id, template_id, 'any').split('any');
    expect(await listFiles(folder)).toHaveLength(3);
    const copy = ok(
      await as().duplicateTemplate({ path: { template_id }, body: { action: 'duplicate', name: 'Copy' } }),
    );
    ok(await as().deleteTemplate({ path: { template_id } }));
    expect(await listFiles(folder)).toEqual([]);
    const copied = { document_id: copy.documents[0]?.id ?? '' };
    expect((await bytesOf(copied.document_id)).equals(Buffer.from(pdf(5)))).toBe(true);
    const back = await as().replaceTemplateDocumentFile({ path: copied, body: { previous: true } });
    expect(back.headers.get('x-error-code')).toBe('no_previous_file');
  });

  test('is for those who may change the template', async () => {
    const draft_id = await readyDraft(api, owner);
    const document_id = (await draftOf(draft_id)).documents[0]?.id ?? '';
    const stranger = api.as(await api.signUp());
    const body = { data: base64(pdf(1)) };
    const { status } = await stranger.replaceTemplateDocumentFile({ path: { document_id }, body });
    expect(status).toBe(404);
  });
});
