import { putRecord, removeRecord } from '../../lib/storage/engine/client.ts';
import {
  accessKeyKey,
  envelopeDetailsKey,
  envelopeEventKey,
  envelopeFieldKey,
  envelopeFirstRecordsKey,
  envelopeKey,
  recipientKey,
} from '../../lib/storage/engine/keys.ts';
import { findEnvelopeState } from '../../lib/storage/envelopes/read.ts';

/**
 * Stores an envelope as the first version did: details and whole recipients in the header, an item for each event, field and key, nulls in
 * all records.
 */
export const storeInEarlierForm = async (envelope_id: string): Promise<void> => {
  const state = await findEnvelopeState(envelope_id);
  if (!state) throw new Error('There is no such envelope');
  const parties = state.envelope.parties.map((party) => ({
    role_name: party.role_name,
    email: party.email,
    status: party.status,
    record: {
      ...party,
      envelope_id,
      full_name: `${party.first_name} ${party.last_name}`,
      message: null,
      disclosures: null,
      auth_step: null,
      auth_method_states: null,
      kba_questions: null,
    },
  }));
  const { record_version: _, ...header } = state.envelope;
  const documents = header.documents.map(({ id, name, order, type, pages }) => ({ id, name, order, type, pages }));
  await putRecord({ ...header, documents, parties, ...envelopeKey(envelope_id) });
  await removeRecord(envelopeDetailsKey(envelope_id));
  await removeRecord(envelopeFirstRecordsKey(envelope_id));
  for (const one of state.fields) await putRecord({ ...one, ...envelopeFieldKey(envelope_id, one.name) });
  for (const { hash, ...one } of state.keys) await putRecord({ ...one, ...accessKeyKey(envelope_id, hash) });
  for (const one of state.recipients) await putRecord({ ...one, ...recipientKey(envelope_id, one.role_name) });
  for (const one of state.events) await putRecord({ ...one, ...envelopeEventKey(envelope_id, one.sequence) });
};
