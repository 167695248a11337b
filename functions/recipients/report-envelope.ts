import * as z from 'zod';
import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { REPORT_REASONS, reportEnvelope } from '../../lib/signing/sessions/report-envelope.ts';

export const handler = operation(
  {
    id: 'reportEnvelope',
    tag: 'Recipients',
    summary: 'Report an unwanted envelope',
    description:
      "It is noted in the envelope's audit trail, and the platform's operator gets a mail. Each recipient's first report counts; more reports " +
      'change nothing.',
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/report',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: z.object({ reason: z.enum(REPORT_REASONS) }),
    returns: Confirmation,
    errors: ['envelope_not_found', 'recipient_not_found'],
    access: { change: ['envelope'] },
    examples: { body: { reason: 'unknown_sender' } },
  },
  ({ caller, path, body, origin }) => reportEnvelope(caller, path, body.reason, origin).then(() => 'OK'),
);
