import type { Audit } from './answers.ts';
import { call } from './call.ts';
import { saveFile } from './save-file.ts';

/**
 * Downloads the proof that the log has the certificate of completion, which names all sealed documents; `trail` is the
 * envelope's. The log is public. Throws `CallFailed` while the log doesn't have it yet, about a minute after the
 * sealing.
 */
export const downloadLogProof = async (trail: Audit): Promise<void> => {
  const certificate = trail.documents.find(({ type }) => type === 'certificate');
  const proof = await call<object>('GET', `/v2/log/proof?sha256=${certificate?.sealed_sha256 ?? ''}`);
  saveFile('log-proof.json', JSON.stringify(proof, null, 2), 'application/json');
};
