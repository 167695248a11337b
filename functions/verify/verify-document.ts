import { filePart, fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { decodeBase64 } from '../../lib/signing/documents/base64.ts';
import { countValidation } from '../../lib/signing/validation/limit.ts';
import { validatePdf } from '../../lib/signing/validation/validate-pdf.ts';
import { DocumentToVerify, Verification } from '../../lib/signing/validation/validation-schema.ts';

export const handler = operation(
  {
    id: 'verifyDocument',
    tag: 'Verification',
    summary: 'Check if a PDF was sealed here and is unchanged',
    description: [
      'The PDF is the part `file` of a form, or `data` in JSON; it is not stored. Anybody may ask. A seal of this platform is',
      'recognised by its key, so replacing the certificate changes nothing. For a file that was sealed here, byte for byte,',
      'the answer also names its envelope and document, the chain head that the certificate of completion prints, and',
      'the number of later events in the audit trail, and proves that the log has it; for any other file, nothing. The issuers of the certificates of',
      'time-stamp authorities and other signers are not checked.',
    ].join(' '),
    route: 'POST /v2/verify',
    unrecorded: 'none',
    session: 'none',
    body: DocumentToVerify,
    multipart: fileParts('file'),
    returns: Verification,
    errors: ['unusable_document', 'too_many_requests'],
    access: {
      read: ['envelope', 'sealedFile', 'log', 'logEntry'],
      change: ['fileChecks'],
      files: { get: ['log'] },
      sealCertificate: true,
    },
    examples: { body: { data: 'JVBERi0xLjcK' } },
  },
  async ({ body: { data }, files, origin }) => {
    await countValidation(origin.ip);
    return validatePdf(data ? decodeBase64(data, 'data') : filePart(files, 'file', 'data').bytes);
  },
);
