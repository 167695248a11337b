import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { endDrawing } from '../../lib/signing/sessions/drawing.ts';
import { DrawingPath } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'endDrawing',
    tag: 'Signing',
    summary: 'End the drawing on another device',
    description: 'Its link stops working.',
    route: 'DELETE /v2/sign/drawings/{id}',
    unrecorded: 'signer',
    session: 'signer',
    path: DrawingPath,
    returns: Confirmation,
    errors: ['drawing_unknown'],
    access: { remove: ['drawing'] },
  },
  ({ caller, path }) => endDrawing(caller, path.id).then(() => 'OK'),
);
