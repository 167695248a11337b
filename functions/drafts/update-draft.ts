import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { demandedVersion } from '../../lib/http/version-header.ts';
import { changeDraft } from '../../lib/signing/drafts/change-draft.ts';
import { DraftPatch } from '../../lib/signing/drafts/draft-schema.ts';
import { ContentsState } from '../../lib/signing/templates/contents-schema.ts';
import { presentState } from '../../lib/signing/templates/present-template.ts';

export const handler = operation(
  {
    id: 'updateDraft',
    tag: 'Drafts',
    summary: 'Change a draft',
    description: [
      'Changes settings, documents, roles and fields at once: all of it, or nothing. Roles and fields are found by',
      'their names: known ones are changed, unknown ones are added, and `remove` takes one away. Members that are',
      'left out stay, so two people who change different things lose nothing. With `If-Match: "<version>"` a change',
      'of another version is refused with {version_changed}; without it the latest change wins. At most 80 roles,',
      'fields and documents change in a call.',
    ].join(' '),
    route: 'PATCH /v2/drafts/{draft_id}',
    event: 'draft:updated',
    session: 'user',
    callableBy: 'envelopes:write',
    path: idPath('draft_id'),
    body: DraftPatch,
    returns: ContentsState,
    errors: ['forbidden', 'draft_not_found', 'template_full', 'version_changed'],
    access: { change: ['template'], remove: ['template'] },
    examples: {
      body: {
        roles: [{ name: 'Tenant', type: 'signer', full_name: 'Ada Lovelace', email: 'ada@example.com', sequence: 1 }],
        fields: [{ name: 'tenant-signature', role_name: 'Tenant', type: 'signature', page: 1, x: 72, y: 72 }],
      },
    },
  },
  async ({ caller, path, body, headers }) =>
    presentState(await changeDraft(caller, path.draft_id, body, demandedVersion(headers))),
);
