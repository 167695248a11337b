import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts';
import { external } from '../../infra/local/engines/engine.ts';
import { dropTable, makeTable, tableOfFolder } from '../../infra/local/engines/resources.ts';
import { setEnvironment } from '../../infra/local/environment.ts';
import { prepareSigningKeys } from '../../infra/local/signing-keys.ts';
import { writeItems } from '../../lib/storage/engine/client.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import { importItems } from './import-items.ts';

/**
 * The real table in a temporary folder, and signing keys beside it, for tests that use the table directly. It is where
 * the environment points, unless the test is one of the embedded engine itself. `filled` is what it holds from the
 * start.
 */
export const startTable = async ({
  embedded = false,
  filled,
}: {
  embedded?: boolean;
  filled?: Iterable<Key>;
} = {}): Promise<{ stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-table-'));
  if (process.env.TEST_KEYS_DIR) await cp(process.env.TEST_KEYS_DIR, join(folder, 'keys'), { recursive: true });
  const restore = setEnvironment({
    AWS_REGION: 'us-east-1',
    // The platform's, because clients outlive the test file where the next one shares its process.
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID || 'countersign',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY || 'countersign',
    TABLE_NAME: tableOfFolder(folder),
    BASE_URL: 'https://api.example.com',
    ...(await prepareSigningKeys(folder)),
  });
  const elsewhere = embedded ? undefined : process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const imports = filled !== undefined && elsewhere === undefined;
  if (imports) await importItems(folder, tableOfFolder(folder), filled);
  const engine = elsewhere ? external(elsewhere) : await startDynamoDb(folder);
  const restoreAddress = setEnvironment({ AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint });
  if (!imports) await makeTable(engine.endpoint, tableOfFolder(folder));
  if (!imports && filled) await writeItems([...filled]);
  return {
    stop: async () => {
      if (engine.external) await dropTable(engine.endpoint, tableOfFolder(folder));
      await engine.stop();
      restoreAddress();
      restore();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
