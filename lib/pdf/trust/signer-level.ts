import { config } from '../../base/config.ts';
import { listedServices } from './listed-services.ts';
import { type JudgedLevel, levelOf } from './signature-level.ts';
import { readCert } from './x509-certificate.ts';

/**
 * The level of a signature by this certificate (DER, its issuers in `chain`), by the trusted lists and the issuers that
 * this platform is set to know.
 */
export const signatureLevel = async (
  certificate: Uint8Array,
  chain: readonly Uint8Array[],
  at: Date,
): Promise<JudgedLevel> =>
  levelOf({
    certificate: readCert(certificate),
    chain: chain.map(readCert),
    known: config.signerIssuers(),
    listed: await listedServices(),
    at,
  });
