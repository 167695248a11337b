import * as z from 'zod';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { linkToFile, putFile } from '../../lib/aws/files/file-store.ts';
import { contentDisposition } from '../../lib/aws/files/names.ts';
import { Id } from '../../lib/base/common-schema.ts';
import { invalid } from '../../lib/base/errors.ts';
import { newId } from '../../lib/base/ids.ts';
import { Answer, LARGEST_ANSWER, redirect } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { ZIP_LIMITS, zipEnvelopes } from '../../lib/signing/envelopes/reading/zip.ts';

export const handler = operation(
  {
    id: 'getEnvelopesZip',
    tag: 'Envelopes',
    summary: 'Download envelopes as a ZIP',
    description: [
      `Up to ${ZIP_LIMITS.envelopes} ids, separated by commas; a folder for each envelope, with its documents and what`,
      'recipients attached; files and folders are named in the language of `Accept-Language`. Large ones redirect to a short-lived link.',
    ].join(' '),
    route: 'GET /v2/envelopes/zip/{ids}',
    session: 'user',
    callableBy: 'envelopes:read',
    path: z.strictObject({ ids: z.string().min(1) }),
    returns: z.string().meta({ format: 'binary' }),
    produces: 'application/zip',
    redirects: 'A short-lived link to a file too large for an answer',
    errors: ['envelope_not_found', 'not_the_owner', 'too_large', 'file_changed'],
    access: {
      read: ['envelope'],
      files: { get: ['envelopeDocument', 'sealedDocument', 'attachment', 'zip'], put: ['zip'] },
    },
  },
  async ({ caller, path, locales }) => {
    const ids = [...new Set(path.ids.split(','))];
    if (ids.length > ZIP_LIMITS.envelopes) invalid('ids', `at most ${ZIP_LIMITS.envelopes} are allowed`);
    if (!ids.every((id) => Id.safeParse(id).success)) invalid('ids', 'must be UUIDs, separated by commas');
    const { name, bytes } = await zipEnvelopes(caller, ids, locales);
    const disposition = contentDisposition('attachment', name);
    if (bytes.length <= LARGEST_ANSWER) {
      return new Answer('application/zip', bytes, 200, { 'Content-Disposition': disposition });
    }
    const key = fileKeys.zip(caller.organization_id, newId());
    await putFile(key, bytes, 'application/zip');
    return redirect(await linkToFile(key, { filename: name, mime: 'application/zip', disposition: 'attachment' }));
  },
);
