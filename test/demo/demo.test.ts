import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkChain } from '../../infra/local/demo/chain.ts';
import { freePort, type Run, run } from '../local/process.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import { textsOf } from '../pdf/tools.ts';

let folder: string;
const runs: Run[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
});

afterEach(async () => {
  for (const { child, ended } of runs.splice(0)) {
    child.kill();
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

const start = (script: string, ...args: string[]) => {
  // The test runner sets a base address of its own, for bundlers.
  const started = run(`infra/local/${script}.ts`, args, { BASE_URL: '' });
  runs.push(started);
  return started;
};
const results = () => join(folder, 'results');
const result = (name: string) => readFile(join(results(), name));

test('npm run demo leaves a sealed lease, its sealed certificate and an audit trail that can be recomputed', async () => {
  const { output, ended } = start('demo', '--out', results());
  expect(await ended, output()).toBe(0);
  expect((await readdir(results())).toSorted()).toEqual(['audit.json', 'certificate.pdf', 'signed.pdf']);
  expectSealed(await result('signed.pdf'));
  expectSealed(await result('certificate.pdf'));

  // Files that the documents tell their readers to look at, after this very command.
  for (const paper of ['README.md', 'docs/evidence.md']) {
    const named = [...(await readFile(paper, 'utf8')).matchAll(/countersign-demo\/([\w.-]+)/g)].map(([, name]) => name);
    expect(await readdir(results()), paper).toEqual(expect.arrayContaining(named));
    expect(named, paper).toContain('signed.pdf');
  }

  const audit = JSON.parse((await result('audit.json')).toString());
  expect(() => checkChain(audit)).not.toThrow();
  const [{ size, sha256 }] = audit.documents;
  const shown = (await result('signed.pdf')).subarray(0, size);
  expect(createHash('sha256').update(shown).digest('hex')).toBe(sha256);
  audit.events[3].created_at = '2020-01-01T00:00:00.000Z';
  expect(() => checkChain(audit)).toThrow('broken at its event 4');

  for (const text of textsOf(await result('signed.pdf'))) {
    expect(text).toMatch(/Sep\w* 0?1, 2026|0?1 Sep\w* 2026/);
    for (const shown of ['In the yard', 'Theo Quill', 'Ada Marlow']) expect(text).toContain(shown);
  }
});

test('a PDF of the user, on a platform that runs already, can be signed more than once', async () => {
  const url = await start('start', '--ephemeral', '--port', String(await freePort())).ready;
  const file = join(folder, 'turned.pdf');
  await writeFile(file, withTable(pagesOf(LETTER, `${LETTER} /Rotate 90`)));
  for (const _ of ['once', 'again']) {
    const { output, ended } = start('demo', '--url', url, '--pdf', file, '--out', results());
    expect(await ended, output()).toBe(0);
    expectSealed(await result('signed.pdf'));
  }
});

test.each([
  { args: () => ['--url', 'http://127.0.0.1:1'], says: 'no Countersign started with npm start' },
  { args: () => ['--pdf', join(folder, 'missing.pdf')], says: 'missing.pdf' },
  { args: () => ['--pdf', import.meta.filename], says: 'is not a PDF' },
  { args: () => ['--wrong'], says: "'--wrong'" },
])('a run that can’t work exits with 1 and says why: $says', async ({ args, says }) => {
  const { output, ended } = start('demo', '--out', results(), ...args());
  expect(await ended).toBe(1);
  expect(output()).toContain(says);
  expect(output()).not.toContain('    at ');
});
