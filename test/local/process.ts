import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Run {
  child: ChildProcess;
  /** The output on both streams so far. */
  output(): string;
  /** Resolves with the address in its line `… ready at <address>`; rejects if it ends before. */
  ready: Promise<string>;
  /** Its exit code; null if a signal killed it. */
  ended: Promise<number | null>;
}

/** For tests of the engine's process: they always use the embedded engine. */
export const EMBEDDED_ENGINE = { AWS_ENDPOINT_URL_DYNAMODB: '' };

/** Runs a script of this repository as a process of its own. */
export const run = (script: string, args: string[], env: NodeJS.ProcessEnv = {}): Run => {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  // A second thread of functions costs each platform seconds; function-threads.test.ts is about them.
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, FUNCTION_THREADS: '1', ...env } });
  let output = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer) => {
      output += text;
      const [, url] = /ready at (http:\S+)\n/.exec(output) ?? [];
      if (url) resolve(url);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    ended.then(() => reject(new Error(output)));
  });
  ready.catch(() => {});
  return { child, output: () => output, ready, ended };
};

/** Command lines of the processes whose arguments mention `text`. */
export const processesWith = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(commandLine)
    .filter((line) => line.includes(text));

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

/** A port that is free at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
