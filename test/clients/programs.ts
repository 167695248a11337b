import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A program that uses a client. */
export interface Program {
  program: string;
  args: string[];
}

/** Runs a program in a folder, and answers what it prints. */
export const runProgram = async ({ program, args }: Program, cwd: string, env: Record<string, string>) => {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: { PATH: process.env.PATH, ...env } });
  return stdout;
};

/** The blocks of code of one language in a text. */
export const codeOf = async (file: string, language: string): Promise<string[]> =>
  [...(await readFile(file, 'utf8')).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, of, code = '']) =>
    of === language ? [code] : [],
  );
