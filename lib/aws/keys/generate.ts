import { generateKeyPairSync } from 'node:crypto';

/**
 * A new private key as PKCS#8 PEM: `EC` on P-256 for tokens, `RSA` of 3072 bits for seals (the widest support among
 * validators). For platforms without KMS; the caller stores it where only the platform can read.
 */
export const generateKeyPem = (kind: 'EC' | 'RSA'): string => {
  const { privateKey } =
    kind === 'EC'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 3072 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
