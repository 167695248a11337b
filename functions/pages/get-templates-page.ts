import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getTemplatesPage',
    tag: 'Pages',
    summary: 'Show the page with the templates',
    route: 'GET /templates',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { signUp: true, socialClients: true, eventBus: true },
  },
  ({ locales }) => signInPlace('templatesTitle', locales),
);
