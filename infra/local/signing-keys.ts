import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';
import { publicJwk } from '../../lib/aws/keys/signing-key.ts';
import { now } from '../../lib/base/clock.ts';
import { writeWhole } from './shared/durable-file.ts';

const CERTIFICATE_YEARS = 10;

/**
 * Creates the platform's own keys as key files in the data folder on the first start. They are kept, because tokens and
 * sealed documents outlive a run. Returns the variables by which functions find them.
 */
export const prepareSigningKeys = async (dataDir: string) => {
  const directory = resolve(dataDir, 'keys');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = (name: string) => join(directory, name);
  const keyFile = (name: string, kind: 'EC' | 'RSA'): string => {
    if (!existsSync(file(name))) writeWhole(file(name), generateKeyPem(kind));
    return `file:${file(name)}`;
  };

  const userToken = keyFile('token.pem', 'EC');
  const signerToken = keyFile('signer-token.pem', 'EC');
  const seal = keyFile('seal.pem', 'RSA');
  if (!existsSync(file('data.key'))) writeWhole(file('data.key'), randomBytes(32));
  const certificate = file('seal-certificate.pem');
  if (!existsSync(certificate)) {
    const subject = 'CN=Countersign local platform';
    writeWhole(
      certificate,
      await issueSealCertificate({ key: seal, subject, validFrom: now(), years: CERTIFICATE_YEARS }),
    );
  }
  return {
    USER_TOKEN_KEY: userToken,
    USER_TOKEN_JWKS: await jwksOf(userToken),
    SIGNER_TOKEN_KEY: signerToken,
    SIGNER_TOKEN_JWKS: await jwksOf(signerToken),
    SEAL_KEY: seal,
    DATA_KEY: `file:${file('data.key')}`,
    SEAL_CERTIFICATE: `file:${certificate}`,
  };
};

const jwksOf = async (key: string): Promise<string> => JSON.stringify({ keys: [await publicJwk(key)] });
