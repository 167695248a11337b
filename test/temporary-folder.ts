import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const before = process.env.TMPDIR;

/**
 * Before the suite: a folder for its temporary files, whoever makes them; the CDK, for one, removes none of its own.
 * Files that later runs use again stay outside, in `LASTING_TMPDIR`.
 */
export const setup = (): void => {
  process.env.LASTING_TMPDIR ??= tmpdir();
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'countersign-tests-'));
};

/** After the suite: the machine is as it was, also where a test was killed. */
export const teardown = (): void => {
  const folder = process.env.TMPDIR;
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  if (folder) rmSync(folder, { recursive: true, force: true });
};
