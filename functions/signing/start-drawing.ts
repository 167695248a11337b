import { operation } from '../../lib/http/operation.ts';
import { startDrawing } from '../../lib/signing/sessions/drawing.ts';
import { NewDrawing } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'startDrawing',
    tag: 'Signing',
    summary: 'Have a signature drawn on another device',
    description:
      'Answers a link, also as a QR code, to a page on which a phone draws one signature, within ten minutes and while this signer ' +
      'may sign. Look for it with `GET /v2/sign/drawings/{id}`.',
    route: 'POST /v2/sign/drawings',
    unrecorded: 'signer',
    session: 'signer',
    returns: NewDrawing,
    answersSecret: true,
    errors: [
      'envelope_ended',
      'not_your_turn',
      'recipient_not_acting',
      'step_done',
      'not_agreed',
      'verification_needed',
    ],
    access: { read: ['envelope'], write: ['drawing'] },
  },
  ({ caller }) => startDrawing(caller),
);
