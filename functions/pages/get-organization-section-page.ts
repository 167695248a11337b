import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';

export const handler = operation(
  {
    id: 'getOrganizationSectionPage',
    tag: 'Pages',
    summary: "Show a section of the organization's page",
    description: 'An unknown section, or one that the signed-in user may not see, shows the overview.',
    route: 'GET /organization/{section}',
    session: 'none',
    path: z.strictObject({
      section: z
        .string()
        .regex(/^[a-z-]{1,40}$/, 'must be the name of a section')
        .meta({ description: 'Name of the section, such as `members`', example: 'members' }),
    }),
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { signUp: true, socialClients: true, eventBus: true },
  },
  ({ locales }) => signInPlace('organization', locales),
);
