import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * Refuses large files that aren't text: whoever clones the repository gets them for ever, removed or not. What has to
 * be here all the same stands in `binaries.json` with the reason why, and stays in that list when it is removed.
 */

const LARGEST = 200_000;

/** History up to this commit is left as it is: an operating system's package had come in, and was removed here. */
const SINCE = '17a4076';

const Declared = z.array(z.strictObject({ path: z.string(), reason: z.string().min(10) }));

/**
 * The large binaries of a repository that commits after `since` brought in, whether or not a later one removed them.
 * Looks at the latest commit alone where that commit is not known, as in a shallow clone.
 */
export const largeBinaries = (repository: string, since: string): { path: string; size: number }[] => {
  const git = (args: readonly string[], input?: string): Buffer =>
    execFileSync('git', args, { cwd: repository, input, maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'ignore'] });
  const isKnown = (): boolean => {
    try {
      git(['merge-base', '--is-ancestor', since, 'HEAD']);
      return true;
    } catch {
      return false;
    }
  };
  const range = isKnown() ? ['HEAD', `^${since}`] : ['--max-count=1', 'HEAD'];
  const objects = git(['rev-list', '--objects', ...range]).toString();
  return git(['cat-file', '--batch-check=%(objecttype) %(objectsize) %(objectname) %(rest)'], objects)
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [, size, object = '', path = ''] = /^blob (\d+) (\S+) (.*)$/.exec(line) ?? [];
      const large = Number(size) > LARGEST;
      return large && !isText(git(['cat-file', 'blob', object])) ? [{ path, size: Number(size) }] : [];
    });
};

const isText = (content: Buffer): boolean => {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(content).includes('\0');
  } catch {
    return false;
  }
};

if (import.meta.main) {
  const declared = Declared.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'binaries.json'), 'utf8')));
  const known = new Set(declared.map(({ path }) => path));
  const refused = largeBinaries(import.meta.dirname, SINCE).filter(({ path }) => !known.has(path));
  for (const { path, size } of refused) {
    console.error(
      `${path} is a binary of ${size} bytes. Leave it out of the commits, or declare it in .ci/binaries.json.`,
    );
  }
  if (refused.length > 0) process.exitCode = 1;
}
