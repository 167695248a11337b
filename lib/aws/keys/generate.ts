import { generateKeyPairSync } from 'node:crypto';

/**
 * Generates a private key as PKCS#8 PEM: `EC` on P-256 for tokens, `RSA` of 3072 bits for seals (most validators
 * support it). For platforms without KMS; the caller stores it where only the platform can read it.
 */
export const generateKeyPem = (kind: 'EC' | 'RSA'): string => {
  const { privateKey } =
    kind === 'EC'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 3072 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
