import { operation } from '../../lib/http/operation.ts';
import { readDrawing } from '../../lib/signing/sessions/drawing.ts';
import { DrawingPath, DrawingState } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'getDrawing',
    tag: 'Signing',
    summary: 'Look for a signature that is drawn on another device',
    description: 'The drawing alone signs nothing: store the picture with `POST /v2/profiles/signatures` to use it.',
    route: 'GET /v2/sign/drawings/{id}',
    session: 'signer',
    path: DrawingPath,
    returns: DrawingState,
    errors: ['drawing_unknown'],
    access: { read: ['drawing'] },
  },
  ({ caller, path }) => readDrawing(caller, path.id),
);
