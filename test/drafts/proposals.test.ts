import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { makeForm } from '../pdf/detect/form-maker.ts';
import { file } from '../templates/material.ts';
import { addDocument } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const documentOf = async (bytes: Uint8Array): Promise<string> => {
  const draft = (await api.as(owner).createDraft({ body: {} })).body;
  const form = new FormData();
  form.append('template_id', draft.id);
  form.append('file', file(bytes, 'form.pdf'));
  return (await api.as(owner).createTemplateDocument({ form })).body.id;
};

describe('proposals for fields', () => {
  test('name kind, place, label and person of blanks and text tags, and place nothing', async () => {
    const { bytes } = await makeForm('lease', ({ text, line, box }) => {
      text(72, 700, 'Signature of the tenant:');
      line(200, 698, 200);
      box([72, 650, 10, 10]);
      text(90, 651, 'I have read the rules of the house');
      text(72, 600, 'And here: {{initial:Owner:mark}}');
      text(72, 580, '{{nonsense}}');
    });
    const document_id = await documentOf(bytes);
    const { status, body } = await api.as(owner).getTemplateDocumentProposals({ path: { document_id } });
    expect(status).toBe(200);
    expect(body.pages).toHaveLength(1);
    expect(body.pages[0].proposals).toEqual([
      {
        source: 'tag',
        type: 'initial',
        page: 1,
        x: expect.closeTo(124, -1),
        y: expect.closeTo(596, -1),
        width: 71,
        height: 36,
        label: 'mark',
        role: 'Owner',
        confidence: 1,
      },
      expect.objectContaining({
        source: 'blank',
        type: 'signature',
        page: 1,
        x: 200,
        y: 698.5,
        width: 200,
        label: 'Signature of the tenant:',
        role: 'tenant',
      }),
      expect.objectContaining({ type: 'checkbox', label: 'I have read the rules of the house', role: null }),
    ]);
    const { body: document } = await api.as(owner).getTemplateDocument({ path: { document_id } });
    const { body: draft } = await api.as(owner).getDraft({ path: { draft_id: document.template_id } });
    expect(draft.fields).toEqual([]);
  });

  test('come by pages, for those who may read the document', async () => {
    const draft = (await api.as(owner).createDraft({ body: {} })).body;
    const { id: document_id } = await addDocument(api, owner, draft.id, 23);
    const path = { document_id };
    const read = async (query: Record<string, number>) => {
      const { body } = await api.as(owner).getTemplateDocumentProposals({ path, query });
      return body.pages.map(({ page }: { page: number }) => page);
    };
    expect(await read({})).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await read({ from: 21 })).toEqual([21, 22, 23]);
    expect(await read({ from: 4, count: 2 })).toEqual([4, 5]);
    const beyond = await api.as(owner).getTemplateDocumentProposals({ path, query: { from: 24 } });
    expect([beyond.status, beyond.headers.get('x-error-code')]).toEqual([404, 'page_not_found']);
    const many = await api.as(owner).getTemplateDocumentProposals({ path, query: { count: 21 } });
    expect(many.status).toBe(406);
    const stranger = await api.signUp();
    expect((await api.as(stranger).getTemplateDocumentProposals({ path })).status).toBe(404);
  });
});
