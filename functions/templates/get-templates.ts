import { operation } from '../../lib/http/operation.ts';
import { listTemplates } from '../../lib/signing/templates/list-templates.ts';
import { TemplatePage, TemplateQuery } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'getTemplates',
    tag: 'Templates',
    summary: 'List the templates that the caller sees',
    description: [
      "The caller's own, and those that are shared in the organization; with `visibility=public` the public ones of",
      'every organization instead. Rows are summaries: roles, fields and documents stand in the single record. What a page costs does not depend on how many templates there are.',
    ].join(' '),
    route: 'GET /v2/templates',
    session: 'user',
    callableBy: 'templates:read',
    permissions: ['template:member:read'],
    query: TemplateQuery,
    returns: TemplatePage,
    access: { read: ['template', 'templateList', 'templateOrders', 'templateCounts', 'templateSearch'] },
  },
  async ({ caller, query }) => listTemplates(caller, query),
);
