import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getTemplatePage',
    tag: 'Pages',
    summary: 'Show the page on which a template is changed',
    description: 'It shows the template to whoever signs in and may see it.',
    route: 'GET /templates/{template_id}',
    session: 'none',
    path: idPath('template_id'),
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { signUp: true, socialClients: true, eventBus: true },
  },
  ({ locales }) => signInPlace('templatesTitle', locales),
);
