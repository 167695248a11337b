import * as z from 'zod';
import type { UploadedFile } from '../aws/files/uploaded-file.ts';
import { invalid } from '../base/errors.ts';
import type { Caller } from '../people/access/caller.ts';
import type { Origin } from '../people/access/origin.ts';
import { fillField } from '../signing/envelopes/acts/fill.ts';
import { prepareField } from '../signing/envelopes/acts/prepare.ts';
import { presentEnvelopeField } from '../signing/envelopes/answers/present-envelope.ts';
import { EnvelopeField } from '../signing/envelopes/envelope-schema.ts';
import { readFieldFor } from '../signing/envelopes/reading/read-field.ts';
import { fileParts } from './multipart.ts';

/** Body of both routes of the field update. */
const FieldBody = z
  .object({
    value: z
      .union([z.string(), z.boolean(), z.null()])
      .optional()
      .meta({ description: 'A string, a boolean for checkboxes and radio buttons, a block’s UUID, or null to clear' }),
    prepared: z.boolean().nullish().meta({ description: 'True when the owner fills it before the recipient acts' }),
    role_name: z.string().max(200).nullish(),
  })
  .meta({ id: 'FieldUpdate' });

/** The part of the contract that both routes of the field update share. */
export const FIELD_UPDATE = {
  session: 'both',
  body: FieldBody,
  multipart: fileParts('document'),
  returns: EnvelopeField,
  errors: [
    'envelope_not_found',
    'field_not_found',
    'recipient_not_acting',
    'step_done',
    'not_agreed',
    'verification_needed',
    'field_readonly',
    'signed_already',
    'not_the_owner',
    'forbidden',
    'envelope_ended',
    'not_your_turn',
  ],
  access: { read: ['signatureImage'], change: ['envelope'], files: { put: ['attachment'] } },
} as const;

/**
 * Carries out a field update from either of its routes, and returns the whole field. Signing components send
 * `{"prepared": false}` when a field loses the focus: if the value may be omitted, that changes nothing.
 */
export const updateFromRequest = async (
  caller: Caller,
  { envelope_id, field_name }: { envelope_id: string; field_name: string },
  given_role: string | null | undefined,
  body: z.output<typeof FieldBody>,
  files: readonly UploadedFile[],
  headers: Record<string, string>,
  origin: Origin,
  { mayOmitValue = false } = {},
) => {
  const role_name = given_role ?? (caller.kind === 'signer' ? caller.role_name : invalid('role_name', 'is required'));
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '');
  const path = { envelope_id, field_name, role_name };
  if (body.value === undefined && !isForm) {
    return mayOmitValue ? readFieldFor(caller, path) : invalid('value', 'is required');
  }
  const update = {
    ...path,
    value: body.value,
    prepared: body.prepared ?? false,
    file: files.find(({ field: part }) => part === 'document'),
    isForm,
  };
  // Its recipient fills it, the envelope's owner prepares it.
  const { field, images, how } =
    caller.kind === 'user' ? await prepareField(caller, update, origin) : await fillField(caller, update);
  return presentEnvelopeField(field, images, how);
};
