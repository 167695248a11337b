import { getFile, putFile } from '../../lib/aws/files/file-store.ts';
import { findDocuments } from '../../lib/storage/envelopes/read.ts';
import type { Envelope } from './envelope.ts';

/** Replaces the file of the envelope's first document, so that its sealing fails. Returns a function that undoes it. */
export const swapFile = async (envelope: Envelope): Promise<() => Promise<void>> => {
  const [document] = await findDocuments(envelope.id);
  if (!document) throw new Error('The envelope has no document');
  const { file, sha256 } = document;
  const original = await getFile(file, { sha256 });
  await putFile(file, new TextEncoder().encode('another file'), 'application/pdf');
  return () => putFile(file, original, 'application/pdf');
};
