import * as z from 'zod';
import { invitationPage } from '../../lib/invitations/page.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'getInvitationPage',
    tag: 'Pages',
    summary: 'Show the page that an invitation links to',
    route: 'GET /invitations',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    access: {},
  },
  () => invitationPage(),
);
