import { createHash } from 'node:crypto';
import { ContentInfo, SignedData } from 'pkijs';
import { certificatesIn, decodeDer, signerCertificate } from '../trust/signed-data.ts';
import { readToken, type Token } from '../trust/token.ts';
import { type Cert, readCert } from '../trust/x509-certificate.ts';
import type { PdfSignature } from './read-signatures.ts';

/** Parts of a seal that its level depends on. */
export interface SealParts {
  signer: Cert;
  certificates: Cert[];
  /** The valid time-stamp of the signature; null if it has none. */
  token: Token | null;
}

/** The signature time-stamp of CAdES (RFC 5126 section 6.1.1). */
const TIMESTAMP = '1.2.840.113549.1.9.16.2.14';

/** Reads the CMS structure of a seal. Throws if it is none. */
export const readSeal = async (contents: Uint8Array): Promise<SealParts> => {
  const { structure } = decodeDer(contents);
  const signed = new SignedData({ schema: new ContentInfo({ schema: structure }).content });
  const [signer] = signed.signerInfos;
  const named = signer && signerCertificate(signed, signer);
  if (!signer || !named) throw new Error('The signature names no certificate');
  const [attribute] = signer.unsignedAttrs?.attributes.find(({ type }) => type === TIMESTAMP)?.values ?? [];
  const digest = createHash('sha256').update(signer.signature.valueBlock.valueHexView).digest();
  return {
    signer: readCert(new Uint8Array(named.toSchema().toBER(false))),
    certificates: certificatesIn(signed).map(readCert),
    token: attribute ? await validToken(new Uint8Array(attribute.toBER(false)), digest) : null,
  };
};

/** Reads the token of a document time-stamp; null unless it is valid for the bytes that it covers. */
export const documentToken = async ({ contents, covered }: PdfSignature): Promise<Token | null> =>
  covered && validToken(contents, createHash('sha256').update(covered).digest());

const validToken = async (der: Uint8Array, digest: Uint8Array): Promise<Token | null> => {
  try {
    return await readToken(der, digest);
  } catch {
    return null;
  }
};
