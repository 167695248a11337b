import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { homePage } from '../../lib/pages/home-page.ts';

export const handler = operation(
  {
    id: 'getHomePage',
    tag: 'Pages',
    summary: "Show the page at the service's own address",
    route: 'GET /',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: {},
  },
  ({ locales }) => homePage(locales),
);
