import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { accountPage } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getInvitationPage',
    tag: 'Pages',
    summary: 'Show the page that an invitation links to',
    route: 'GET /invitations',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { eventBus: true },
  },
  ({ locales }) => accountPage('invitationTitle', locales),
);
