import { idPath } from '../../lib/base/common-schema.ts';
import { NotModified } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { knownVersion } from '../../lib/http/version-header.ts';
import { changedBy } from '../../lib/signing/drafts/changed-by.ts';
import { Draft, DraftView } from '../../lib/signing/drafts/draft-schema.ts';
import { draftFor } from '../../lib/signing/drafts/draft-store.ts';
import { presentDraft } from '../../lib/signing/drafts/present-draft.ts';
import { firstViewedPage } from '../../lib/signing/templates/page-images.ts';
import { isInVersion } from '../../lib/signing/templates/template-store.ts';

export const handler = operation(
  {
    id: 'getDraft',
    tag: 'Drafts',
    summary: 'Get a draft',
    description: [
      'With `If-None-Match: "<version>"` the answer is 304 as long as the draft is in that version: so one who works on',
      'it learns at little cost that somebody else has changed it.',
    ].join(' '),
    route: 'GET /v2/drafts/{draft_id}',
    session: 'user',
    callableBy: 'envelopes:read',
    path: idPath('draft_id'),
    query: DraftView,
    returns: Draft,
    conditional: true,
    errors: ['forbidden', 'draft_not_found'],
    access: { read: ['template', 'profile'], files: { get: ['templatePage'] } },
  },
  async ({ caller, path, query, headers }) => {
    const known = knownVersion(headers);
    if (known !== undefined && (await isInVersion(caller, path.draft_id, known, 'draft_not_found'))) {
      return new NotModified(known);
    }
    const draft = await draftFor(caller, path.draft_id, 'read');
    const [changed_by, first_page] = await Promise.all([
      changedBy(caller, draft),
      query.first_page ? firstViewedPage(draft) : undefined,
    ]);
    return {
      ...presentDraft(draft, caller),
      changed_by,
      ...(query.first_page ? { first_page: first_page ?? null } : {}),
    };
  },
);
