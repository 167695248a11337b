import type { Audit } from './answers.ts';
import { call } from './call.ts';

/**
 * Downloads the proof that the log has the certificate of completion, which names all sealed documents; `trail` is the
 * envelope's. The log is public. Throws `CallFailed` while the log doesn't have it yet, about a minute after the
 * sealing.
 */
export const downloadLogProof = async (trail: Audit): Promise<void> => {
  const certificate = trail.documents.find(({ type }) => type === 'certificate');
  const proof = await call<object>('GET', `/v2/log/proof?sha256=${certificate?.sealed_sha256 ?? ''}`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }));
  link.download = 'log-proof.json';
  link.click();
  // The browser reads it after this returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
