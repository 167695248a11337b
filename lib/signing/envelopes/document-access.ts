import { fail } from '../../base/errors.ts';
import type { Caller } from '../../people/access/caller.ts';
import { getItem, getItems } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { documentPointerKey, envelopeDocumentKey, envelopeKey } from '../../storage/keys.ts';
import { demandReader, maySee } from './access.ts';
import type { DocumentItem, EnvelopeItem } from './items.ts';

/** From a document's id to its envelope. */
interface Pointer extends Key {
  envelope_id?: string;
}

/**
 * A document of an envelope that the caller may see, with the envelope's header; else 404, and 401 for a recipient who
 * isn't verified. Two calls.
 */
export const visibleDocument = async (
  caller: Caller,
  document_id: string,
): Promise<{ envelope: EnvelopeItem; document: DocumentItem }> => {
  const pointer = await getItem<Pointer>(documentPointerKey(document_id));
  // A template's document is no envelope's.
  if (!pointer?.envelope_id) return fail('document_not_found');
  const { envelope_id } = pointer;
  const [envelope, document] = (await getItems<Key>([
    envelopeKey(envelope_id),
    envelopeDocumentKey(envelope_id, document_id),
  ])) as unknown as [EnvelopeItem | undefined, DocumentItem | undefined];
  if (!envelope || !document || !maySee(caller, envelope)) return fail('document_not_found');
  demandReader(caller, envelope);
  return { envelope, document };
};

/** The file that stands for the document now: sealed if it is, else as it was sent. */
export const currentFile = (document: DocumentItem): string => document.sealed_file ?? document.file;
