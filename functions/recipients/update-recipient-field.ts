import * as z from 'zod';
import { FieldBody, updateFromRequest } from '../../lib/envelopes/field-request.ts';
import { EnvelopeField, RecipientPath } from '../../lib/envelopes/schema.ts';
import { fileParts } from '../../lib/operation/multipart.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'updateRecipientField',
    tag: 'Recipients',
    summary: "Update a recipient's field",
    description:
      'The same as `updateEnvelopeField`. The owner may prepare a field (`prepared: true`) before the recipient acts.',
    route: 'PUT /v2/envelopes/{envelope_id}/recipients/{role_name}/fields/{field_name}',
    session: 'both',
    path: z.strictObject({ ...RecipientPath.shape, field_name: z.string().min(1).max(200) }),
    body: FieldBody,
    multipart: fileParts('document'),
    returns: EnvelopeField,
    errors: [
      'envelope_not_found',
      'field_not_found',
      'recipient_not_acting',
      'not_agreed',
      'verification_needed',
      'field_readonly',
    ],
    access: { table: ['BatchGetItem', 'UpdateItem', 'PutItem'], files: ['put'] },
    examples: { body: { value: 'Ada Lovelace', prepared: false } },
  },
  async ({ caller, path, body, files, headers }) =>
    updateFromRequest(caller, path, path.role_name, body, files, headers),
);
