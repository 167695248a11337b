import * as z from 'zod';
import { idPath, orNothing, Title } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { duplicateDraft } from '../../lib/signing/drafts/create-draft.ts';
import { Draft } from '../../lib/signing/drafts/draft-schema.ts';
import { presentDraft } from '../../lib/signing/drafts/present-draft.ts';

export const handler = operation(
  {
    id: 'duplicateDraft',
    tag: 'Drafts',
    summary: 'Copy a draft',
    description: 'With its documents, roles and fields. The copy is yours, and private.',
    route: 'POST /v2/drafts/{draft_id}/copies',
    event: 'draft:created',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: idPath('draft_id'),
    body: z.object({ name: orNothing(Title) }),
    returns: Draft,
    errors: ['draft_not_found', 'file_changed'],
    access: {
      change: ['template'],
      write: ['templateList', 'documentPointer'],
      bulk: ['template', 'documentPointer'],
      files: { get: ['templateDocument'], put: ['templateDocument'] },
    },
    examples: { body: { name: 'Lease of the other flat' } },
  },
  async ({ caller, path, body }) => presentDraft(await duplicateDraft(caller, path.draft_id, body.name), caller),
);
