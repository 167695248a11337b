import { fileKeys } from '../../aws/files/keys.ts';
import { fileSize, getFile, putFile } from '../../aws/files/store.ts';
import { sha256 } from '../../base/ids.ts';
import { mergePdfs } from '../../pdf/merge.ts';
import { currentFile } from './document-access.ts';
import { envelopeState } from './store.ts';

/** The bucket's key of all of the envelope's documents as one PDF, made the first time it is asked for in this state. */
export const combinedFile = async (envelope_id: string): Promise<string> => {
  const { envelope, documents } = await envelopeState(envelope_id);
  const files = documents.map(currentFile);
  const key = fileKeys.combined(envelope.organization_id, envelope_id, sha256(files.join('\n')).slice(0, 16));
  if ((await fileSize(key)) === null) {
    const all = await Promise.all(files.map((file) => getFile(file)));
    await putFile(key, await mergePdfs(all), 'application/pdf');
  }
  return key;
};
