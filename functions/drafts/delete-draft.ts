import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { discardDraft } from '../../lib/signing/drafts/change-draft.ts';

export const handler = operation(
  {
    id: 'deleteDraft',
    tag: 'Drafts',
    summary: 'Discard a draft',
    description: 'Its documents are deleted too. An envelope that was made from it stays.',
    route: 'DELETE /v2/drafts/{draft_id}',
    event: 'draft:deleted',
    session: 'user',
    callableBy: 'envelopes:write',
    path: idPath('draft_id'),
    returns: Confirmation,
    errors: ['forbidden', 'draft_not_found'],
    access: {
      read: ['template'],
      remove: ['template', 'documentPointer'],
      bulk: ['template'],
      files: { delete: ['templateDocument', 'templatePage'] },
    },
  },
  ({ caller, path }) => discardDraft(caller, path.draft_id).then(() => 'OK'),
);
