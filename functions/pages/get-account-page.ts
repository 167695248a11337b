import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getAccountPage',
    tag: 'Pages',
    summary: 'Show the page of the own account',
    route: 'GET /account',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { signUp: true, socialClients: true, eventBus: true },
  },
  ({ locales }) => signInPlace('account', locales),
);
