import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Ends the child with its parent, however the parent ends: a watcher reads a pipe that only the parent has open, and
 * kills the child at the pipe's end. (On Linux `prctl` could do that, but neither Node nor a POSIX shell offers it.)
 */
const WATCHED = `
"$@" 3<&- &
child=$!
( read -r _ <&3; kill -KILL $child ) 2>/dev/null &
watcher=$!
exec 3<&-
wait $child
code=$?
kill $watcher 2>/dev/null
exit $code
`;

export interface Child {
  /** Resolves with the last text on standard error when the process has ended. */
  ended: Promise<string>;
  /** Resolves once the child writes `text` to standard error; rejects with its last text if it ends before. */
  says(text: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a program that can't outlive this process and may be killed at any moment. It doesn't get the terminal's
 * Ctrl-C: its owner stops it.
 */
export const startChild = (program: string, args: readonly string[]): Child => {
  const shell = spawn('/bin/sh', ['-c', WATCHED, 'sh', program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let heard = '';
  const listeners = new Set<() => void>();
  shell.stderr?.setEncoding('utf8').on('data', (text: string) => {
    heard = (heard + text).slice(-4000);
    for (const listener of listeners) listener();
  });
  const ended = end(shell).then((code) => heard.trim() || `it ended with code ${code}`);

  return {
    ended,
    says: async (text) => {
      const said = new Promise<true>((resolve) => {
        const listener = () => heard.includes(text) && resolve(true);
        listeners.add(listener);
        listener();
      });
      const words = await Promise.race([said, ended]);
      listeners.clear();
      if (words !== true) throw new Error(words);
    },
    stop: async () => {
      (shell.stdio[3] as Writable | null)?.destroy();
      await ended;
    },
  };
};

const end = async (shell: ChildProcess): Promise<number | null> => {
  const [code] = await once(shell, 'exit');
  return code as number | null;
};
