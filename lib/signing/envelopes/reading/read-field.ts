import { fail } from '../../../base/errors.ts';
import type { Caller } from '../../../people/access/caller.ts';
import { presentFields, viewerOf } from '../answers/present-envelope.ts';
import type * as Shape from '../envelope-schema.ts';
import { demandOwner, demandReader, recipientOf } from '../rules/access.ts';
import { visibleEnvelope } from './visible.ts';

/** One field as the caller is shown it, an own field for signers; 404 or 401 where the caller may not read it. */
export const readFieldFor = async (
  caller: Caller,
  { envelope_id, role_name, field_name }: { envelope_id: string; role_name: string; field_name: string },
): Promise<Shape.EnvelopeField> => {
  const state = await visibleEnvelope(caller, envelope_id);
  if (caller.kind === 'user') demandOwner(caller, state.envelope);
  else if (caller.role_name !== role_name) fail('recipient_not_found');
  demandReader(caller, state.envelope);
  recipientOf(state, role_name);
  const fields = presentFields(state, viewerOf(caller, state.envelope));
  return fields.find((field) => field.name === field_name && field.role_name === role_name) ?? fail('field_not_found');
};
