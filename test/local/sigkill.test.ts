import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EMBEDDED_ENGINE, processesWith, type Run, run } from './process.ts';

let dataDir: string;
const runs: Run[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sigkill-'));
});

afterEach(async () => {
  for (const { child, ended } of runs.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await vi.waitFor(() => expect(processesWith(dataDir)).toEqual([]), 5000);
  await rm(dataDir, { recursive: true, force: true });
});

const platformProcess = () => {
  const started = run('test/local/platform-process.ts', [dataDir], EMBEDDED_ENGINE);
  runs.push(started);
  return started;
};

describe('SIGKILL', () => {
  test('ends the engine too, and the next start finds the folder free', async () => {
    const first = platformProcess();
    await first.ready;
    expect(processesWith(dataDir).length).toBeGreaterThan(1);
    first.child.kill('SIGKILL');
    await first.ended;
    await platformProcess().ready;
  });

  test('loses nothing between the table and the mail, and mails nothing twice', async () => {
    const written: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { child, ready, ended } = platformProcess();
      const url = await ready;
      for (let item = 0; item < 20; item++) {
        const name = `item-${round}-${item}`;
        await fetch(`${url}/v2/items/${name}`, { method: 'POST' });
        written.push(name);
      }
      child.kill('SIGKILL');
      await ended;
    }
    const url = await platformProcess().ready;
    expect((await fetch(`${url}/local/settle`, { method: 'POST' })).status).toBe(200);
    const messages = (await (await fetch(`${url}/local/messages`)).json()) as { subject: string }[];
    expect(messages.map(({ subject }) => subject).toSorted()).toEqual(written.toSorted());
  });
});
