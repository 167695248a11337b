import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run } from './run.ts';

/** Compiles the TypeScript project of a folder as its settings say. Throws with the compiler's words if it fails. */
export const compile = async (folder: string): Promise<void> => {
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  await run(process.execPath, [compiler, '-p', folder]);
};
