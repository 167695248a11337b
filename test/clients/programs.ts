import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A program that uses a client. */
export interface Program {
  program: string;
  args: string[];
}

/** A client in a fresh folder, installed from its package, with the programs that use it. */
export interface LaidClient {
  home: string;
  /** The environment that its programs need. */
  env: Record<string, string>;
  play: (scenario: string) => Program;
  /** The program of a block of code in its README. */
  readme: (index: number) => Program;
  readmeLines: number[];
  /** The program of a guide. */
  guide: (name: string) => Program;
  /** Output of the README's second program. */
  printed: string;
}

/** Runs a program in the client's folder, and answers what it prints. */
export const runProgram = async (
  { program, args }: Program,
  { home, env: needed }: LaidClient,
  given: Record<string, string>,
): Promise<string> => {
  const env = { PATH: process.env.PATH, ...needed, ...given };
  const { stdout } = await promisify(execFile)(program, args, { cwd: home, env });
  return stdout;
};

/** Guides that show the clients, and what their programs print. */
export const GUIDES: Record<string, RegExp> = {
  'first-envelope': /^\S{36} pending\n$/,
  templates: /^true pending\nLease\n/i,
  fields: /'company: textbox', 'signature: signature'/,
  verification: /^reset\n$/,
  embedding: /\/sign\/\S{36}\/Tenant\/\S{20,}\n$/,
  webhooks: /^webhook_test\n$/,
  oauth: /^store true\n/i,
  'test-mode': /^complete\n$/,
  moving: /^envelope_not_found 404\n$/,
};

/** The program of a guide in one language. */
export const guideProgram = async (name: string, language: string): Promise<string> =>
  (await codeOf(`docs/guides/${name}.md`, language)).join('\n');

/** The blocks of code of one language in a text. */
export const codeOf = async (file: string, language: string): Promise<string[]> =>
  [...(await readFile(file, 'utf8')).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, of, code = '']) =>
    of === language ? [code] : [],
  );
