import { sealCertificates } from '../../aws/keys/seal-signer.ts';
import { now } from '../../base/clock.ts';
import { collectEvidence, type Evidence } from './evidence.ts';
import { networkSource } from './network.ts';
import { readCert } from './x509-certificate.ts';

/** Collects the evidence of the seal certificate's chain, as it is now. */
export const sealEvidence = async (): Promise<Evidence> => {
  const [leaf, ...chain] = (await sealCertificates()).map(({ raw }) => readCert(raw));
  if (!leaf) throw new Error('The seal certificate contains no CERTIFICATE block');
  return collectEvidence(leaf, chain, networkSource, { at: now(), orLater: false });
};
