import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { clientDescription, type Description } from './description.ts';
import { run } from './run.ts';

/** Python with the packages of `requirements.txt`, where `npm run clients:python` puts it. */
export const PYTHON = resolve('clients/python/.venv/bin/python');

/** Makes the environment that generates, builds and plays the Python client. Needs `python3`, and PyPI. */
export const installPython = async (): Promise<void> => {
  await run('python3', ['-m', 'venv', 'clients/python/.venv']);
  await run(PYTHON, ['-m', 'pip', 'install', '--quiet', '--requirement', 'clients/python/requirements.txt']);
};

/**
 * Generates the Python client in `folder`, lays the part that is written by hand over it, and packs it for PyPI into
 * `packages`. Answers the wheel's file.
 */
export const buildPython = async (folder: string, packages: string): Promise<string> => {
  const description = withBytes(await clientDescription());
  const file = join(folder, 'openapi.json');
  const code = join(folder, 'countersign_client');
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(description));
  const settings = ['--config', 'clients/python/generator.yml', '--meta', 'none', '--overwrite'];
  await run(PYTHON, ['-m', 'openapi_python_client', 'generate', '--path', file, '--output-path', code, ...settings]);
  await cp('clients/python', folder, { recursive: true, filter: (path) => !/\.venv|__pycache__/.test(path) });
  await writeFile(join(code, 'codes.py'), errorClasses(description));
  await run(PYTHON, ['-m', 'build', '--no-isolation', '--outdir', packages, folder]);
  const wheel = (await readdir(packages)).find((name) => name.endsWith('.whl'));
  if (!wheel) throw new Error(`No wheel was packed into ${packages}`);
  return join(packages, wheel);
};

/** The description with one type for all files: the generator knows no others. */
const withBytes = (description: Description): Description => {
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  for (const done of operations.flatMap(({ responses }) => responses?.['200'] ?? [])) {
    const [type = 'application/json'] = Object.keys(done.content ?? {});
    if (type !== 'application/json' && type !== 'text/plain') {
      done.content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    }
  }
  return description;
};

/** The catalogue of errors as classes: the meaning and the remedy of each are its docstring. */
const errorClasses = ({ 'x-errors': errors }: Description): string => {
  const classes = errors.map(({ code, meaning, remedy }) =>
    [`class ${classOf(code)}(CountersignError):`, `    """${meaning} ${remedy}"""`, '', `    code = "${code}"`].join(
      '\n',
    ),
  );
  const entries = errors.map(({ code }) => `    "${code}": ${classOf(code)},`);
  return [
    '"""The errors of the platform, by their codes."""\n\nfrom .failure import CountersignError',
    ...classes,
    `BY_CODE: dict[str, type[CountersignError]] = {\n${entries.join('\n')}\n}\n`,
  ].join('\n\n\n');
};

const classOf = (code: string): string =>
  code.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
