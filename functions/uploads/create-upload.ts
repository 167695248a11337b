import { operation } from '../../lib/http/operation.ts';
import { NewUpload, Upload } from '../../lib/signing/documents/document-schema.ts';
import { LARGEST_DOCUMENT } from '../../lib/signing/documents/limits.ts';
import { demandToUpload, openUpload } from '../../lib/signing/documents/uploads.ts';

export const handler = operation(
  {
    id: 'createUpload',
    tag: 'Uploads',
    summary: 'Get a link to upload a document to',
    description: [
      'For files above about 4 MB, which a request cannot carry. PUT the file to `url` with `headers`, exactly',
      '`size` bytes; then give the `id` where a document takes `data` or `uri`. The link lives 15 minutes, the',
      'upload a day, and it is used up by the document that is made of it.',
    ].join(' '),
    route: 'POST /v2/uploads',
    unrecorded: 'transient',
    session: 'user',
    callableBy: 'envelopes:write',
    body: NewUpload,
    returns: Upload,
    errors: ['forbidden'],
    access: { write: ['upload'], files: { put: ['upload'] } },
    examples: { body: { name: 'lease.pdf', size: 12_345_678 } },
  },
  async ({ caller, body }) => {
    demandToUpload(caller);
    const { id, url, expires_at } = await openUpload(caller, body);
    return { id, url, expires_at, headers: { 'Content-Type': body.mime }, max_bytes: LARGEST_DOCUMENT };
  },
);
