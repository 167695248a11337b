import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { now } from '../../lib/base/clock.ts';
import { attributesToSign } from '../../lib/pdf/seal/cades.ts';
import {
  type FinishedRevision,
  finishSignerRevision,
  type PreparedRevision,
  prepareSignerRevision,
  type SignerRevision,
} from '../../lib/pdf/seal/signer-revision.ts';
import { algorithmFor, methodOf } from '../../lib/pdf/seal/signing-algorithm.ts';
import type { SignerOptions, TestPki } from '../trust/test-pki.ts';

/** Kinds of keys of signers, with the algorithms that their service offers. */
export const SIGNER_KEYS = {
  RSA: ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.11'],
  PSS: ['1.2.840.113549.1.1.10'],
  'P-256': ['1.2.840.10045.4.3.2'],
  'P-384': ['1.2.840.10045.2.1'],
  'P-521': ['1.2.840.10045.4.3.2'],
} as const;
export type SignerKey = keyof typeof SIGNER_KEYS;

/** A person with a certificate of the PKI and its key. */
export interface TestSigner {
  serial: string;
  certificate: Uint8Array;
  chain: Uint8Array[];
  algorithm: string;
  sign: (prepared: PreparedRevision) => Uint8Array;
}

const newKey = (kind: SignerKey): { publicKey: KeyObject; privateKey: KeyObject } =>
  kind === 'RSA' || kind === 'PSS'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: kind });

/** Makes a person who signs by a key of this kind. `plain`: ECDSA's two numbers one after the other. */
export const newSigner = async (
  pki: TestPki,
  kind: SignerKey,
  { plain = false, ...options }: SignerOptions & { plain?: boolean } = {},
): Promise<TestSigner> => {
  const { publicKey, privateKey } = newKey(kind);
  const made = await pki.signerCertificate(publicKey, options);
  const algorithm = algorithmFor(made.certificate, SIGNER_KEYS[kind]);
  if (!algorithm) throw new Error('Nobody signs by this key');
  const padding =
    kind === 'PSS'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
      : { dsaEncoding: plain ? ('ieee-p1363' as const) : ('der' as const) };
  return {
    ...made,
    algorithm,
    // A trust service signs the digest that it gets. Node only signs what it digests itself.
    sign: ({ toSign, plan }) => {
      const { certificate, chain: certificateChain } = made;
      const attributes = attributesToSign(Buffer.from(plan.digest, 'hex'), {
        certificate,
        certificateChain,
        ...methodOf(algorithm),
      });
      if (!createHash('sha256').update(attributes).digest().equals(toSign)) throw new Error('Another digest');
      return sign('sha256', attributes, { key: privateKey, ...padding });
    },
  };
};

/** Lets a person sign a file. */
export const signBy = async (
  base: Uint8Array,
  { certificate, chain, algorithm, sign: by }: TestSigner,
  revision: Partial<SignerRevision> = {},
): Promise<FinishedRevision> => {
  const prepared = await prepareSignerRevision(base, {
    fields: [],
    fieldName: 'Signer 1',
    reason: 'I sign',
    name: 'Ada Lovelace',
    signingTime: now(),
    certificate,
    chain,
    algorithm,
    ...revision,
  });
  return finishSignerRevision(prepared, by(prepared));
};
