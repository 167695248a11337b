import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPLACED_FILES } from '../../infra/bundle-plugins.ts';
import { leanSources } from '../../infra/lean-sources.ts';

const SCHEMAS = `import * as z from 'zod';
const Inner = z.object({ deep: z.string() });
export const Unused = z.object({ ...Inner.shape, more: z.array(z.string()) }).meta({ id: 'Unused' });
export const Used = z.object({
  name: z.string().min(1).meta({
    description: 'A described name',
  }),
});
export const lineOf = () => new Error().stack;
`;

let folder: string;
let text: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-lean-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'lib'));
  await writeFile(join(folder, 'lib/schemas.ts'), SCHEMAS);
  await writeFile(
    join(folder, 'lib/entry.ts'),
    "import { lineOf, Used } from './schemas.ts';\nexport const run = () => [Used.safeParse({ name: '' }).success, lineOf()];",
  );
  // As the repository says of itself: without, esbuild keeps every imported module.
  await writeFile(join(folder, 'package.json'), '{ "sideEffects": false }');
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['lib/entry.ts'],
    outfile: 'out.mjs',
    bundle: true,
    write: false,
    format: 'esm',
    external: ['zod'],
    plugins: [leanSources],
    sourcemap: 'inline',
  });
  text = outputFiles[0]?.text ?? '';
  await writeFile(join(folder, 'out.mjs'), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a bundle has no schema that nothing uses, and no description', () => {
  const code = text.replace(/\/\/# sourceMappingURL.*/, '');
  expect(code).not.toMatch(/Unused|Inner|deep|described|meta/);
  expect(code).toContain('name: z.string().min(1)');
});

test('what is used works as before, and the source map still knows its lines', async () => {
  const { run } = (await import(join(folder, 'out.mjs'))) as { run: () => [boolean, string] };
  expect(run()[0]).toBe(false);
  const map = JSON.parse(Buffer.from(text.split('base64,')[1] ?? '', 'base64').toString());
  expect(map.sources).toContain('lib/schemas.ts');
  const at = SCHEMAS.split('\n').findIndex((line) => line.includes('lineOf'));
  const { SourceMap } = await import('node:module');
  const generated = text.split('\n').findIndex((line) => line.includes('new Error().stack'));
  expect(new SourceMap(map).findEntry(generated, text.split('\n')[generated]?.indexOf('new Error') ?? 0)).toMatchObject(
    {
      originalLine: at,
    },
  );
});

test('a source that can’t be parsed ends the bundling', async () => {
  await writeFile(join(folder, 'lib/broken.ts'), 'export const broken = (;');
  const broken = build({
    absWorkingDir: folder,
    entryPoints: ['lib/broken.ts'],
    write: false,
    plugins: [leanSources],
    logLevel: 'silent',
  });
  await expect(broken).rejects.toThrow('broken.ts');
});

test('every file of the SDK that bundles replace is still where it was', () => {
  expect(Object.keys(REPLACED_FILES).filter((file) => !existsSync(join('node_modules', file)))).toEqual([]);
});
