import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts';
import { TABLE, tableSchema } from '../../infra/local/engines/resources.ts';
import { EMBEDDED_ENGINE, freePort, processesWith, type Run, run } from './process.ts';

let dataDir: string;
const runs: Run[] = [];
const OF_THE_ENGINE = { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'start-'));
});

afterEach(async () => {
  for (const { child, ended } of runs.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await vi.waitFor(() => expect(processesWith(dataDir)).toEqual([]), 5000);
  await rm(dataDir, { recursive: true, force: true });
});

const start = (args: string[], env?: NodeJS.ProcessEnv) => {
  const started = run('infra/local/start.ts', args, { ...env, ...EMBEDDED_ENGINE });
  runs.push(started);
  return started;
};
describe('npm start', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s, even twice, stops everything and exits with 0', async (signal) => {
    const port = String(await freePort());
    const { child, ready, output, ended } = start([], { PORT: port, DATA_DIR: dataDir });
    expect(await ready).toBe(`http://localhost:${port}`);
    expect(output()).toMatch(new RegExp(`^Countersign is ready at http://localhost:${port}$`, 'm'));
    for (const link of ['/docs', '/openapi.json', '/local/mailbox']) expect(output()).toContain(link);
    expect(await (await fetch(`http://127.0.0.1:${port}/health`)).json()).toEqual({ status: 'OK' });
    expect(processesWith(`--db-path ${dataDir}`)).not.toEqual([]);
    child.kill(signal);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(processesWith(dataDir)).toEqual([]);
  });

  test('a second start on the same folder is refused, and the first continues', async () => {
    const first = start(['--port', String(await freePort()), '--data', dataDir]);
    const url = await first.ready;
    const second = start(['--port', String(await freePort()), '--data', dataDir]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`in use by the Countersign at ${url}`);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test('a folder whose table another version made is refused with a message that says what to do', async () => {
    const engine = await startDynamoDb(dataDir);
    const client = new DynamoDBClient({ ...OF_THE_ENGINE, endpoint: engine.endpoint });
    const { GlobalSecondaryIndexes, AttributeDefinitions, ...schema } = tableSchema(TABLE);
    const [first] = GlobalSecondaryIndexes;
    const names = ['pk', 'sk', 'gsi1pk', 'gsi1sk'];
    await client.send(
      new CreateTableCommand({
        ...schema,
        AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => names.includes(AttributeName)),
        GlobalSecondaryIndexes: first && [first],
      }),
    );
    client.destroy();
    await engine.stop();
    const refused = start(['--port', String(await freePort()), '--data', dataDir]);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('made by another version of Countersign');
    expect(refused.output()).not.toContain('    at ');
  });

  test('a port that is taken is refused with a message, and nothing stays behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as { port: number }).port);
    const refused = start(['--port', port, '--data', dataDir]);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`Port ${port} is in use`);
    expect(refused.output()).not.toContain('    at ');
    other.close();
  });

  test('--ephemeral leaves no folder behind', async () => {
    const { child, ready, output, ended } = start(['--ephemeral', '--port', String(await freePort())]);
    await ready;
    const [, folder = ''] = /Data\s+(\S+)/.exec(output()) ?? [];
    expect(processesWith(folder)).not.toEqual([]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await expect(rm(folder)).rejects.toThrow(/ENOENT/);
  });
});
