import * as z from 'zod';
import { Id } from '../../lib/base/schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { envelopePage } from '../../lib/pages/envelope-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getEnvelopePage',
    tag: 'Envelopes',
    summary: "The page that a sender's mail leads to",
    route: 'GET /envelopes/{envelope_id}',
    session: 'none',
    path: z.strictObject({ envelope_id: Id }),
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: {},
  },
  ({ path }) => envelopePage(path.envelope_id),
);
