import { ContentInfo, SignedData, TSTInfo } from 'pkijs';
import { certificatesIn, decodeDer, isAbout, isByKeyOf, namesCertificate, signerCertificate } from './signed-data.ts';
import { type Cert, isValidAt, mayStampTime, readCert } from './x509-certificate.ts';

/** A valid time-stamp token (RFC 3161). */
export interface Token {
  time: Date;
  signer: Cert;
  /** All certificates in it, the signer's included. */
  certificates: Cert[];
  nonce: bigint | null;
}

/** A time-stamp token proves nothing; the message says why. */
export class InvalidTokenError extends Error {}

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const SHA256 = '2.16.840.1.101.3.4.2.1';

/**
 * Reads a time-stamp token of a SHA-256 digest. Throws `InvalidTokenError` unless the digest was stamped by the key of
 * the certificate in it, which was valid then and may stamp time. The issuers of that certificate are not checked.
 */
export const readToken = async (der: Uint8Array, digest: Uint8Array): Promise<Token> => {
  try {
    return await checkedToken(der, digest);
  } catch (error) {
    // A parser fails in many ways at what a stranger sends.
    throw error instanceof InvalidTokenError ? error : new InvalidTokenError('the time-stamp is damaged');
  }
};

const checkedToken = async (der: Uint8Array, digest: Uint8Array): Promise<Token> => {
  const { signed, info, content } = parseToken(der);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const isOfDigest =
    hashAlgorithm.algorithmId === SHA256 && Buffer.from(hashedMessage.valueBlock.valueHexView).equals(digest);
  if (!isOfDigest) throw new InvalidTokenError('the time-stamp is for something else');
  const [signer, ...others] = signed.signerInfos;
  const named = signer && signerCertificate(signed, signer);
  if (!signer || !named || others.length > 0) throw new InvalidTokenError("the authority's certificate is missing");
  const certificate = readCert(new Uint8Array(named.toSchema().toBER(false)));
  const isSigned = isAbout(signer, content) && (await isByKeyOf(signer, named).catch(() => false));
  if (!isSigned || !namesCertificate(signer, certificate.x509)) {
    throw new InvalidTokenError('the time-stamp is not signed by its authority');
  }
  if (!mayStampTime(certificate)) throw new InvalidTokenError('the certificate is not for time-stamps');
  if (!isValidAt(certificate, info.genTime)) throw new InvalidTokenError("the authority's certificate has expired");
  return {
    time: info.genTime,
    signer: certificate,
    certificates: certificatesIn(signed).map(readCert),
    nonce: info.nonce ? BigInt(`0x${Buffer.from(info.nonce.valueBlock.valueHexView).toString('hex')}`) : null,
  };
};

const parseToken = (der: Uint8Array): { signed: SignedData; info: TSTInfo; content: Uint8Array } => {
  try {
    const { structure } = decodeDer(der);
    const signed = new SignedData({ schema: new ContentInfo({ schema: structure }).content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== TST_INFO || !eContent) throw new Error('another type');
    const content = eContent.getValue();
    return { signed, info: TSTInfo.fromBER(content), content: new Uint8Array(content) };
  } catch (error) {
    throw new InvalidTokenError('the answer is no time-stamp', { cause: error });
  }
};
