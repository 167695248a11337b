import { fail } from '../../base/errors.ts';
import { findEnvelopeState, findProgress } from '../../storage/envelopes/read.ts';
import type { EnvelopeProgress, EnvelopeState } from '../../storage/records/envelope.ts';
import { currentFields } from './current.ts';
import { byCode, byPlace, bySequence } from './order.ts';

/** Everything about the envelope as it stands now, in order; undefined where there is none. One query. */
export const loadEnvelope = async (envelope_id: string): Promise<EnvelopeState | undefined> => {
  const found = await findEnvelopeState(envelope_id);
  if (!found) return undefined;
  const recipients = found.recipients.sort(bySequence);
  return {
    ...found,
    recipients,
    fields: currentFields(found.fields, recipients).sort(byPlace),
    documents: found.documents.sort((a, b) => a.order - b.order || byCode(a.id, b.id)),
  };
};

/**
 * Where everybody is in the envelope; undefined where there is none. One query, which reads neither fields nor pictures nor
 * large data of events: a message shows none of them, and most events are told by one.
 */
export const loadProgress = async (envelope_id: string): Promise<EnvelopeProgress | undefined> => {
  const found = await findProgress(envelope_id);
  return found && { ...found, recipients: found.recipients.sort(bySequence) };
};

/** Everything about the envelope; ends the request with 404 where there is none. */
export const envelopeState = async (envelope_id: string): Promise<EnvelopeState> =>
  (await loadEnvelope(envelope_id)) ?? fail('envelope_not_found');
