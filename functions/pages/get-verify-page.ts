import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { verifyPage } from '../../lib/pages/verify-page.ts';

export const handler = operation(
  {
    id: 'getVerifyPage',
    tag: 'Pages',
    summary: 'Show the page on which anybody checks sealed documents',
    description: 'Files are checked in the browser and sent nowhere.',
    route: 'GET /verify',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: {},
  },
  ({ locales }) => verifyPage(locales),
);
