import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { basename } from 'node:path';

export type Cell = string | number;

const README = new URL('README.md', import.meta.url);
/** The reports of this run so far. */
let reported = '';

/**
 * Prints a table in Markdown under `title`, with machine, date and commit in its head and `notes` below. With `--write`
 * on the command line, the tables of this run also replace the bench's section in `README.md`: the text between the
 * markers with the name of the script (`cold.ts`: `<!-- cold -->` and `<!-- /cold -->`). Cells that are numbers
 * are aligned to the right; the caller rounds them.
 */
export const report = (
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  notes: readonly string[] = [],
): void => {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = columns.map((_, at) => (rows.some((row) => typeof row[at] === 'number') ? '--:' : '---'));
  const table = [line(columns), line(rule), ...rows.map(line)].join('\n');
  const text = [`### ${title}`, head(), table, notes.map((note) => `- ${note}`).join('\n')]
    .filter(Boolean)
    .join('\n\n');
  console.log(`${text}\n`);
  reported += `${text}\n\n`;
  if (process.argv.includes('--write')) write(basename(process.argv[1] ?? '', '.ts'));
};

/** The machine, the runtime, the day and the commit that the numbers are from. */
const head = (): string => {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const git = (...given: string[]) => execFileSync('git', given, { encoding: 'utf8' }).trim();
  // Benches write their results down, which is no change of what they measure.
  const changed = git('status', '--porcelain', '--', ':!test/bench/README.md') === '' ? '' : ' with changes';
  return [
    `${cpus().length} × ${cpu?.model.trim() || 'unknown processor'}, ${memory} GB, ${type()} ${process.arch}`,
    `Node ${process.versions.node}`,
    new Date().toISOString().slice(0, 10),
    `commit ${git('rev-parse', '--short', 'HEAD')}${changed}`,
  ].join(' · ');
};

const write = (section: string): void => {
  const readme = readFileSync(README, 'utf8');
  const [open, close] = [`<!-- ${section} -->`, `<!-- /${section} -->`];
  const from = readme.indexOf(open);
  const to = readme.indexOf(close);
  if (from < 0 || to < from) throw new Error(`README.md has no section between ${open} and ${close}`);
  writeFileSync(README, `${readme.slice(0, from + open.length)}\n\n${reported.trim()}\n\n${readme.slice(to)}`);
};
