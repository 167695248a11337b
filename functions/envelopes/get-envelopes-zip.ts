import * as z from 'zod';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { linkToFile, putFile } from '../../lib/aws/files/file-store.ts';
import { contentDisposition } from '../../lib/aws/files/names.ts';
import { Id } from '../../lib/base/common-schema.ts';
import { invalid } from '../../lib/base/errors.ts';
import { newId } from '../../lib/base/ids.ts';
import { Answer, LARGEST_ANSWER, redirect, text } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { reportDownload } from '../../lib/notify/webhooks/downloads.ts';
import { ZIP_LIMITS, zipEnvelopes } from '../../lib/signing/envelopes/reading/zip.ts';

export const handler = operation(
  {
    id: 'getEnvelopesZip',
    tag: 'Envelopes',
    summary: 'Download envelopes as a ZIP',
    description: [
      `Up to ${ZIP_LIMITS.envelopes} ids, separated by commas; a folder for each envelope, with its documents and what`,
      'recipients attached (those who only received it get what they attached themselves); files and folders are named in',
      'the language of `Accept-Language`. Large ones redirect to a short-lived link; `type=download` always answers with',
      'one, as plain text. A download by a recipient is reported to the webhook (`recipient_docs_downloaded`).',
    ].join(' '),
    route: 'GET /v2/envelopes/zip/{ids}',
    event: 'envelope:exported',
    isRead: true,
    session: 'user',
    callableBy: 'envelopes:read',
    path: z.strictObject({ ids: z.string().min(1) }),
    query: z.object({ type: z.enum(['file', 'download']).default('file') }),
    returns: z.string().meta({ format: 'binary' }),
    produces: 'application/zip',
    alsoProduces: ['text/plain'],
    redirects: 'A short-lived link to a file too large for an answer',
    errors: ['envelope_not_found', 'verification_needed', 'step_done', 'too_large', 'file_changed'],
    access: {
      read: ['envelope', 'webhook'],
      write: ['outbox'],
      files: { get: ['envelopeDocument', 'sealedDocument', 'attachment', 'zip'], put: ['zip'] },
    },
  },
  async ({ caller, path, query, locales }) => {
    const ids = [...new Set(path.ids.split(','))];
    if (ids.length > ZIP_LIMITS.envelopes) invalid('ids', `at most ${ZIP_LIMITS.envelopes} are allowed`);
    if (!ids.every((id) => Id.safeParse(id).success)) invalid('ids', 'must be UUIDs, separated by commas');
    const { name, bytes, envelopes } = await zipEnvelopes(caller, ids, locales);
    for (const envelope of envelopes) await reportDownload(caller, envelope, null);
    const disposition = contentDisposition('attachment', name);
    if (query.type === 'file' && bytes.length <= LARGEST_ANSWER) {
      return new Answer('application/zip', bytes, 200, { 'Content-Disposition': disposition });
    }
    const key = fileKeys.zip(caller.organization_id, newId());
    await putFile(key, bytes, 'application/zip');
    const link = await linkToFile(key, { filename: name, mime: 'application/zip', disposition: 'attachment' });
    return query.type === 'download' ? text(link) : redirect(link);
  },
);
