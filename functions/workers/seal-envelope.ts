import { log } from '../../lib/base/log.ts';
import { count } from '../../lib/base/metrics.ts';
import type { Access } from '../../lib/http/contract.ts';
import { renewSeals } from '../../lib/signing/envelopes/sealing/renewal.ts';
import { recordSealFailure, removeLeftovers, sealEnvelope } from '../../lib/signing/envelopes/sealing/seal.ts';
import { consumerOf } from '../../lib/storage/outbox/queues.ts';

export const access: Access = {
  change: ['envelope'],
  bulk: ['documentPointer', 'sealedFile'],
  files: {
    get: ['envelopeDocument', 'signedDocument', 'sealedDocument'],
    put: ['sealedDocument'],
    delete: ['signedDocument', 'sealedDocument'],
  },
  filesList: true,
  keys: ['seal'],
};

/**
 * Stamps and seals the documents of completed envelopes and adds the certificate of completion. Renews the seals of
 * sealed envelopes that are due.
 */
export const handler = consumerOf('seal', async ({ envelope_id }) => {
  let done: Awaited<ReturnType<typeof sealEnvelope>>;
  try {
    done = await sealEnvelope(envelope_id);
    if (done?.isNew) count('EnvelopesSealed');
    else await renew(envelope_id);
  } catch (error) {
    count('SealsFailed');
    log().error('A sealing failed', { envelope_id, error: error as Error });
    if (!(await recordSealFailure(envelope_id, error))) throw error;
  }
  // If this fails, the message comes again, and finds the envelope sealed.
  if (done) await removeLeftovers(done.sealed);
});

/** A renewal that fails is due again later. */
const renew = async (envelope_id: string): Promise<void> => {
  for (const error of await renewSeals(envelope_id)) {
    count('SealsFailed');
    log().error('A seal could not be renewed', { envelope_id, error: error as Error });
  }
};
