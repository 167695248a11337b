import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { FIELD_UPDATE, updateFromRequest } from '../../lib/http/field-update.ts';
import { operation } from '../../lib/http/operation.ts';

export const handler = operation(
  {
    ...FIELD_UPDATE,
    id: 'updateEnvelopeField',
    tag: 'Envelopes',
    summary: 'Update a field of an envelope',
    description: [
      '`role_name` stands in the query or in the body; in a signing session it is the session’s own.',
      'Signature and initial fields take the UUID of a block, attachment fields a file in the form part `document`',
      '(a form without it takes the attachment away), checkboxes and radio buttons a boolean, all others a string.',
    ].join(' '),
    route: 'PUT /v2/envelopes/{envelope_id}/fields/{field_name}',
    unrecorded: 'envelope',
    callableBy: 'envelopes:write',
    path: z.strictObject({ envelope_id: Id, field_name: z.string().min(1).max(200) }),
    query: z.object({ role_name: z.string().max(200).optional(), value: z.string().max(10_000).optional() }),
    examples: { body: { role_name: 'Buyer', value: 'Ada Lovelace' } },
  },
  async ({ caller, path, query, body, files, headers, origin }) => {
    const given = { ...body, value: body.value === undefined ? query.value : body.value };
    return updateFromRequest(caller, path, query.role_name ?? body.role_name, given, files, headers, origin);
  },
);
