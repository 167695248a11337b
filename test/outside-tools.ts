import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Tools that judge beside what comes with `npm ci`. No test needs one: where it is missing, the others have judged. The
 * run says at its end which it used.
 */
const TOOLS = [
  'pdfsig',
  'pdftotext',
  'python3',
  'clients:python',
  'fido2',
  'pyhanko',
  'certomancer-csc-dummy',
  'softhsm2-util',
] as const;
type Tool = (typeof TOOLS)[number];

/** Stands for the file among a tool's arguments. */
export const FILE = '{file}';

/** A tool's output about a file, even for an invalid one; undefined if the tool is not installed. */
export const runOutside = (tool: Tool, file: Uint8Array, ...args: string[]): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tool-'));
  try {
    const path = join(folder, 'document.pdf');
    writeFileSync(path, file);
    const printed = run(
      tool,
      args.map((arg) => (arg === FILE ? path : arg)),
    );
    noteTool(tool, printed === undefined ? 'missed' : 'used');
    return printed;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const run = (tool: Tool, args: string[]): string | undefined => {
  try {
    return execFileSync(tool, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('code' in error && error.code === 'ENOENT') return undefined;
    if ('stdout' in error) return `${error.stdout}${'stderr' in error ? error.stderr : ''}`;
    throw error;
  }
};

/** Notes that a test has used a tool, or missed it. */
export const noteTool = (tool: Tool, how: 'used' | 'missed'): void => {
  if (process.env.OUTSIDE_TOOLS) appendFileSync(process.env.OUTSIDE_TOOLS, `${tool} ${how}\n`);
};

/** Before the suite: a file in which every test notes the tools that it asked. */
export const setup = (): void => {
  process.env.OUTSIDE_TOOLS = join(mkdtempSync(join(tmpdir(), 'countersign-outside-tools-')), 'notes');
};

/** After the suite: a line for each tool that tests asked. */
export const teardown = (): void => {
  const path = process.env.OUTSIDE_TOOLS ?? '';
  appendFileSync(path, '');
  const notes = readFileSync(path, 'utf8').split('\n');
  rmSync(join(path, '..'), { recursive: true });
  for (const tool of TOOLS) {
    const count = (how: string): number => notes.filter((line) => line === `${tool} ${how}`).length;
    if (count('used') > 0) console.info(`Outside tool ${tool}: used ${count('used')} times.`);
    if (count('missed') > 0) console.info(`Outside tool ${tool}: not installed, missed ${count('missed')} times.`);
  }
};
