import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface RunningPlatform {
  url: string;
  /** Seconds of processor time so far: of the platform's own process, and of the database's. */
  processorTime(): { platform: number; database: number };
  stop(): Promise<void>;
}

/** As `npm start` runs it. */
const FLAGS = ['--max-semi-space-size=32'];
const START = fileURLToPath(new URL('../../../infra/local/start.ts', import.meta.url));

/**
 * Starts the local platform in a process of its own, with nothing in it; profiles go to `profiles` where that is given.
 */
export const startPlatform = async (profiles?: string): Promise<RunningPlatform> => {
  const profiling = profiles ? ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', profiles] : [];
  const child = spawn(
    process.execPath,
    [...FLAGS, ...profiling, START, '--ephemeral', '--port', String(await freePort())],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT' },
    },
  );
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text;
      const [, address] = /ready at (http:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    ended.then(() => reject(new Error(`The platform did not start: ${said}`)));
  });
  const pid = child.pid ?? 0;
  return {
    url,
    processorTime: () => ({ platform: processorTimeOf(pid), database: databasesOf(pid).reduce(sum, 0) }),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const sum = (total: number, pid: number): number => total + processorTimeOf(pid);

/** User and system time of a process in seconds (proc(5), `stat`, fields 14 and 15, in hundredths). */
const processorTimeOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** The database's processes among a process's descendants. */
const databasesOf = (pid: number): number[] => {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const below = (parent: string): string[][] =>
    all.filter(([, owner]) => owner === parent).flatMap((one) => [one, ...below(one[0] ?? '')]);
  return below(String(pid))
    .filter(([, , command]) => command?.startsWith('dynoxide'))
    .map(([id]) => Number(id));
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
