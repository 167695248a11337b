import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getBatchesPage',
    tag: 'Pages',
    summary: 'Show the page on which one sends a file of rows',
    route: 'GET /batches',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { signUp: true, socialClients: true, eventBus: true },
  },
  ({ locales }) => signInPlace('templates', locales),
);
