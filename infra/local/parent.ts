import { readFileSync } from 'node:fs';

const EVERY = 500;

/**
 * Calls `then` when the npm that started this process is gone: otherwise a SIGKILL of npm would leave the platform
 * behind with the port and the data folder. Started in another way, such as in the background of a closed shell, it
 * continues.
 */
export const onOrphaned = (then: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const starter = npmProcess();
  const timer = setInterval(() => {
    if (npmProcess() === starter) return;
    clearInterval(timer);
    then();
  }, EVERY);
  timer.unref();
};

/** npm runs a script through a shell, which may stay in between or may have become the script. */
const npmProcess = (): number | undefined => {
  const parent = processAt(process.ppid);
  return parent?.name === 'sh' ? parent.parent : process.ppid;
};

const processAt = (pid: number): { name: string; parent: number } | undefined => {
  try {
    // `pid (name) state parent …`, where a name may contain anything.
    const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
};
