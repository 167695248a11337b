import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const IMPORT = `
  const before = performance.now();
  const { handler } = await import(process.argv[1]);
  const imported = performance.now() - before;
  let status;
  if (process.env.EVENT) status = (await handler(JSON.parse(process.env.EVENT), { awsRequestId: 'bench' }))?.statusCode;
  process.stdout.write(JSON.stringify({ imported, answered: performance.now() - before, status }));
  process.exit();`;

export interface Timing {
  /** Milliseconds that the import of the bundle took. */
  imported: number;
  /** Milliseconds from the start of the import until the first answer, if there was an event. */
  answered: number;
  /** The answer's status. */
  status?: number;
}

/**
 * Imports a bundle in a process of its own, in an environment like Lambda's; with `EVENT` in it, calls the handler too.
 */
export const timeImport = async (file: string, env: Record<string, string> = {}): Promise<Timing> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', IMPORT, file], {
    env: { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench', ...env },
  });
  return JSON.parse(stdout);
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const above = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? above : ((sorted[middle - 1] ?? 0) + above) / 2;
};

export interface Comparison {
  /** Medians, in milliseconds. */
  one: number;
  other: number;
  /** Median of the ratios within each pair of runs. */
  ratio: number;
}

/**
 * Runs two things by turns, `runs` times each, the first of a pair once this and once that. A machine that is busy for
 * a moment is so for both of a pair: their ratio holds where the times don't.
 */
export const compare = async (
  runs: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<Comparison> => {
  const pairs: { one: number; other: number }[] = [];
  for (let run = 0; run < runs; run++) {
    if (run % 2 === 0) {
      const first = await one();
      pairs.push({ one: first, other: await other() });
    } else {
      const first = await other();
      pairs.push({ one: await one(), other: first });
    }
  }
  return {
    one: median(pairs.map((pair) => pair.one)),
    other: median(pairs.map((pair) => pair.other)),
    ratio: median(pairs.map((pair) => pair.one / pair.other)),
  };
};
