import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DigestAlgorithm, Signer } from '@libpdf/core';
import { config } from '../../base/config.ts';
import { toDer } from './ecdsa.ts';
import { signDigest } from './signing-key.ts';

/** The sealing certificate and its chain, leaf first, from the configuration. Throws if there is none. */
export const sealCertificates = async (): Promise<X509Certificate[]> => {
  const { leaf, chain } = await deployed();
  return [leaf, ...chain];
};

interface Deployed {
  /** Configuration text that it was parsed from: a certificate may be replaced while the process runs. */
  text: string;
  leaf: X509Certificate;
  chain: X509Certificate[];
  signer: Signer;
}

let latest: Deployed | undefined;

const deployed = async (): Promise<Deployed> => {
  const named = config.sealCertificate();
  const text = named.startsWith('file:') ? await readFile(named.slice('file:'.length), 'utf8') : named;
  if (latest?.text !== text) latest = read(text);
  return latest;
};

/** One certificate in PEM (RFC 7468 section 5). Other parts of the file, such as a key, are ignored. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

const read = (text: string): Deployed => {
  const [leaf, ...chain] = (text.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
  if (!leaf) throw new Error('The seal certificate contains no CERTIFICATE block');
  return { text, leaf, chain, signer: signerOf(leaf, chain) };
};

/**
 * The signer of documents: the deployment's seal key with its certificate and chain. Throws if the certificate was not
 * issued for that key, because nobody could validate the seal.
 */
export const sealSigner = async (): Promise<Signer> => (await deployed()).signer;

const signerOf = (leaf: X509Certificate, chain: X509Certificate[]): Signer => {
  const { publicKey } = leaf;
  const elliptic = publicKey.asymmetricKeyType === 'ec';
  return {
    certificate: new Uint8Array(leaf.raw),
    certificateChain: chain.map((certificate) => new Uint8Array(certificate.raw)),
    keyType: elliptic ? 'EC' : 'RSA',
    signatureAlgorithm: elliptic ? 'ECDSA' : 'RSASSA-PKCS1-v1_5',
    sign: (data, algorithm) => signData(publicKey, elliptic, data, algorithm),
  };
};

const signData = async (
  certified: KeyObject,
  elliptic: boolean,
  data: Uint8Array,
  algorithm: DigestAlgorithm,
): Promise<Uint8Array> => {
  if (algorithm !== 'SHA-256') throw new Error(`Documents are sealed with SHA-256, not ${algorithm}`);
  const digest = createHash('sha256').update(data).digest();
  const signature = elliptic
    ? toDer(await signDigest(config.sealKey(), digest, 'ES256'))
    : await signDigest(config.sealKey(), digest, 'RS256');
  const padding = elliptic ? {} : { padding: constants.RSA_PKCS1_PADDING };
  if (!verify('sha256', data, { key: certified, ...padding }, signature)) {
    throw new Error('The seal certificate was not issued for the seal key');
  }
  return signature;
};
