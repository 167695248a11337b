import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { offlineVerifyPage } from '../../lib/pages/verify-page.ts';

export const handler = operation(
  {
    id: 'getOfflineVerifyPage',
    tag: 'Pages',
    summary: 'Get the page that checks sealed documents as one file to keep',
    description: 'It is complete and works from a disk, without a network and without this service.',
    route: 'GET /verify/offline.html',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: {},
  },
  offlineVerifyPage,
);
