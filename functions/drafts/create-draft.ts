import { operation } from '../../lib/http/operation.ts';
import { createDraft } from '../../lib/signing/drafts/create-draft.ts';
import { Draft, NewDraft } from '../../lib/signing/drafts/draft-schema.ts';
import { presentDraft } from '../../lib/signing/drafts/present-draft.ts';

export const handler = operation(
  {
    id: 'createDraft',
    tag: 'Drafts',
    summary: 'Begin a draft',
    description: [
      'An envelope that is prepared step by step, and saved as it is done: empty, or with the documents, roles and fields',
      'of a template or of an envelope that you sent. With `replaces` it corrects an envelope that nobody has signed yet: sending the',
      'draft makes a new envelope and cancels that one, both or neither. Nobody receives a message before `POST ' +
        '/v2/drafts/{draft_id}/send`. Documents are added by',
      '`POST /v2/template-documents`, with the id of the draft as `template_id`.',
    ].join(' '),
    route: 'POST /v2/drafts',
    event: 'draft:created',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    body: NewDraft,
    returns: Draft,
    errors: [
      'template_not_found',
      'envelope_not_found',
      'not_the_owner',
      'forbidden',
      'not_replaceable',
      'file_changed',
    ],
    access: {
      read: ['envelope'],
      change: ['template'],
      write: ['templateList', 'documentPointer'],
      bulk: ['template', 'documentPointer'],
      files: { get: ['templateDocument', 'envelopeDocument'], put: ['templateDocument'] },
    },
    examples: { body: { name: 'Lease of the garden flat' } },
  },
  async ({ caller, body }) => presentDraft(await createDraft(caller, body), caller),
);
