import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Read } from '../answers.ts';
import { type Api, type Person, type RequestInput, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { base64, lease, pdf, signature } from './material.ts';

let api: Api;
let owner: Person;
let template: Read<'createTemplate'>;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  template = (await api.as(owner).createTemplate({ body: lease() })).body;
  for (let index = 0; index < 5; index++) {
    await api
      .as(owner)
      .createTemplate({ body: { name: `Template ${index}`, visibility: index < 2 ? 'public' : 'shared' } });
  }
  await api.settle();
});
afterAll(() => api.stop());

describe('calls of the table', () => {
  const READ_AND_WRITE = ['Query', 'TransactWrite'];
  const COUNTS = 'BatchGet';
  const READ_DOCUMENT = ['Get', 'BatchGet'];
  const own = () => ({ template_id: template.id });
  const document = () => ({ document_id: template.documents[0].id });
  const page = () => ({ ...document(), variant: 'original', page: '1' });
  const steps: [string, () => RequestInput, string[]][] = [
    ['createTemplate', () => ({ body: lease() }), ['Get', 'TransactWrite']],
    ['getTemplate', () => ({ path: own() }), ['Query']],
    ['updateTemplate', () => ({ path: own(), body: { visibility: 'public' } }), READ_AND_WRITE],
    ['getTemplates', () => ({}), ['Query', 'Query']],
    ['getTemplates', () => ({ query: { rows: 2, page: 1, sort_by: 'name' } }), ['Query', 'Query', COUNTS]],
    ['getTemplates', () => ({ query: { rows: 1, visibility: 'public' } }), ['Query', COUNTS]],
    ['getTemplates', () => ({ query: { q: 'template', visibility: 'shared' } }), ['Query', 'BatchGet']],
    ['toggleTemplateStar', () => ({ path: own() }), READ_AND_WRITE],
    ['createRole', () => ({ path: own(), body: { name: 'Witness' } }), READ_AND_WRITE],
    ['updateRole', () => ({ path: { ...own(), role_name: 'Witness' }, body: { name: 'Notary' } }), READ_AND_WRITE],
    ['createField', () => ({ path: own(), body: signature('notary', 'Notary') }), READ_AND_WRITE],
    ['updateField', () => ({ path: { ...own(), field_name: 'notary' }, body: { x: 100 } }), READ_AND_WRITE],
    ['deleteField', () => ({ path: { ...own(), field_name: 'notary' } }), READ_AND_WRITE],
    ['deleteRole', () => ({ path: { ...own(), role_name: 'Notary' } }), READ_AND_WRITE],
    ['createTemplateDocument', () => ({ body: { ...own(), data: base64(pdf()) } }), ['Query', 'Get', 'TransactWrite']],
    ['getTemplateDocument', () => ({ path: document() }), READ_DOCUMENT],
    ['getTemplateDocumentFile', () => ({ path: { ...own(), ...document() } }), ['BatchGet']],
    ['getTemplateDocumentPage', () => ({ path: page() }), [...READ_DOCUMENT, 'Update']],
    ['getTemplateDocumentPage', () => ({ path: page() }), READ_DOCUMENT],
    ['duplicateTemplate', () => ({ path: own(), body: { action: 'duplicate' } }), READ_AND_WRITE],
    ['deleteTemplateDocument', () => ({ path: document() }), ['Get', ...READ_AND_WRITE]],
    // Its public links go after it: whether it has any is asked then, when nobody can add one any more.
    ['deleteTemplate', () => ({ path: own() }), [...READ_AND_WRITE, 'Query']],
    ['createUpload', () => ({ body: { size: 100 } }), ['Put']],
  ];

  test.each(steps)('%s makes no more calls than needed', async (id, say, expected) => {
    const { status } = await api.use(id, owner, say());
    const calls = callsOf(id).map(({ command }) => command);
    expect([status, calls.filter((command) => !command.endsWith('Object'))]).toEqual([200, expected]);
  });
});
