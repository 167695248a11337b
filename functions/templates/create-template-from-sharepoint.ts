import { fetchFromSharepoint } from '../../lib/aws/net/sharepoint.ts';
import { operation } from '../../lib/http/operation.ts';
import { createTemplate } from '../../lib/signing/templates/create-template.ts';
import { presentTemplate } from '../../lib/signing/templates/present-template.ts';
import { NewTemplateFromSharepoint, Template } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'createTemplateFromSharepoint',
    tag: 'Templates',
    summary: 'Create a template from a file in SharePoint',
    description: [
      "Reads the file from the document library of the site, through Microsoft Graph with the caller's own token,",
      'which is neither stored nor logged. PDFs, PNGs and JPEGs are taken as they are; other files, such as Word',
      'documents, are converted to PDF by Graph if it can. The template is private and has this one document.',
    ].join(' '),
    route: 'POST /v2/templates/from-sharepoint',
    event: 'template:created',
    session: 'user',
    callableBy: 'templates:write',
    permissions: ['template:creator:create:personal'],
    body: NewTemplateFromSharepoint,
    returns: Template,
    errors: [
      'sharepoint_refused',
      'sharepoint_unavailable',
      'sharepoint_file_not_found',
      'unusable_document',
      'unusable_tag',
      'unusable_form_field',
    ],
    access: {
      read: ['organization'],
      write: ['templateList', 'template', 'documentPointer', 'outbox'],
      bulk: ['template', 'documentPointer'],
      files: { put: ['templateDocument'], delete: ['templateDocument'] },
    },
    examples: {
      body: {
        name: 'Lease',
        siteId: 'example.sharepoint.com,2c712604-1370-44e7-a1f5-426573fda80a,2d2244c3-251a-49ea-93a8-39e1c3a060fe',
        itemId: '01NKDM7HMOJTVYMDOSXFDK2QJDXCDI3WUK',
        oboToken: 'eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.e30.signature',
      },
    },
  },
  async ({ caller, body: { name, ...file } }) => {
    const { bytes, name: fileName } = await fetchFromSharepoint(file);
    const document = { field: 'documents', name: fileName, mime: 'application/pdf', bytes };
    return presentTemplate(await createTemplate(caller, { name }, [document]), caller);
  },
);
