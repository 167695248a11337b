import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { sendTest } from '../../lib/signing/drafts/send-test.ts';
import { presentEnvelope, viewerOf } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { Envelope } from '../../lib/signing/envelopes/envelope-schema.ts';
import { decryptedFor } from '../../lib/signing/envelopes/reading/secrets.ts';

export const handler = operation(
  {
    id: 'sendDraftTest',
    tag: 'Drafts',
    summary: 'Send a test of a draft to yourself',
    description: [
      'Makes an envelope of the draft in which all recipients have your address, and invites them as it would invite the real ones. Its name begins',
      'with `[TEST]`. It asks for no verification, reminds nobody, expires after two days, and is deleted a day after it has ended. The draft stays as it is.',
    ].join(' '),
    route: 'POST /v2/drafts/{draft_id}/test',
    unrecorded: 'envelope',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: idPath('draft_id'),
    returns: Envelope,
    errors: [
      'forbidden',
      'draft_not_found',
      'draft_not_sendable',
      'messages_used_up',
      'recipient_outside',
      'file_changed',
    ],
    access: {
      read: ['template', 'dailyMessages', 'brand'],
      write: ['envelope'],
      bulk: ['envelope', 'envelopeList', 'documentPointer'],
      dataKey: true,
      messagesPerDay: true,
      files: {
        get: ['templateDocument', 'templatePage'],
        put: ['envelopeDocument', 'envelopePage', 'templatePage'],
      },
    },
  },
  async ({ caller, path, origin }) => {
    const state = await sendTest(caller, path.draft_id, origin);
    return presentEnvelope(await decryptedFor(caller, state), viewerOf(caller, state.envelope));
  },
);
