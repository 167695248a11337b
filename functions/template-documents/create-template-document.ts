import { EXAMPLE_PDF } from '../../lib/http/example-files.ts';
import { filePart, fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { type DocumentSource, sourceOf } from '../../lib/signing/documents/accept.ts';
import { addDocument } from '../../lib/signing/templates/documents.ts';
import { presentTemplateDocument } from '../../lib/signing/templates/present-template.ts';
import { NewTemplateDocument, TemplateDocument } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'createTemplateDocument',
    tag: 'Template Documents',
    summary: 'Attach a document to a template',
    description: [
      'A PDF, PNG or JPEG of at most 50 MB: the part `file` of a form, or `data` (base64, a data: URL) or `uri` in',
      'JSON, both of which also take the id of an upload. It becomes the last document unless `order` says ' +
        'otherwise. Its form fields',
      "and tags become fields of the template where the organization's pipeline settings ask for it.",
      'Otherwise, or with `place_fields: false`, they become proposals.',
    ].join(' '),
    route: 'POST /v2/template-documents',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    body: NewTemplateDocument,
    multipart: fileParts('file'),
    returns: TemplateDocument,
    errors: [
      'forbidden',
      'template_not_found',
      'template_full',
      'unusable_document',
      'unusable_tag',
      'unusable_form_field',
    ],
    access: {
      read: ['organization', 'upload'],
      change: ['template'],
      write: ['documentPointer', 'outbox'],
      remove: ['template'],
      files: { get: ['upload'], put: ['templateDocument'], delete: ['upload', 'templateDocument'] },
    },
    examples: {
      body: {
        template_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f',
        name: 'lease.pdf',
        data: EXAMPLE_PDF,
      },
    },
  },
  async ({ caller, body, files }) => {
    const { template_id, data, uri, name, order, place_fields } = body;
    const source: DocumentSource =
      data || uri
        ? sourceOf({ data, uri, name, order }, 'document')
        : { kind: 'file', file: filePart(files, 'file', 'data'), name, order, field: 'file' };
    return presentTemplateDocument(await addDocument(caller, template_id, source, place_fields ?? true));
  },
);
