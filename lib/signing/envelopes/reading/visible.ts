import { fail } from '../../../base/errors.ts';
import type { Caller } from '../../../people/access/caller.ts';
import type { HeaderWithoutDetails } from '../../../storage/envelopes/items.ts';
import { envelopeOfDocument, findDocument } from '../../../storage/envelopes/read.ts';
import type { DocumentItem, EnvelopeState } from '../../../storage/records/envelope.ts';
import { demandReader, maySee } from '../rules/access.ts';
import { findWholeEnvelope } from './read-envelope.ts';

/** Reads an envelope that the caller may see. Throws `envelope_not_found`. One query. */
export const visibleEnvelope = async (caller: Caller, envelope_id: string): Promise<EnvelopeState> => {
  const state = await findWholeEnvelope(envelope_id);
  return state && maySee(caller, state.envelope) ? state : fail('envelope_not_found');
};

/**
 * Reads a document that the caller may see, with the envelope's header, without details. Throws `document_not_found`,
 * and `verification_needed` for a recipient who isn't verified. Two calls; one for a signer, whose session names the
 * envelope.
 */
export const visibleDocument = async (
  caller: Caller,
  document_id: string,
): Promise<{ envelope: HeaderWithoutDetails; document: DocumentItem }> => {
  const envelope_id = caller.kind === 'signer' ? caller.envelope_id : await envelopeOfDocument(document_id);
  if (!envelope_id) return fail('document_not_found');
  const { envelope, document } = await findDocument(envelope_id, document_id);
  if (!envelope || !document || !maySee(caller, envelope)) return fail('document_not_found');
  demandReader(caller, envelope);
  return { envelope, document };
};
