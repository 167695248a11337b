import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bundle, bundleFunctions } from '../../infra/bundle.ts';

const NAMES = ['get-docs', 'create-template', 'seal-envelope', 'prepare-keys'];
let folder: string;
let bundles: Map<string, Bundle>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-bundles-'));
  bundles = await bundleFunctions(NAMES, join(folder, 'functions'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const directoryOf = (name: string): string => bundles.get(name)?.directory ?? '';

test.each(NAMES)('%s stands alone: it loads where there are no packages and no environment', async (name) => {
  const script = `const { handler } = await import(${JSON.stringify(join(directoryOf(name), 'index.mjs'))});
    console.log(typeof handler);`;
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: {},
    cwd: folder,
  });
  expect(run).toEqual({ stdout: 'function\n', stderr: '' });
});

test('files that the code reads lie where it looks for them, and only where it does', () => {
  expect(existsSync(join(directoryOf('create-template'), 'pdfium.wasm'))).toBe(true);
  expect(existsSync(join(directoryOf('seal-envelope'), 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))).toBe(true);
  expect(existsSync(join(directoryOf('get-docs'), 'pdfium.wasm'))).toBe(false);
});

test('source maps lie apart, so that they are not uploaded', () => {
  for (const name of NAMES) {
    expect(existsSync(join(directoryOf(name), 'index.mjs.map'))).toBe(false);
    expect(existsSync(join(folder, 'functions', 'maps', `${name}.mjs.map`))).toBe(true);
  }
});

test('a function that does not exist is named', async () => {
  await expect(bundleFunctions(['no-such-function'], join(folder, 'other'))).rejects.toThrow('no-such-function');
});
