import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundlePages } from '../infra/bundle-pages.ts';
import { bundleDocs } from '../infra/docs/bundle-docs.ts';
import { prepareSigningKeys } from '../infra/local/signing-keys.ts';

/**
 * Before the suite: signing keys and page scripts for all test files. Making an RSA key takes longer than many a test.
 */
export const setup = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-keys-'));
  await prepareSigningKeys(folder);
  process.env.TEST_KEYS_DIR = join(folder, 'keys');
  process.env.PAGE_ASSETS = await pageAssets(folder);
};

/** The folder of the pages' files. `npm run check` has made them before, with the bundles of functions. */
const pageAssets = async (folder: string): Promise<string> => {
  if (process.env.BUNDLES) return join(resolve(process.env.BUNDLES), 'assets');
  const pages = join(folder, 'pages');
  await bundlePages(pages);
  bundleDocs(pages);
  return pages;
};

export const teardown = (): void => {
  if (process.env.TEST_KEYS_DIR) rmSync(join(process.env.TEST_KEYS_DIR, '..'), { recursive: true, force: true });
};
