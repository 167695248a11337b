import type { Api, Person } from '../api.ts';
import { file, pdf } from '../templates/material.ts';

/** Adds a document of so many pages to a draft, and answers it. */
export const addDocument = async (api: Api, owner: Person, draft_id: string, pages = 2, name = 'lease.pdf') => {
  const form = new FormData();
  form.append('template_id', draft_id);
  form.append('file', file(pdf(pages), name));
  return (await api.as(owner).createTemplateDocument({ form })).body;
};

/** A signer who can be written to. */
export const tenant = (more: Record<string, unknown> = {}) => ({
  name: 'Tenant',
  type: 'signer',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  sequence: 1,
  ...more,
});

/** The place at which the tenant signs. */
export const signatureField = (more: Record<string, unknown> = {}) => ({
  name: 'tenant-signature',
  role_name: 'Tenant',
  type: 'signature',
  required: true,
  page: 1,
  x: 72,
  y: 72,
  ...more,
});

/** Makes a draft that can be sent: a document of two pages, one signer, one signature. */
export const readyDraft = async (api: Api, owner: Person, body: Record<string, unknown> = {}): Promise<string> => {
  const draft = (await api.as(owner).createDraft({ body })).body;
  await addDocument(api, owner, draft.id);
  await api.as(owner).updateDraft({
    path: { draft_id: draft.id },
    body: { roles: [tenant()], fields: [signatureField()] },
  });
  return draft.id;
};
