import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Draft } from '../../lib/signing/drafts/draft-schema.ts';
import { draftFor } from '../../lib/signing/drafts/draft-store.ts';
import { presentDraft } from '../../lib/signing/drafts/present-draft.ts';

export const handler = operation(
  {
    id: 'getDraft',
    tag: 'Drafts',
    summary: 'Get a draft',
    route: 'GET /v2/drafts/{draft_id}',
    session: 'user',
    callableBy: 'envelopes:read',
    path: idPath('draft_id'),
    returns: Draft,
    errors: ['forbidden', 'draft_not_found'],
    access: { read: ['template'] },
  },
  async ({ caller, path }) => presentDraft(await draftFor(caller, path.draft_id, 'read'), caller),
);
