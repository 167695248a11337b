import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { problemsOf, replacementProblems } from '../../lib/signing/drafts/draft-problems.ts';
import { DraftProblems } from '../../lib/signing/drafts/draft-schema.ts';
import { draftFor } from '../../lib/signing/drafts/draft-store.ts';

export const handler = operation(
  {
    id: 'getDraftProblems',
    tag: 'Drafts',
    summary: 'Check a draft',
    description: [
      'Names everything that keeps the draft from being sent, and what its sender may have overlooked.',
      '`not_replaceable` means that the envelope to replace has ended, or that somebody has signed it.',
    ].join(' '),
    route: 'GET /v2/drafts/{draft_id}/problems',
    session: 'user',
    callableBy: 'envelopes:read',
    path: idPath('draft_id'),
    returns: DraftProblems,
    errors: ['forbidden', 'draft_not_found'],
    access: { read: ['template', 'envelope'] },
  },
  async ({ caller, path }) => {
    const draft = await draftFor(caller, path.draft_id, 'read');
    const problems = [...problemsOf(draft), ...(await replacementProblems(draft))];
    return { version: draft.header.version, is_ready: !problems.some(({ blocks }) => blocks), problems };
  },
);
