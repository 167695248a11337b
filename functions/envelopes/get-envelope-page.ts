import * as z from 'zod';
import { brokenEnvelopePage, envelopePage } from '../../lib/envelopes/page.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Id } from '../../lib/schema.ts';

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
    failurePage: brokenEnvelopePage,
    access: {},
  },
  ({ path }) => envelopePage(path.envelope_id),
);
