import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Draft, DraftView } from '../../lib/signing/drafts/draft-schema.ts';
import { draftFor } from '../../lib/signing/drafts/draft-store.ts';
import { presentDraft } from '../../lib/signing/drafts/present-draft.ts';
import { firstViewedPage } from '../../lib/signing/templates/page-images.ts';

export const handler = operation(
  {
    id: 'getDraft',
    tag: 'Drafts',
    summary: 'Get a draft',
    route: 'GET /v2/drafts/{draft_id}',
    session: 'user',
    callableBy: 'envelopes:read',
    path: idPath('draft_id'),
    query: DraftView,
    returns: Draft,
    errors: ['forbidden', 'draft_not_found'],
    access: { read: ['template'], files: { get: ['templatePage'] } },
  },
  async ({ caller, path, query }) => {
    const draft = await draftFor(caller, path.draft_id, 'read');
    const answer = presentDraft(draft, caller);
    return query.first_page ? { ...answer, first_page: await firstViewedPage(draft) } : answer;
  },
);
