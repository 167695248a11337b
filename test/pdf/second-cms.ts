import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import jsrsasign from 'jsrsasign';

/**
 * Judges a detached CMS signature (RFC 5652) by another implementation than the product's, and answers the certificate
 * of the key that made it. Throws an error that says why where it isn't a CAdES signature (ETSI EN 319 122-1 section
 * 6.3) of exactly this content by the key of the certificate in it.
 */
export const signerOf = (cms: Uint8Array, content: Uint8Array): X509Certificate => {
  const hex = Buffer.from(cms).toString('hex');
  const signed = new KJUR.asn1.cms.CMSParser().getCMSSignedData(hex);
  assert.deepEqual(signed.econtent, { type: 'data', content: { hex: null } }, 'it holds content of its own');
  const [signer, ...others] = signed.sinfos;
  assert.ok(signer && others.length === 0, `it has ${signed.sinfos.length} signers`);
  const serialNumber = signer.id.serial.hex.toUpperCase().replace(/^0+/, '');
  const pem = signed.certs.array.find((one) => new X509Certificate(one).serialNumber === serialNumber);
  assert.ok(pem, "the signer's certificate is missing");
  const certificate = new X509Certificate(pem);

  const attribute = (name: string) => {
    const found = signer.sattrs.array.filter(({ attr }) => attr === name);
    assert.equal(found.length, 1, `there are ${found.length} signed attributes ${name}`);
    return found[0];
  };
  assert.equal(attribute('contentType')?.type, 'data');
  assert.equal(signer.hashalg, 'sha256');
  assert.equal(attribute('messageDigest')?.hex, sha256(content), 'the digest is not that of the content');
  const named = attribute('signingCertificateV2')?.array?.[0];
  assert.deepEqual([named?.alg, named?.hash], ['sha256', sha256(certificate.raw)], 'it names another certificate');

  const attributes = ASN1HEX.getTLVbyList(hex, 0, [1, 0, signerInfosAt(hex), 0, 3], SIGNED_ATTRIBUTES);
  assert.ok(attributes, 'it has no signed attributes');
  const signature = new KJUR.crypto.Signature({ alg: signer.sigalg });
  signature.init(pem);
  signature.updateHex(SET + attributes.slice(2));
  assert.ok(signature.verify(signer.sighex), "the signature is not of the certificate's key");
  return certificate;
};

const { KJUR, ASN1HEX } = jsrsasign;

const SIGNED_ATTRIBUTES = 'a0';
const SET = '31';

/** Behind the version, the digests' algorithms, the content and the certificates, or revocations too. */
const signerInfosAt = (hex: string): number => (ASN1HEX.getTLVbyList(hex, 0, [1, 0, 4], SET) ? 4 : 5);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
