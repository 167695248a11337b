import { fileKeys } from '../../../aws/files/file-keys.ts';
import { fileSize, getFile, putFile } from '../../../aws/files/file-store.ts';
import { sha256 } from '../../../base/ids.ts';
import { mergePdfs } from '../../../pdf/file/merge.ts';
import { currentFile } from '../rules/recorded-file.ts';
import { readWholeEnvelope } from './read-envelope.ts';

/** Returns the bucket's key of all of the envelope's documents as one PDF. The first request in this state makes it. */
export const combinedFile = async (envelope_id: string): Promise<string> => {
  const { envelope, documents } = await readWholeEnvelope(envelope_id);
  const files = documents.map(currentFile);
  const version = sha256(files.map(({ file }) => file).join('\n')).slice(0, 16);
  const key = fileKeys.combined(envelope.organization_id, envelope_id, version);
  if ((await fileSize(key)) === null) {
    const all = await Promise.all(files.map((one) => getFile(one.file, one)));
    await putFile(key, await mergePdfs(all), 'application/pdf');
  }
  return key;
};
