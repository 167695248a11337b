import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { accountPage } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getResetPasswordPage',
    tag: 'Pages',
    summary: 'Show the page that a reset mail links to',
    route: 'GET /reset-password',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { eventBus: true },
  },
  ({ locales }) => accountPage('resetTitle', locales),
);
