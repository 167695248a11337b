import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setEnvironment } from '../../infra/local/environment.ts';
import type { Calls } from '../api.ts';
import { base64, lease, pdf, signature } from '../templates/material.ts';
import type { Stage } from './stage.ts';

/** Templates with their documents, roles and fields; uploads. */
export const templateUses = async (stage: Stage): Promise<void> => {
  const { api, use } = stage;
  const as = api.as(await api.signUp());
  const template = await use(as.createTemplate({ body: lease() }));
  const path = { template_id: template.id };
  await use(as.getTemplate({ path }));
  await use(as.getTemplates());
  await use(as.updateTemplate({ path, body: { name: 'Lease 2026' } }));
  await use(as.toggleTemplateStar({ path }));
  await use(as.createRole({ path, body: { name: 'Witness', type: 'signer', sequence: 3 } }));
  await use(as.updateRole({ path: { ...path, role_name: 'Witness' }, body: { name: 'First witness' } }));
  await use(as.createField({ path, body: signature('witness-signature', 'First witness') }));
  await use(as.updateField({ path: { ...path, field_name: 'witness-signature' }, body: { x: 100, y: 120 } }));
  await use(as.deleteField({ path: { ...path, field_name: 'witness-signature' } }));
  await use(as.deleteRole({ path: { ...path, role_name: 'First witness' } }));
  const more = { template_id: template.id, name: 'annex.pdf', data: base64(pdf(1)) };
  const document = await use(as.createTemplateDocument({ body: more }));
  const at = { document_id: document.id };
  await use(as.getTemplateDocument({ path: at }));
  await use(as.getTemplateDocument({ path: at, query: { type: 'file' } }), 'the file');
  await use(as.getTemplateDocument({ path: at, query: { type: 'download' } }), 'a link');
  await use(as.getTemplateDocumentPage({ path: { ...at, variant: 'original', page: '1' } }), 'first time');
  await use(as.getTemplateDocumentPage({ path: { ...at, variant: 'original', page: '1' } }), 'again');
  await use(as.getTemplateDocumentFile({ path: { ...path, ...at } }));
  await use(as.getTemplateDocumentFile({ path: { ...path, ...at }, query: { thumbnail: true } }), 'its thumbnail');
  await use(as.deleteTemplateDocument({ path: at }));
  await use(as.duplicateTemplate({ path, body: { action: 'duplicate', name: 'Copy' } }));
  await api.settle();
  await use(as.getTemplates({ query: { is_creator: true, sort_by: 'counter', rows: 1 } }), 'own, by use');
  const contents = { fields: [{ name: 'tenant-signature', x: 90 }] };
  await use(as.updateTemplateContents({ path, body: contents }));
  await byLink(stage, as, path);
  await use(as.deleteTemplate({ path }));
  const bytes = pdf(2);
  const upload = await use(as.createUpload({ body: { name: 'big.pdf', size: bytes.length } }));
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: Uint8Array.from(bytes) });
  await use(as.createTemplate({ body: { name: 'Big', documents: [{ uri: upload.id }] } }), 'from an upload');
  await fromSharepoint(stage);
};

/** Links of a template, and a visitor of one. */
const byLink = async ({ api, use }: Stage, as: Calls, path: { template_id: string }): Promise<void> => {
  const recipients = [
    { role_name: 'Landlord & owner', first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com' },
  ];
  const city = { name: 'city', role_name: 'Tenant', type: 'textbox', page: 1, x: 72, y: 300 };
  await as.createField({ path, body: city });
  const body = { name: 'Registration', recipients, cap: 500, fields: ['city'], once_per_address: true };
  const link = await use(as.createTemplateLink({ path, body }));
  const at = { ...path, link_id: link.id };
  await use(as.getTemplateLinks({ path }));
  await use(as.updateTemplateLink({ path: at, body: { cap: 1000 } }));
  await use(as.signTemplateLinkAddress({ path: at, body: { values: { city: 'Berlin' } } }));
  const who = { first_name: 'Ada', last_name: 'Lovelace', email: 'visitor@example.com' };
  await use(api.anyone.getPublicTemplateLink({ path: at }));
  await use(api.anyone.requestTemplateLinkCode({ path: at, body: who }));
  await api.settle();
  const code = (await api.messages(who.email))[0]?.code ?? '';
  await use(api.anyone.confirmTemplateLink({ path: at, body: { ...who, code } }));
  await use(api.anyone.confirmTemplateLink({ path: at, body: { ...who, code } }), 'on another device');
  await use(as.deleteTemplateLink({ path: at }));
};

const fromSharepoint = async ({ api, use }: Stage): Promise<void> => {
  const owner = await api.signUp();
  const file = { name: 'lease.pdf', file: { mimeType: 'application/pdf' } };
  const graph = createServer((request, response) => {
    response.end(request.url?.includes('/content') ? pdf(2) : JSON.stringify(file));
  });
  await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve));
  const restore = setEnvironment({ GRAPH_URL: `http://127.0.0.1:${(graph.address() as AddressInfo).port}` });
  try {
    const body = { name: 'Lease', siteId: 'example.sharepoint.com,a-b,c-d', itemId: '01ABC', oboToken: 'the.token' };
    await use(api.as(owner).createTemplateFromSharepoint({ body }));
  } finally {
    restore();
    graph.close();
  }
};
