import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program, and answers its output. Throws with all that it has printed if it fails. */
export const run = async (program: string, args: string[], cwd?: string): Promise<string> => {
  try {
    return (await promisify(execFile)(program, args, { cwd, maxBuffer: 50_000_000 })).stdout;
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) error.message += `\n${error.stdout}`;
    throw error;
  }
};
