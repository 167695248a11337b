import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts';
import { setEnvironment } from '../../infra/local/environment.ts';
import { makeTable, TABLE } from '../../infra/local/resources.ts';
import { prepareSigningKeys } from '../../infra/local/signing-keys.ts';

/** The real table in a temporary folder, and signing keys beside it, for tests of what stands right on the table. */
export const startTable = async (): Promise<{ stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-table-'));
  const restore = setEnvironment({
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: TABLE,
    BASE_URL: 'https://api.example.com',
    ...(await prepareSigningKeys(folder)),
  });
  const engine = await startDynamoDb(folder);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = engine.endpoint;
  await makeTable(engine.endpoint);
  return {
    stop: async () => {
      await engine.stop();
      delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
      restore();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
