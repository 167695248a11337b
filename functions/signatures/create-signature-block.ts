import { EXAMPLE_PICTURE } from '../../lib/http/example-files.ts';
import { filePart, fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { decodeImageBlob } from '../../lib/pdf/images/signature-image.ts';
import { Block, NewSignature } from '../../lib/signing/signatures/signature-schema.ts';
import { createBlock } from '../../lib/signing/signatures/signature-store.ts';

export const handler = operation(
  {
    id: 'createSignatureBlock',
    tag: 'Signatures and Initials',
    summary: 'Store the picture of your signature',
    description:
      'PNG or JPEG, at most 2 MB and 4000 × 4000 pixels, as the file part `signature` of a multipart form or as text in ' +
      'JSON. It is decoded, scaled down to 600 × 300 pixels and encoded again. You keep the latest 50. With ' +
      '`remember` it is offered again by `GET /v2/profiles/remembered`.',
    route: 'POST /v2/profiles/signatures',
    event: 'signature:created',
    session: 'both',
    callableBy: 'profile:write',
    body: NewSignature,
    multipart: fileParts('signature'),
    returns: Block,
    errors: ['not_found', 'address_unproven'],
    access: {
      read: ['envelope'],
      change: ['signature'],
      write: ['signatureImage', 'rememberedMark'],
      remove: ['signature', 'signatureImage'],
      bulk: ['signature', 'signatureImage'],
      files: { put: ['signature'] },
    },
    examples: { body: { signature: EXAMPLE_PICTURE } },
  },
  ({ caller, body, files }) => {
    const bytes =
      body.signature && files.length === 0
        ? decodeImageBlob(body.signature, 'signature')
        : filePart(files, 'signature', 'signature').bytes;
    return createBlock(caller, 'signature', bytes, body);
  },
);
