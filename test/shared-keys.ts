import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareSigningKeys } from '../infra/local/signing-keys.ts';

/** Before the suite: one set of signing keys for all test files. Making an RSA key takes longer than many a test. */
export const setup = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-keys-'));
  await prepareSigningKeys(folder);
  process.env.TEST_KEYS_DIR = join(folder, 'keys');
};

export const teardown = (): void => {
  if (process.env.TEST_KEYS_DIR) rmSync(join(process.env.TEST_KEYS_DIR, '..'), { recursive: true, force: true });
};
