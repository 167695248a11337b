import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { publicJwk } from '../../lib/aws/keys/signing-key.ts';
import { prepareSealKey, type SealSettings } from './seal-key.ts';
import { writeWhole } from './shared/durable-file.ts';

/**
 * Creates the platform's own keys as key files in the data folder on the first start. They are kept, because tokens and
 * sealed documents outlive a run. Returns the variables by which functions find them.
 */
export const prepareSigningKeys = async (dataDir: string, seal: SealSettings = {}) => {
  const directory = resolve(dataDir, 'keys');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = (name: string) => join(directory, name);
  const tokenKey = (name: string): string => {
    if (!existsSync(file(name))) writeWhole(file(name), generateKeyPem('EC'));
    return `file:${file(name)}`;
  };

  const userToken = tokenKey('token.pem');
  const signerToken = tokenKey('signer-token.pem');
  if (!existsSync(file('data.key'))) writeWhole(file('data.key'), randomBytes(32));
  return {
    USER_TOKEN_KEY: userToken,
    USER_TOKEN_JWKS: await jwksOf(userToken),
    SIGNER_TOKEN_KEY: signerToken,
    SIGNER_TOKEN_JWKS: await jwksOf(signerToken),
    DATA_KEY: `file:${file('data.key')}`,
    ...(await prepareSealKey(directory, seal)),
  };
};

const jwksOf = async (key: string): Promise<string> => JSON.stringify({ keys: [await publicJwk(key)] });
