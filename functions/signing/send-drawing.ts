import { Confirmation } from '../../lib/base/common-schema.ts';
import { EXAMPLE_PICTURE } from '../../lib/http/example-files.ts';
import { operation } from '../../lib/http/operation.ts';
import { decodeImageBlob } from '../../lib/pdf/images/signature-image.ts';
import { sendDrawing } from '../../lib/signing/sessions/drawing.ts';
import { DrawingPath, SentDrawing } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'sendDrawing',
    tag: 'Signing',
    summary: 'Send a signature that was drawn on another device',
    description: 'Possible once, with the key of the link. The picture is decoded, scaled down and encoded again.',
    route: 'POST /v2/sign/drawings/{id}',
    unrecorded: 'signer',
    session: 'none',
    path: DrawingPath,
    body: SentDrawing,
    returns: Confirmation,
    errors: ['drawing_unknown'],
    access: { read: ['envelope'], change: ['drawing'] },
    examples: { body: { key: 'PzLc…', image: EXAMPLE_PICTURE } },
  },
  ({ path, body }) => sendDrawing(path.id, body.key, decodeImageBlob(body.image, 'image')).then(() => 'OK'),
);
