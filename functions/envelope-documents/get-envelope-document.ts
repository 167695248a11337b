import * as z from 'zod';
import { getFile, linkToFile } from '../../lib/aws/files/file-store.ts';
import { contentDisposition } from '../../lib/aws/files/names.ts';
import { idPath } from '../../lib/base/common-schema.ts';
import { Answer, LARGEST_ANSWER, redirect, text } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { reportDownload } from '../../lib/notify/webhooks/downloads.ts';
import { presentEnvelopeDocument } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { EnvelopeDocument } from '../../lib/signing/envelopes/envelope-schema.ts';
import { combinedFile } from '../../lib/signing/envelopes/reading/combined.ts';
import { visibleDocument } from '../../lib/signing/envelopes/reading/visible.ts';
import { combinedFileName, documentFileName } from '../../lib/signing/envelopes/rules/file-names.ts';
import { currentFile } from '../../lib/signing/envelopes/rules/recorded-file.ts';

export const handler = operation(
  {
    id: 'getEnvelopeDocument',
    tag: 'Envelope Documents',
    summary: "Get an envelope's document",
    description: [
      'Its record; with `type=file` its bytes (a redirect to a link where they are large), with `type=download` and',
      '`type=preview` a short-lived link as plain text. `combined=true`: all documents and the certificate as one PDF',
      'for reading. It has no seals: only the single documents have them. Sealed once the envelope is complete, as it',
      'was sent before. Sealed files are named as such (“Lease – signed.pdf”), in the language of `Accept-Language`.',
      'A download by a recipient (`file`, `download`) is reported to the webhook (`recipient_docs_downloaded`).',
    ].join(' '),
    route: 'GET /v2/envelope-documents/{document_id}',
    unrecorded: 'pictures',
    session: 'both',
    callableBy: 'envelopes:read',
    path: idPath('document_id'),
    query: z.object({
      type: z.enum(['file', 'download', 'preview']).optional(),
      combined: z.boolean().default(false),
    }),
    returns: EnvelopeDocument,
    alsoProduces: ['text/plain', 'application/pdf'],
    redirects: 'With `type=file`: a short-lived link to a file too large for an answer',
    errors: ['document_not_found', 'verification_needed', 'step_done', 'file_changed'],
    access: {
      read: ['envelope', 'documentPointer', 'webhook'],
      write: ['outbox'],
      files: { get: ['envelopeDocument', 'sealedDocument', 'combined'], put: ['combined'] },
    },
  },
  async ({ caller, path, query, locales }) => {
    const { envelope, document } = await visibleDocument(caller, path.document_id);
    if (!query.type) return presentEnvelopeDocument(document);
    const { file, sha256, filename } = query.combined
      ? { file: await combinedFile(envelope.id), sha256: undefined, filename: combinedFileName(envelope, locales) }
      : { ...currentFile(document), filename: documentFileName(document, envelope, locales) };
    if (query.type !== 'preview') await reportDownload(caller, envelope, query.combined ? null : document);
    const disposition = query.type === 'preview' ? 'inline' : 'attachment';
    const link = () => linkToFile(file, { filename, mime: 'application/pdf', disposition, sha256 });
    if (query.type !== 'file') return text(await link());
    if (!query.combined && document.size > LARGEST_ANSWER) return redirect(await link());
    const bytes = await getFile(file, { sha256 });
    if (bytes.length > LARGEST_ANSWER) return redirect(await link());
    return new Answer('application/pdf', bytes, 200, {
      'Content-Disposition': contentDisposition('attachment', filename),
    });
  },
);
