import * as z from 'zod';
import { FIELD_UPDATE, updateFromRequest } from '../../lib/http/field-update.ts';
import { operation } from '../../lib/http/operation.ts';
import { RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';

export const handler = operation(
  {
    ...FIELD_UPDATE,
    id: 'updateRecipientField',
    tag: 'Recipients',
    summary: "Update a recipient's field",
    description: [
      'The same as `updateEnvelopeField`, but without a `value` it changes nothing and answers the field as it is.',
      'The owner may prepare a field (`prepared: true`) before the recipient acts.',
    ].join(' '),
    route: 'PUT /v2/envelopes/{envelope_id}/recipients/{role_name}/fields/{field_name}',
    unrecorded: 'envelope',
    callableBy: 'envelopes:write',
    path: z.strictObject({ ...RecipientPath.shape, field_name: z.string().min(1).max(200) }),
    examples: { body: { value: 'Ada Lovelace', prepared: false } },
  },
  async ({ caller, path, body, files, headers, origin }) =>
    updateFromRequest(caller, path, path.role_name, body, files, headers, origin, { mayOmitValue: true }),
);
