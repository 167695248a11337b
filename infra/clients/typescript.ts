import { mkdir, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { compile } from './compile.ts';
import { clientDescription, type Description } from './description.ts';
import { run } from './run.ts';

/** Writes the generated part of the TypeScript client in `folder` (`src/generated`), and compiles it all (`dist`). */
export const buildTypescript = async (folder: string): Promise<void> => {
  await generate(join(folder, 'src/generated'));
  await compile(folder);
};

const generate = async (path: string): Promise<void> => {
  const description = await clientDescription();
  const { createClient } = await loadGenerator();
  await createClient({
    input: { ...description },
    output: { path, clean: true, module: { extension: '.js' } },
    logs: { level: 'silent', file: false },
    plugins: [
      { name: '@hey-api/client-fetch', throwOnError: true, baseUrl: false },
      {
        name: '@hey-api/sdk',
        operations: { strategy: 'single', containerName: 'Operations' },
        responseStyle: 'data',
        auth: false,
      },
      '@hey-api/typescript',
    ],
  });
  await writeFile(join(path, 'errors.gen.ts'), errorTypes(description));
};

/** Packs the client in `client` for npm into a folder. Answers the package's file, and the files that it holds. */
export const packForNpm = async (client: string, folder: string): Promise<{ file: string; files: string[] }> => {
  await mkdir(folder, { recursive: true });
  const stdout = await run('npm', ['pack', '--json', '--pack-destination', resolve(folder)], client);
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { file: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
};

/** The generator writes code with a compiler's own library, which TypeScript has no more since version 7. */
const loadGenerator = async (): Promise<typeof import('@hey-api/openapi-ts')> => {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
  });
  try {
    return await import('@hey-api/openapi-ts');
  } finally {
    hooks.deregister();
  }
};

/** The catalogue of errors as a type: the meaning and the remedy of each stand at its code. */
const errorTypes = ({ 'x-errors': errors }: Description): string =>
  [
    '/** Errors of the platform, with their HTTP status. */',
    'export interface Errors {',
    ...errors.flatMap(({ code, status, meaning, remedy }) => [
      `  /** ${meaning} ${remedy} */`,
      `  ${code}: ${status};`,
    ]),
    '}\n',
  ].join('\n');
