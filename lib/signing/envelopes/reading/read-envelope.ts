import { byCode } from '../../../base/by-code.ts';
import { fail } from '../../../base/errors.ts';
import { byPlace } from '../../../fields/order.ts';
import { findEnvelopeState, findProgress } from '../../../storage/envelopes/read.ts';
import type { EnvelopeProgress, EnvelopeState } from '../../../storage/records/envelope.ts';
import { currentFields } from '../rules/current.ts';
import { bySequence } from '../rules/order.ts';

/** Reads everything of an envelope, in order; undefined if there is none. One query. */
export const findWholeEnvelope = async (envelope_id: string): Promise<EnvelopeState | undefined> => {
  const found = await findEnvelopeState(envelope_id);
  if (!found) return undefined;
  const recipients = found.recipients.sort(bySequence);
  return {
    ...found,
    recipients,
    fields: currentFields(found.fields, recipients).sort(byPlace(found.documents)),
    documents: found.documents.sort((a, b) => a.order - b.order || byCode(a.id, b.id)),
  };
};

/**
 * Reads the recipients' states; undefined if there is no envelope. One query, without fields, pictures and large data
 * of events: messages don't need them, and most events lead to a message.
 */
export const findEnvelopeProgress = async (envelope_id: string): Promise<EnvelopeProgress | undefined> => {
  const found = await findProgress(envelope_id);
  return found && { ...found, recipients: found.recipients.sort(bySequence) };
};

/** Reads everything of an envelope. Throws `envelope_not_found`. */
export const readWholeEnvelope = async (envelope_id: string): Promise<EnvelopeState> =>
  (await findWholeEnvelope(envelope_id)) ?? fail('envelope_not_found');
