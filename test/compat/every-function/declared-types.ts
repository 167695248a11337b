import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Call } from './recorder.ts';

const TYPESCRIPT = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const MODULES = dirname(TYPESCRIPT);

/**
 * Exceptions: the declarations differ here from the values on which existing clients depend, and from the interface's
 * specification. The name of a key, or of a function for its whole answer, with the right type.
 */
const KEYS = {
  // Clients look pages up by their number.
  page_sizes: 'Record<string, { width: number; height: number }>',
  // Null until it happens.
  canceled_at: 'string | null',
  // The chain has more events than the declarations: changes, requests for codes.
  event: 'string',
};
const ANSWERS = {
  // A list, as the name says.
  getOrganizationChildren: 'client.IOrganization[]',
  // Deletes answer a string.
  revokeSession: 'string',
  deleteTemplateDocument: 'string',
  // A declined one is marked so, by the function's own documentation.
  getOrganizationInvitations: "(Omit<client.IOrganizationInvitation, 'status'> & { status: 'pending' | 'declined' })[]",
};

const HEAD = `import type * as client from '@verdocs/js-sdk';
interface Keys { ${Object.entries(KEYS)
  .map(([key, type]) => `${key}: ${type};`)
  .join(' ')} }
/**
 * The same with room for further keys, which a literal is not allowed otherwise. What need not be there may be null.
 */
type Open<T> = T extends readonly (infer One)[]
  ? Open<One>[]
  : T extends object
    ? { [K in keyof T]: K extends keyof Keys ? Keys[K] : undefined extends T[K] ? Open<T[K]> | null : Open<T[K]> } & {
        [key: string]: unknown;
      }
    : T;
type Answer<F> = F extends (...args: never[]) => infer T ? Open<Awaited<T>> : never;
`;

/**
 * Errors of the TypeScript compiler when the answers are checked against the types that the package declares: one
 * line for each key that is missing, or is of another type. Files are left out, which have no type there.
 */
export const typeFaults = async (calls: readonly Call[]): Promise<string[]> => {
  const answers = calls.filter(({ answer }) => !isFile(answer));
  const lines = answers.map(({ name, answer }, at) => {
    const decided = (ANSWERS as Record<string, string>)[name];
    const type = decided ? `Open<${decided}>` : `Answer<typeof client.${name}>`;
    return `export const ${name}_${at}: ${type} = ${JSON.stringify(answer) ?? 'undefined'};`;
  });
  const folder = await mkdtemp(join(tmpdir(), 'countersign-types-'));
  try {
    await symlink(MODULES, join(folder, 'node_modules'));
    await writeFile(join(folder, 'answers.ts'), HEAD + lines.join('\n'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(PROJECT));
    const output = await compile(folder);
    return output.map((message) => {
      const [row = 0, column = 0] = placeOf(message);
      const line = lines[row - HEAD.split('\n').length] ?? '';
      return `${line.slice(13, line.indexOf(':'))} at ${line.slice(column - 1, column + 40)}: ${message.slice(0, 600)}`;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const PROJECT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2024',
    module: 'nodenext',
    types: [],
    lib: ['es2024', 'dom'],
  },
  files: ['answers.ts'],
};

const compile = (folder: string): Promise<string[]> =>
  new Promise((resolve) => {
    const args = [join(TYPESCRIPT, 'bin', 'tsc'), '--pretty', 'false', '-p', folder];
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`.split('\n').filter(Boolean);
      resolve(error && said.length === 0 ? [String(error)] : said.filter((line) => !line.startsWith(' ')));
    });
  });

const placeOf = (message: string): number[] => (/answers\.ts\((\d+),(\d+)\)/.exec(message) ?? []).slice(1).map(Number);

const isFile = (answer: unknown): boolean =>
  answer instanceof Blob || (typeof answer === 'object' && answer !== null && 'data' in answer && isFile(answer.data));
