import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IRole, ITemplate, ITemplateField } from '@verdocs/js-sdk';
import { expect } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { base64, follow, forFiles, isPdf, pdf, pdfFile, pngSize, refusal } from '../client.ts';
import { join, type Member, type Stage } from './stage.ts';

/** Templates with their documents, roles and fields. */
export const templates = async (stage: Stage): Promise<void> => {
  const owner = await join(stage);
  const template = await making(stage, owner);
  await documents(stage, owner, template);
  await rolesAndFields(stage, owner, template);
  await listing(stage, owner, template);
  await fromSharepoint(stage, owner);
};

const role = (name: string) => ({ name, type: 'signer', sequence: 1, order: 1 }) as IRole;
const signature = (name: string, role_name: string, document_id: unknown) =>
  ({ name, role_name, type: 'signature', document_id, page: 1, x: 72, y: 72, required: true }) as ITemplateField;

const making = async ({ sdk }: Stage, { endpoint, profile }: Member): Promise<ITemplate> => {
  const made = await sdk.createTemplate(endpoint, {
    name: 'Lease',
    initial_reminder: 14_400_000,
    max_reminder_days: 7,
    documents: [{ name: 'lease.pdf', data: base64(pdf(2)) }],
    roles: [role('Tenant')],
    fields: [signature('signed', 'Tenant', 0)],
  });
  expect(made).toMatchObject({ name: 'Lease', is_personal: true, is_public: false, is_sendable: true });
  expect(await sdk.getTemplate(endpoint, made.id)).toEqual(made);
  const updated = await sdk.updateTemplate(endpoint, made.id, {
    name: 'Rent',
    description: 'Flats',
    is_personal: false,
  });
  expect(updated).toMatchObject({ id: made.id, name: 'Rent', description: 'Flats', visibility: 'shared' });

  const copy = await sdk.duplicateTemplate(endpoint, made.id, 'Rent again');
  expect(copy).toMatchObject({ name: 'Rent again', initial_reminder: 14_400_000, max_reminder_days: 7, counter: 0 });
  expect(copy.profile_id).toBe(profile.id);
  for (const list of ['documents', 'roles', 'fields'] as const) expect(copy[list]).toHaveLength(1);
  expect(copy.documents?.[0]?.id).not.toBe(made.documents?.[0]?.id);
  await sdk.deleteTemplate(endpoint, made.id);
  expect((await refusal(sdk.getTemplate(endpoint, made.id))).status).toBe(404);
  return sdk.getTemplate(endpoint, copy.id);
};

const documents = async ({ api, sdk }: Stage, { endpoint }: Member, { id: template_id }: ITemplate) => {
  const files = forFiles(api, endpoint);
  const file = pdfFile('annex.pdf', 3);
  const progress: number[] = [];
  const made = await sdk.createTemplateDocument(endpoint, template_id, file, (percent) => progress.push(percent));
  expect(progress.at(-1)).toBe(100);
  expect(made).toMatchObject({ template_id, name: 'annex.pdf', pages: 3, mime: 'application/pdf', order: 1 });
  expect(await sdk.getTemplateDocument(endpoint, made.id)).toEqual(made);
  const original = new Uint8Array(await file.arrayBuffer());
  for (const blob of [
    await sdk.downloadTemplateDocument(files, made.id),
    await sdk.getTemplateDocumentFile(files, template_id, made.id),
  ]) {
    expect(blob.type).toBe('application/pdf');
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(original);
  }
  expect((await sdk.getTemplateDocumentThumbnail(files, template_id, made.id)).type).toBe('image/png');
  const download = await follow(await sdk.getTemplateDocumentDownloadLink(endpoint, template_id, made.id));
  expect(download.disposition).toMatch(/^attachment/);
  const preview = await follow(await sdk.getTemplateDocumentPreviewLink(endpoint, template_id, made.id));
  expect(preview).toMatchObject({ type: 'application/pdf', disposition: expect.stringMatching(/^inline/) });
  for (const variant of ['original', 'tagged'] as const) {
    const shown = await sdk.getTemplateDocumentPageDisplayUri(endpoint, made.id, 3, variant);
    expect((await pngSize(shown)).width).toBeGreaterThan(100);
  }
  await sdk.deleteTemplateDocument(endpoint, made.id);
  expect((await sdk.getTemplate(endpoint, template_id)).documents).toHaveLength(1);
};

const rolesAndFields = async ({ sdk }: Stage, { endpoint }: Member, template: ITemplate) => {
  const { id } = template;
  const made = await sdk.createTemplateRole(endpoint, id, role('Land lord'));
  expect(made).toMatchObject({ template_id: id, name: 'Land lord', type: 'signer' });
  const changed = await sdk.updateTemplateRole(endpoint, id, 'Land lord', {
    email: 'land@example.com',
    delegator: true,
  });
  expect(changed).toEqual({ ...made, email: 'land@example.com', delegator: true });
  const put = await sdk.createField(endpoint, id, signature('their sign', 'Land lord', template.documents?.[0]?.id));
  expect(put).toMatchObject({ template_id: id, role_name: 'Land lord', x: 72, y: 72 });
  const moved = await sdk.updateField(endpoint, id, 'their sign', { x: 200, page: 2 });
  expect(moved).toEqual({ ...put, x: 200, page: 2 });
  expect((await sdk.getTemplate(endpoint, id)).fields).toContainEqual(moved);
  await sdk.deleteField(endpoint, id, 'their sign');
  await sdk.deleteTemplateRole(endpoint, id, 'Land lord');
  expect(await sdk.getTemplate(endpoint, id)).toMatchObject({
    roles: [{ name: 'Tenant' }],
    fields: [{ name: 'signed' }],
  });
};

const listing = async ({ api, sdk }: Stage, { endpoint }: Member, { id }: ITemplate) => {
  const make = (name: string) => sdk.createTemplate(endpoint, { name, visibility: 'private' });
  for (let number = 1; number <= 10; number++) await make(`Form ${number}`);
  await sdk.createTemplate(endpoint, { name: 'Known to all', visibility: 'public' });
  await api.settle();
  const list = await sdk.getTemplates(endpoint);
  expect(list).toMatchObject({ count: 12, rows: 12, page: 0 });
  expect(list.templates[0]?.name).toBe('Known to all');
  expect((await sdk.getTemplates(endpoint, { rows: 11, page: 1 })).templates).toMatchObject([{ id }]);
  expect((await sdk.getTemplates(endpoint, { is_creator: true })).count).toBe(12);
  expect((await sdk.getTemplates(endpoint, { q: 'form 7' })).templates).toMatchObject([{ name: 'Form 7' }]);
  expect(await sdk.toggleTemplateStar(endpoint, id)).toMatchObject({ id, star_counter: 1 });
  await api.settle();
  expect((await sdk.getTemplates(endpoint, { is_starred: true })).templates).toMatchObject([{ id }]);
  expect((await sdk.getTemplates(endpoint, { is_starred: false })).count).toBe(11);
  expect(await sdk.toggleTemplateStar(endpoint, id)).toMatchObject({ id, star_counter: 0 });
};

/** A stand-in for Microsoft Graph: the one host that the platform takes such files from. */
const fromSharepoint = async ({ api, sdk }: Stage, { endpoint }: Member) => {
  const tokens: unknown[] = [];
  const graph = createServer(({ url, headers }, response) => {
    tokens.push(headers.authorization);
    const item = { name: 'shared.pdf', file: { mimeType: 'application/pdf' } };
    response.end(url?.includes('/content') ? pdf(2) : JSON.stringify(item));
  });
  await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve));
  const restore = setEnvironment({ GRAPH_URL: `http://127.0.0.1:${(graph.address() as AddressInfo).port}` });
  try {
    const file = { siteId: 'example.sharepoint.com,a-b,c-d', itemId: '01ABC', oboToken: 'the.secret-token' };
    const made = await sdk.createTemplateFromSharepoint(endpoint, { name: 'From SharePoint', ...file });
    expect(made).toMatchObject({ name: 'From SharePoint', documents: [{ name: 'shared.pdf', pages: 2 }] });
    expect(new Set(tokens)).toEqual(new Set(['Bearer the.secret-token']));
    const stored: Blob = await sdk.downloadTemplateDocument(forFiles(api, endpoint), made.documents?.[0]?.id ?? '');
    expect(isPdf(new Uint8Array(await stored.arrayBuffer()))).toBe(true);
  } finally {
    restore();
    graph.close();
  }
};
