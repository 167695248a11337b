import { now } from '../../base/clock.ts';
import { collectEvidence, type Evidence } from '../trust/evidence.ts';
import { networkSource } from '../trust/network.ts';
import type { Cert } from '../trust/x509-certificate.ts';
import { documentToken, readSeal } from './read-seal.ts';
import type { PdfSignature } from './read-signatures.ts';

/** Evidence about a signature, and about the time-stamps in it. */
export interface SignatureEvidence {
  signature: PdfSignature;
  chains: Evidence[];
}

/**
 * Collects evidence of the chains of signatures that others made, as it is now, so that an archive time-stamp keeps
 * them, too. Signatures that can't be read have none.
 */
export const evidenceOfSignatures = (signatures: readonly PdfSignature[]): Promise<SignatureEvidence[]> =>
  Promise.all(
    signatures.map(async (signature) => {
      const parts = await partsOf(signature).catch(() => []);
      const moment = { at: now(), orLater: false };
      const chains = await Promise.all(
        parts.map(([signer, certificates]) => collectEvidence(signer, certificates, networkSource, moment)),
      );
      return { signature, chains };
    }),
  );

/** The certificates that a signature rests on, each with others that are at hand. */
const partsOf = async (signature: PdfSignature): Promise<[Cert, Cert[]][]> => {
  if (signature.kind === 'timestamp') {
    const token = await documentToken(signature);
    return token ? [[token.signer, token.certificates]] : [];
  }
  const { signer, certificates, token } = await readSeal(signature.contents);
  return [[signer, certificates], ...(token ? [[token.signer, token.certificates] satisfies [Cert, Cert[]]] : [])];
};
