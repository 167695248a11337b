import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { demandedVersion } from '../../lib/http/version-header.ts';
import { SendDraft } from '../../lib/signing/drafts/draft-schema.ts';
import { sendDraft } from '../../lib/signing/drafts/send-draft.ts';
import { presentEnvelope, viewerOf } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { Envelope } from '../../lib/signing/envelopes/envelope-schema.ts';
import { decryptedFor } from '../../lib/signing/envelopes/reading/secrets.ts';

export const handler = operation(
  {
    id: 'sendDraft',
    tag: 'Drafts',
    summary: 'Send a draft',
    description: [
      'Makes the envelope, ends the draft, and invites the recipients of the lowest sequence. A draft becomes one',
      'envelope: if it is sent again within 30 days, the answer is the same envelope. Passcodes come with this',
      'request, because a draft keeps none. The envelope that it `replaces` is canceled in the same step; if somebody',
      'has signed that one meanwhile, nothing is sent ({not_replaceable}).',
    ].join(' '),
    route: 'POST /v2/drafts/{draft_id}/send',
    unrecorded: 'envelope',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: idPath('draft_id'),
    body: SendDraft,
    returns: Envelope,
    errors: [
      'draft_not_found',
      'draft_not_sendable',
      'not_replaceable',
      'not_the_owner',
      'forbidden',
      'version_changed',
      'messages_used_up',
      'recipient_outside',
      'file_changed',
    ],
    access: {
      read: ['dailyMessages', 'brand'],
      change: ['envelope', 'template'],
      write: ['outbox'],
      bulk: ['envelope', 'envelopeList', 'documentPointer', 'template'],
      dataKey: true,
      messagesPerDay: true,
      trustServices: true,
      files: {
        get: ['templateDocument', 'templatePage'],
        put: ['envelopeDocument', 'envelopePage', 'templatePage'],
        delete: ['templateDocument', 'templatePage'],
      },
    },
    examples: { body: {} },
  },
  async ({ caller, path, body, headers, origin }) => {
    const state = await sendDraft(caller, path.draft_id, body, origin, demandedVersion(headers));
    return presentEnvelope(await decryptedFor(caller, state), viewerOf(caller, state.envelope));
  },
);
