import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { makeForm } from '../pdf/detect/form-maker.ts';
import { LETTER, pagesOf, stream, withTable } from '../pdf/make-pdf.ts';
import { file } from '../templates/material.ts';
import { addDocument } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const documentOf = async (bytes: Uint8Array, more: Record<string, string> = {}): Promise<string> => {
  const draft = (await api.as(owner).createDraft({ body: {} })).body;
  const form = new FormData();
  form.append('template_id', draft.id);
  for (const [name, value] of Object.entries(more)) form.append(name, value);
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
        name: 'mark',
        required: expect.any(Boolean),
        options: [],
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

/** A form of a text that must be filled, a choice, and a box to tick; the text stands on a line that the page draws. */
const withForm = (): Uint8Array =>
  withTable({
    ...pagesOf(`${LETTER} /Annots [30 0 R 31 0 R 32 0 R] /Resources << /Font << /F 40 0 R >> >>`),
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [30 0 R 31 0 R 32 0 R] /DA (/F 10 Tf 0 g) /DR << /Font << /F 40 0 R >> >> >> >>',
    3: stream('BT /F 10 Tf 72 702 Td (Name:) Tj ET 110 700 m 310 700 l S'),
    30: '<< /Type /Annot /Subtype /Widget /FT /Tx /Ff 2 /F 4 /T (applicant.name) /TU (Full name) /Rect [110 701 310 715] >>',
    31: '<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /F 4 /T (size) /Opt [[(s) (Small)] [(l) (Large)]] /Rect [110 660 210 675] >>',
    32: '<< /Type /Annot /Subtype /Widget /FT /Btn /F 4 /T (agreed) /Rect [110 630 120 640] /AS /Off /AP << /N << /Yes 41 0 R >> >> >>',
    40: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    41: stream('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]'),
  });

describe('the fields of a PDF’s own form', () => {
  const contentsOf = async (document_id: string) => {
    const { body: document } = await api.as(owner).getTemplateDocument({ path: { document_id } });
    const { body: draft } = await api.as(owner).getDraft({ path: { draft_id: document.template_id } });
    const { body } = await api.as(owner).getTemplateDocumentProposals({ path: { document_id } });
    return { fields: draft.fields, proposals: body.pages[0].proposals };
  };
  const isProposed = [
    { source: 'form', type: 'textbox', name: 'applicant.name', label: 'Full name', required: true, x: 110, y: 701 },
    {
      source: 'form',
      type: 'dropdown',
      name: 'size',
      options: [
        { id: 's', label: 'Small' },
        { id: 'l', label: 'Large' },
      ],
    },
    { source: 'form', type: 'checkbox', name: 'agreed', required: false, width: 10, height: 10 },
  ];

  test('are proposed, each once, with their kind, name and options; nothing is placed', async () => {
    const { fields, proposals } = await contentsOf(await documentOf(withForm()));
    expect(fields).toEqual([]);
    expect(proposals).toMatchObject(isProposed);
  });

  describe('where the organization has them placed', () => {
    beforeAll(async () => {
      const path = { organization_id: owner.organization_id };
      const body = { process_acroforms: true, process_tags: true };
      const { status } = await api.as(owner).updateOrganizationPipelineSettings({ path, body });
      expect(status).toBe(200);
    });

    test('are placed, and not proposed again', async () => {
      const { fields, proposals } = await contentsOf(await documentOf(withForm()));
      expect(fields).toHaveLength(3);
      expect(proposals.filter(({ source }: { source: string }) => source === 'form')).toEqual([]);
    });

    test('are proposed to who asks for no fields, and so are tags', async () => {
      const form = await contentsOf(await documentOf(withForm(), { place_fields: 'false' }));
      expect(form.fields).toEqual([]);
      expect(form.proposals).toMatchObject(isProposed);
      const { bytes } = await makeForm('tag', ({ text }) => text(72, 700, '{{signature:Tenant}}'));
      const tag = await contentsOf(await documentOf(bytes, { place_fields: 'false' }));
      expect(tag.fields).toEqual([]);
      expect(tag.proposals).toMatchObject([{ source: 'tag', type: 'signature', role: 'Tenant' }]);
    });
  });

  test('go with the document into a copy of its template', async () => {
    const { body: template } = await api
      .as(owner)
      .createTemplate({ body: { name: 'Form', documents: [], roles: [], fields: [] } });
    const form = new FormData();
    form.append('template_id', template.id);
    form.append('place_fields', 'false');
    form.append('file', file(withForm(), 'form.pdf'));
    await api.as(owner).createTemplateDocument({ form });
    const path = { template_id: template.id };
    const { body: copy } = await api.as(owner).duplicateTemplate({ path, body: { action: 'duplicate', name: 'Copy' } });
    const { body } = await api.as(owner).getTemplateDocumentProposals({ path: { document_id: copy.documents[0].id } });
    expect(body.pages[0].proposals).toMatchObject(isProposed);
  });
});
