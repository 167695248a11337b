import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { previewPage } from '../../lib/pages/signing-page.ts';

export const handler = operation(
  {
    id: 'getDraftPreviewPage',
    tag: 'Pages',
    summary: 'Show what a recipient of a draft would see',
    description:
      'The signing page of an envelope that is still being prepared, to whoever is signed in and works on it. It sends nothing.',
    route: 'GET /drafts/{draft_id}/preview/{role_name}',
    session: 'none',
    path: z.strictObject({ draft_id: Id, role_name: z.string().min(1).max(200) }),
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: {},
  },
  ({ locales }) => previewPage(locales),
);
