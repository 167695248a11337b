import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { buildPython, PYTHON } from '../../infra/clients/python.ts';
import { run } from '../../infra/clients/run.ts';
import { noteTool } from '../outside-tools.ts';
import { codeOf, GUIDES, guideProgram, type LaidClient } from './programs.ts';

const PROGRAM = 'test/clients/programs/play.py';

/**
 * Builds the Python client from its sources, packs it, and installs the package into a fresh folder. Undefined where
 * `npm run clients:python` has not put what this needs: the run says at its end that it missed it.
 */
export const layPython = async (folder: string): Promise<LaidClient | undefined> => {
  const isThere = existsSync(PYTHON);
  noteTool('clients:python', isThere ? 'used' : 'missed');
  if (!isThere) return undefined;
  const home = join(folder, 'python-home');
  const wheel = await buildPython(join(folder, 'python-source'), join(folder, 'python-packages'));
  const installed = join(home, 'installed');
  await mkdir(home, { recursive: true });
  const options = ['--quiet', '--no-deps', '--no-index', '--target', installed];
  await run(PYTHON, ['-m', 'pip', 'install', ...options, wheel]);
  await copyFile(PROGRAM, join(home, basename(PROGRAM)));
  const readme = await codeOf('clients/python/README.md', 'python');
  for (const [index, code] of readme.entries()) await writeFile(join(home, `readme_${index}.py`), code);
  for (const name of Object.keys(GUIDES)) await writeFile(join(home, `${name}.py`), await guideProgram(name, 'python'));
  return {
    home,
    env: { PYTHONPATH: resolve(installed) },
    play: (scenario) => ({ program: PYTHON, args: [basename(PROGRAM), scenario] }),
    readme: (index) => ({ program: PYTHON, args: [`readme_${index}.py`] }),
    guide: (name) => ({ program: PYTHON, args: [`${name}.py`] }),
    readmeLines: readme.map((code) => code.trim().split('\n').length),
    printed: 'False\ntemplate_not_found 404\nrefused\n',
  };
};
