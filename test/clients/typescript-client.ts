import { copyFile, cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { compile } from '../../infra/clients/compile.ts';
import { buildTypescript, packForNpm } from '../../infra/clients/typescript.ts';
import { codeOf, GUIDES, guideProgram, type LaidClient } from './programs.ts';

const PROGRAM = 'test/clients/programs/play.ts';

/**
 * Builds the TypeScript client from its sources, packs it, and lays what the package holds into a fresh folder, where
 * programs are compiled with it.
 */
export const layTypescript = async (folder: string): Promise<LaidClient> => {
  const source = join(folder, 'source');
  await cp('clients/typescript', source, {
    recursive: true,
    filter: (path) => !/\/(dist|generated)$/.test(path),
  });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await buildTypescript(source);
  const { files } = await packForNpm(source, join(folder, 'packages'));

  const home = join(folder, 'home');
  const installed = join(home, 'node_modules/@countersign/client');
  for (const path of files) {
    await mkdir(dirname(join(installed, path)), { recursive: true });
    await copyFile(join(source, path), join(installed, path));
  }
  await symlink(resolve('node_modules/standardwebhooks'), join(home, 'node_modules/standardwebhooks'));
  await writeFile(join(home, 'package.json'), '{ "type": "module" }');
  await copyFile(PROGRAM, join(home, basename(PROGRAM)));
  const readme = await codeOf('clients/typescript/README.md', 'ts');
  for (const [index, code] of readme.entries()) await writeFile(join(home, `readme-${index}.ts`), code);
  for (const name of Object.keys(GUIDES)) await writeFile(join(home, `${name}.ts`), await guideProgram(name, 'ts'));
  await typecheck(home);

  return {
    home,
    env: {},
    play: (scenario) => ({ program: process.execPath, args: [basename(PROGRAM), scenario] }),
    readme: (index) => ({ program: process.execPath, args: [`readme-${index}.ts`] }),
    guide: (name) => ({ program: process.execPath, args: [`${name}.ts`] }),
    readmeLines: readme.map((code) => code.trim().split('\n').length),
    printed: 'false\ntemplate_not_found 404\ntrue\n',
  };
};

/** Compiles the programs as those who use the package would. */
const typecheck = async (home: string): Promise<void> => {
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  };
  await writeFile(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await compile(home);
};
