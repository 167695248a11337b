import { createHash, createVerify, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import { calculateJwkThumbprint, importJWK, jwtVerify } from 'jose';
import { CertificationRequest } from 'pkijs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDer, toP1363 } from '../../lib/aws/keys/ecdsa.ts';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { certificateRequest, issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';
import { sealSigner } from '../../lib/aws/keys/seal-signer.ts';
import { publicJwk, publicKey, signDigest } from '../../lib/aws/keys/signing-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'));
const keys = { EC: `file:${folder}/ec.pem`, RSA: `file:${folder}/rsa.pem` };
const kms = mockClient(KMSClient);
const kmsKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });

beforeAll(() => {
  writeFileSync(join(folder, 'ec.pem'), generateKeyPem('EC'));
  writeFileSync(join(folder, 'rsa.pem'), generateKeyPem('RSA'));
  kms.on(GetPublicKeyCommand).resolves({ PublicKey: kmsKey.publicKey.export({ type: 'spki', format: 'der' }) });
});

afterAll(() => {
  kms.restore();
  rmSync(folder, { recursive: true });
});

const sha256 = (message: Uint8Array): Buffer => createHash('sha256').update(message).digest();

describe('signatures over a digest', () => {
  it('ES256 with a key file is what OpenSSL accepts for every message', async () => {
    const key = await publicKey(keys.EC);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (message) => {
        const signature = await signDigest(keys.EC, sha256(message), 'ES256');
        expect(signature).toHaveLength(64);
        expect(verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
        expect(createVerify('sha256').update(message).verify(key, toDer(signature))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('RS256 with a key file is PKCS#1 v1.5', async () => {
    const message = Buffer.from('a document');
    const signature = await signDigest(keys.RSA, sha256(message), 'RS256');
    expect(
      createVerify('sha256')
        .update(message)
        .verify(await publicKey(keys.RSA), signature),
    ).toBe(true);
  });

  it('a KMS key gets the digest alone, and its DER signature becomes r‖s', async () => {
    const message = Buffer.from('a token');
    kms.on(SignCommand).resolves({ Signature: sign('sha256', message, kmsKey.privateKey) });
    const signature = await signDigest('kms:alias/token', sha256(message), 'ES256');
    expect(verify('sha256', message, { key: kmsKey.publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    expect(kms.commandCalls(SignCommand).at(-1)?.args[0].input).toEqual({
      KeyId: 'alias/token',
      Message: sha256(message),
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    });
  });

  it('the two forms of an ECDSA signature turn into each other without loss', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (signature) => {
        expect(Buffer.from(toP1363(toDer(signature)))).toEqual(Buffer.from(signature));
      }),
    );
  });

  it('refuses what is not a SHA-256 digest, and a key of an unknown kind', async () => {
    await expect(signDigest(keys.EC, new Uint8Array(20), 'ES256')).rejects.toThrow('SHA-256');
    await expect(signDigest('vault:seal', new Uint8Array(32), 'ES256')).rejects.toThrow('kms:');
  });
});

describe('public keys', () => {
  it.each(['EC', 'RSA'] as const)(
    'the JWK of an %s key verifies JWTs, names its thumbprint, and holds nothing private',
    async (kind) => {
      const jwk = await publicJwk(keys[kind]);
      expect(jwk).not.toHaveProperty('d');
      expect(jwk.kid).toBe(await calculateJwkThumbprint(jwk));

      const alg = kind === 'EC' ? 'ES256' : 'RS256';
      const head = Buffer.from(JSON.stringify({ alg })).toString('base64url');
      const payload = Buffer.from(JSON.stringify({ sub: 'x' })).toString('base64url');
      const signature = await signDigest(keys[kind], sha256(Buffer.from(`${head}.${payload}`)), alg);
      const token = `${head}.${payload}.${Buffer.from(signature).toString('base64url')}`;
      const verified = await jwtVerify(token, await importJWK(jwk, alg));
      expect(verified.payload).toEqual({ sub: 'x' });
    },
  );

  it("a KMS key's public half is read from KMS", async () => {
    const jwk = await publicJwk('kms:alias/token');
    expect(jwk).toMatchObject(kmsKey.publicKey.export({ format: 'jwk' }));
  });
});

describe('certificates of the seal key', () => {
  const subject = 'CN=Countersign seal,O=Müller\\, Söhne,C=DE';
  const options = { subject, validFrom: new Date('2026-01-01T00:00:00Z'), years: 10 };

  it.each(['EC', 'RSA'] as const)(
    'the certificate of an %s key is valid under that key, for ten years, for signing documents',
    async (kind) => {
      const certificate = new X509Certificate(await issueSealCertificate({ ...options, key: keys[kind] }));
      expect(certificate.verify(await publicKey(keys[kind]))).toBe(true);
      expect(certificate.subject).toBe('CN=Countersign seal\nO=Müller\\, Söhne\nC=DE');
      expect(certificate.issuer).toBe(certificate.subject);
      expect(certificate.validFromDate).toEqual(new Date('2026-01-01T00:00:00Z'));
      expect(certificate.validToDate).toEqual(new Date('2036-01-01T00:00:00Z'));
      expect(certificate.ca).toBe(false);
      expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4']);
    },
  );

  it('a certificate can be created for a key that never leaves KMS', async () => {
    kms.on(SignCommand).callsFake(({ Message }: { Message: Uint8Array }) => signKmsDigest(Message));
    const certificate = new X509Certificate(await issueSealCertificate({ ...options, key: 'kms:alias/seal' }));
    expect(certificate.verify(kmsKey.publicKey)).toBe(true);
  });

  it.each(['EC', 'RSA'] as const)(
    'the certificate request of an %s key verifies and names its holder',
    async (kind) => {
      const pem = await certificateRequest({ key: keys[kind], subject: 'Countersign seal' });
      const request = CertificationRequest.fromBER(der(pem));
      expect(await request.verify()).toBe(true);
      expect(request.subject.typesAndValues[0]?.value.valueBlock.value).toBe('Countersign seal');
    },
  );

  it('the sealing signer refuses a certificate that was issued for another key', async () => {
    process.env.SEAL_KEY = keys.RSA;
    process.env.SEAL_CERTIFICATE = await issueSealCertificate({ ...options, key: keys.RSA });
    const data = Buffer.from('signed attributes');
    const signer = await sealSigner();
    const signature = await signer.sign(data, 'SHA-256');
    expect(
      createVerify('sha256')
        .update(data)
        .verify(await publicKey(keys.RSA), signature),
    ).toBe(true);

    writeFileSync(join(folder, 'other.pem'), generateKeyPem('RSA'));
    process.env.SEAL_KEY = `file:${folder}/other.pem`;
    await expect((await sealSigner()).sign(data, 'SHA-256')).rejects.toThrow('not issued for the seal key');
    delete process.env.SEAL_KEY;
    delete process.env.SEAL_CERTIFICATE;
  });
});

/** The answer of KMS: a DER signature of the digest. */
const signKmsDigest = async (digest: Uint8Array): Promise<{ Signature: Uint8Array }> => {
  const path = join(folder, 'kms.pem');
  writeFileSync(path, kmsKey.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { Signature: toDer(await signDigest(`file:${path}`, digest, 'ES256')) };
};

const der = (pem: string): ArrayBuffer =>
  Uint8Array.from(Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64')).buffer;
