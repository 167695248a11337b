import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { accountPage } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getVerifyEmailPage',
    tag: 'Pages',
    summary: 'Show the page that a verification mail links to',
    route: 'GET /verify-email',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { eventBus: true },
  },
  ({ locales }) => accountPage('confirmTitle', locales),
);
