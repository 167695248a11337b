import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { largeBinaries } from '../../.ci/refuse-binaries.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-repository-'));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

/** Commits a change of one file, and answers the commit. */
const commit = (path: string, content: Uint8Array | string | null): string => {
  if (content === null) rmSync(join(folder, path));
  else writeFileSync(join(folder, path), content);
  git('add', '--all');
  git('commit', '--quiet', '--message', path);
  return git('rev-parse', 'HEAD');
};

const large = randomBytes(200_001);

test('a large binary is found, with its size', () => {
  const since = commit('README.md', 'text');
  commit('a package.deb', large);
  expect(largeBinaries(folder, since)).toEqual([{ path: 'a package.deb', size: 200_001 }]);
});

test('a large binary is found though a later commit removed it', () => {
  const since = commit('README.md', 'text');
  commit('package.deb', large);
  commit('package.deb', null);
  expect(largeBinaries(folder, since)).toEqual([{ path: 'package.deb', size: 200_001 }]);
});

test('a binary that looks like text at its beginning is found', () => {
  const since = commit('README.md', 'text');
  commit('scan.pdf', Buffer.concat([Buffer.from('%PDF-1.7 '.repeat(10_000)), large]));
  expect(largeBinaries(folder, since)).toEqual([{ path: 'scan.pdf', size: 290_001 }]);
});

test('large texts and small binaries are allowed', () => {
  const since = commit('README.md', 'text');
  commit('openapi.json', 'Grüße '.repeat(100_000));
  commit('small.png', large.subarray(0, 200_000));
  expect(largeBinaries(folder, since)).toEqual([]);
});

test('binaries of older history are ignored', () => {
  commit('package.deb', large);
  const since = commit('package.deb', null);
  commit('README.md', 'text');
  expect(largeBinaries(folder, since)).toEqual([]);
});

test('if the history is not known, the whole latest commit is checked', () => {
  commit('package.deb', large);
  commit('README.md', 'text');
  expect(largeBinaries(folder, 'f'.repeat(40))).toEqual([{ path: 'package.deb', size: 200_001 }]);
});
