import { EXAMPLE_PDF } from '../../lib/http/example-files.ts';
import { repeatedFilePart } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { templateOfEnvelope } from '../../lib/signing/drafts/template-of-envelope.ts';
import { createTemplate } from '../../lib/signing/templates/create-template.ts';
import { presentTemplate } from '../../lib/signing/templates/present-template.ts';
import { NewTemplate, Template } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'createTemplate',
    tag: 'Templates',
    summary: 'Create a template',
    description: [
      'With its documents, roles and fields in the same call, or without: they can be added one by one. Documents are',
      'PDFs, PNGs or JPEGs, at most 10 a call and 50 MB each: base64, URIs or uploads in JSON, or the parts',
      '`documents` of a form, whose `roles` and `fields` are JSON texts. A field names its document by the index of',
      "it in the call. Form fields and tags in documents become fields where the organization's pipeline settings ask",
      'for it. It is private by default. Everything is created, or nothing. With `envelope_id` it gets the contents',
      'of an envelope that you sent; an application then needs the scope `envelopes:read` too.',
    ].join(' '),
    route: 'POST /v2/templates',
    event: 'template:created',
    session: 'user',
    callableBy: 'templates:write',
    body: NewTemplate,
    multipart: repeatedFilePart('documents'),
    returns: Template,
    errors: [
      'forbidden',
      'unusable_document',
      'unusable_tag',
      'unusable_form_field',
      'envelope_not_found',
      'not_the_owner',
      'file_changed',
    ],
    access: {
      read: ['organization', 'upload', 'envelope'],
      change: ['template'],
      write: ['templateList', 'documentPointer', 'outbox'],
      bulk: ['template', 'documentPointer'],
      files: { get: ['upload', 'envelopeDocument'], put: ['templateDocument'], delete: ['upload', 'templateDocument'] },
    },
    examples: {
      body: {
        name: 'Lease',
        visibility: 'shared',
        documents: [{ name: 'lease.pdf', data: EXAMPLE_PDF }],
        roles: [{ name: 'Tenant', type: 'signer', sequence: 1 }],
        fields: [
          { name: 'tenant-signature', role_name: 'Tenant', type: 'signature', required: true, page: 1, x: 72, y: 72 },
        ],
      },
    },
  },
  async ({ caller, body, files }) => {
    const { envelope_id } = body;
    const made = envelope_id
      ? await templateOfEnvelope(caller, { ...body, envelope_id }, files)
      : await createTemplate(caller, body, files);
    return presentTemplate(made, caller);
  },
);
