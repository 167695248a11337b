import { setEnvironment } from '../infra/local/environment.ts';
import { kmsServer } from '../infra/local/kms.ts';
import { listenOn, loopbackUrl } from '../infra/local/shared/loopback.ts';

/** A key's id in KMS, and the file (`file:<path of a PEM>`) that replaces it here. */
const keys = new Map<string, string>();
let endpoint: Promise<string> | undefined;

/**
 * Leads the SDK to a KMS of ours with these keys, so that functions go the way they go in AWS. One for the process,
 * which it doesn't keep alive: clients are made once. Returns what restores the environment.
 */
export const useKms = async (named: Record<string, string>): Promise<() => void> => {
  for (const [name, file] of Object.entries(named)) keys.set(name, file);
  endpoint ??= listen();
  return setEnvironment({ AWS_ENDPOINT_URL_KMS: await endpoint });
};

/**
 * Functions sign as they do in AWS: the platform's key files are behind KMS, and the uses of keys are recorded. Returns
 * what restores the environment.
 */
export const signInKms = async (): Promise<() => void> => {
  const { USER_TOKEN_KEY = '', SIGNER_TOKEN_KEY = '', SEAL_KEY = '' } = process.env;
  const leaveKms = await useKms({ 'user-token': USER_TOKEN_KEY, 'signer-token': SIGNER_TOKEN_KEY, seal: SEAL_KEY });
  const named = { USER_TOKEN_KEY: 'kms:user-token', SIGNER_TOKEN_KEY: 'kms:signer-token', SEAL_KEY: 'kms:seal' };
  const restore = setEnvironment(named);
  return () => {
    restore();
    leaveKms();
  };
};

const listen = async (): Promise<string> => {
  const server = kmsServer((keyId) => keys.get(keyId));
  const port = await listenOn(server, 0);
  server.unref();
  return loopbackUrl(port);
};
