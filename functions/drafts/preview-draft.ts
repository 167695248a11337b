import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { KnownRoleName } from '../../lib/signing/fields/field-schema.ts';
import { previewDraft } from '../../lib/signing/sessions/preview-draft.ts';
import { DraftPreview } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'previewDraft',
    tag: 'Drafts',
    summary: 'Preview a draft as one of its recipients',
    description: [
      'What that recipient would get at their turn (`POST /v2/sign/unauth/…`) if the draft were sent as it is: without a token, because',
      'nothing is stored, sent or counted. Its documents have the ids of those of the draft. Names that are missing are those of',
      'the roles; fields that could not be sent are left out. The page `/drafts/{draft_id}/preview/{role_name}` shows it.',
    ].join(' '),
    route: 'GET /v2/drafts/{draft_id}/preview/{role_name}',
    session: 'user',
    callableBy: 'envelopes:read',
    path: z.strictObject({ draft_id: Id, role_name: KnownRoleName }),
    returns: DraftPreview,
    errors: ['forbidden', 'draft_not_found', 'role_not_found', 'draft_not_sendable'],
    access: { read: ['template', 'brand', 'dailyMessages'] },
  },
  async ({ caller, path }) => previewDraft(caller, path.draft_id, path.role_name),
);
