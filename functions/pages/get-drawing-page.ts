import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { drawingPage } from '../../lib/pages/drawing-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getDrawingPage',
    tag: 'Pages',
    summary: 'Show the page on which a phone draws a signature',
    description: 'The drawing and its key stand after the `#` of the link, which no server sees.',
    route: 'GET /draw',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: {},
  },
  ({ locales }) => drawingPage(locales),
);
