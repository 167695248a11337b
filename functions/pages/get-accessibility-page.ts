import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { accessibilityPage } from '../../lib/pages/accessibility-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getAccessibilityPage',
    tag: 'Pages',
    summary: 'Show how accessible the pages are',
    route: 'GET /accessibility',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: {},
  },
  accessibilityPage,
);
