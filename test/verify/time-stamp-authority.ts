import { createHash, createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Integer, ObjectIdentifier, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { issueSealCertificate } from '../../lib/aws/keys/certificate.ts';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';

const exact = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** A time-stamp authority (RFC 3161) on this machine, which says that it is `time`. */
export const startAuthority = async (time: Date): Promise<{ url: string; stop: () => void }> => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tsa-'));
  const path = join(folder, 'tsa.pem');
  const pem = generateKeyPem('RSA');
  writeFileSync(path, pem);
  const issued = await issueSealCertificate({
    key: `file:${path}`,
    subject: 'CN=Test time',
    validFrom: new Date('2026-01-01'),
    years: 5,
  });
  rmSync(folder, { recursive: true });
  const certificate = Certificate.fromBER(exact(new X509Certificate(issued).raw));
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('pkcs8', exact(pkcs8), algorithm, false, ['sign']);
  // An authority's certificate is for time-stamps and nothing else (RFC 3161 section 2.3).
  const purpose = new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.8'] }).toSchema().toBER(false);
  certificate.extensions = [new Extension({ extnID: '2.5.29.37', critical: true, extnValue: purpose })];
  await certificate.sign(key, 'SHA-256');

  const answer = async (request: Buffer): Promise<Buffer> => {
    const { messageImprint, nonce } = TimeStampReq.fromBER(exact(request));
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3.4.1',
      messageImprint: new MessageImprint({
        hashAlgorithm: messageImprint.hashAlgorithm,
        hashedMessage: messageImprint.hashedMessage,
      }),
      serialNumber: new Integer({ value: 1 }),
      genTime: time,
      ...(nonce ? { nonce } : {}),
    });
    const content = info.toSchema().toBER(false);
    const digest = createHash('sha256').update(Buffer.from(content)).digest();
    const signer = new SignerInfo({
      version: 1,
      sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
      signedAttrs: new SignedAndUnsignedAttributes({
        type: 0,
        attributes: [
          new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: TST_INFO })] }),
          new Attribute({ type: '1.2.840.113549.1.9.4', values: [new OctetString({ valueHex: exact(digest) })] }),
        ],
      }),
    });
    const encapsulated = new EncapsulatedContentInfo({ eContentType: TST_INFO });
    // Given to the constructor it would be cut into pieces, which DER doesn't allow.
    encapsulated.eContent = new OctetString({ valueHex: content });
    const signed = new SignedData({
      version: 3,
      encapContentInfo: encapsulated,
      signerInfos: [signer],
      certificates: [certificate],
      digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' })],
    });
    await signed.sign(key, 0, 'SHA-256');
    const token = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) });
    const status = new PKIStatusInfo({ status: 0 });
    return Buffer.from(new TimeStampResp({ status, timeStampToken: token }).toSchema().toBER(false));
  };

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = await answer(Buffer.concat(parts));
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
};

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
