import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getEnvelopePage',
    tag: 'Envelopes',
    summary: "The page that a sender's mail leads to",
    description: 'It shows the envelope to whoever signs in and may see it.',
    route: 'GET /envelopes/{envelope_id}',
    session: 'none',
    path: idPath('envelope_id'),
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { signUp: true, socialClients: true, eventBus: true },
  },
  ({ locales }) => signInPlace('envelopeTitle', locales),
);
