import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, startApi } from '../api.ts';
import { freePort, processesWith, type Run, run } from '../local/process.ts';

/** `npm start` as a process of its own that is killed and started again, always on the same port and data folder. */
export const startRuns = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-runs-'));
  const args = ['--port', String(await freePort()), '--data', dataDir];
  let current: Run | undefined;
  let over = false;

  const start = async (): Promise<string> => {
    // A test that ran out of time goes on in the background.
    if (over) throw new Error('The test is over');
    // The test runner sets a BASE_URL of its own, for bundlers.
    current = run('infra/local/start.ts', args, { BASE_URL: '' });
    return current.ready;
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    current?.child.kill(signal);
    return current ? current.ended : null;
  };

  const before = process.env.API_URL;
  process.env.API_URL = await start();
  const api: Api = await startApi();
  process.env.API_URL = before;
  if (before === undefined) delete process.env.API_URL;

  return {
    dataDir,
    /** A client of the current run. */
    api,
    start,
    end,
    /** Output of the current run. */
    output: () => current?.output() ?? '',
    /** The processes that have to do with the data folder. */
    processes: () => processesWith(dataDir),
    stop: async () => {
      over = true;
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
};

export type Runs = Awaited<ReturnType<typeof startRuns>>;
