import { signatureField, tenant } from '../drafts/material.ts';
import { makeForm } from '../pdf/detect/form-maker.ts';
import { file, pdf } from '../templates/material.ts';
import type { Stage } from './stage.ts';

/** A draft, from nothing to the envelope. */
export const draftUses = async ({ api, use }: Stage): Promise<void> => {
  const as = api.as(await api.signUp());
  const draft = await use(as.createDraft({ body: { name: 'Lease of the garden flat' } }));
  const path = { draft_id: draft.id };
  const form = new FormData();
  form.append('template_id', draft.id);
  form.append('file', file(pdf(2), 'lease.pdf'));
  await use(as.createTemplateDocument({ form }), 'to a draft');
  const document_id = (await as.getDraft({ path })).body.documents[0].id;
  await use(as.getTemplateDocumentPages({ path: { document_id } }), 'first time');
  await use(as.getTemplateDocumentPages({ path: { document_id } }), 'again');
  const other = new FormData();
  other.append('file', file(pdf(2), 'lease of today.pdf'));
  await use(as.replaceTemplateDocumentFile({ path: { document_id }, form: other }));
  await use(as.replaceTemplateDocumentFile({ path: { document_id }, body: { previous: true } }), 'the old file');
  const { bytes } = await makeForm('lease', ({ text, line }) => {
    text(72, 700, 'Signature of the tenant:');
    line(200, 698, 200);
  });
  const blanks = new FormData();
  blanks.append('template_id', draft.id);
  blanks.append('file', file(bytes, 'blanks.pdf'));
  const { id } = (await as.createTemplateDocument({ form: blanks })).body;
  await use(as.getTemplateDocumentProposals({ path: { document_id: id } }));
  await as.deleteTemplateDocument({ path: { document_id: id } });
  await use(as.getDraftProblems({ path }));
  await use(as.updateDraft({ path, body: { roles: [tenant()], fields: [signatureField()] } }));
  await use(as.updateDraft({ path, body: { fields: [{ name: 'tenant-signature', x: 90 }] } }), 'one field is moved');
  await use(as.getDraft({ path }));
  await use(as.getDraft({ path, query: { first_page: true } }), 'with its first page');
  await use(as.previewDraft({ path: { ...path, role_name: 'Tenant' } }));
  await use(as.sendDraftTest({ path }));
  const copy = await use(as.duplicateDraft({ path, body: { name: 'Lease of the other flat' } }));
  await api.settle();
  await use(as.getDrafts());
  await use(as.deleteDraft({ path: { draft_id: copy.id } }));
  await use(as.sendDraft({ path, body: {} }));
  await use(as.sendDraft({ path, body: {} }), 'again');
};
