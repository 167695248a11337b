import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getDraftPage',
    tag: 'Pages',
    summary: 'Show the page on which an envelope is prepared and sent',
    description: 'It shows the draft to whoever signs in and works on it.',
    route: 'GET /drafts/{draft_id}',
    session: 'none',
    path: idPath('draft_id'),
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { signUp: true, socialClients: true, eventBus: true },
  },
  ({ locales }) => signInPlace('homeTitle', locales),
);
