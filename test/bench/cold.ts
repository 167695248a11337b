/**
 * Measures the size of the functions' bundles and the time of their import, against a bundle that only opens a bare
 * document client of the SDK. `--runs 15` measures each of them as often.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { operations } from '../../functions/index.ts';
import { type Bundle, bundleFunctions } from '../../infra/bundle.ts';
import { kebabCase } from '../../infra/names.ts';
import { WORKERS } from '../../infra/workers.ts';
import { bareClients } from './cold/bare-client.ts';
import { firstRequest } from './cold/first-answer.ts';
import { type Comparison, compare, median, timeImport } from './cold/fresh-process.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '9' }, write: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);

/** One function of each kind, for figures that are not measured for all. */
const SAMPLE = ['get-my-user', 'get-brand', 'get-template', 'get-envelope', 'get-envelopes'];

interface Measured extends Comparison {
  name: string;
  bytes: number;
  kind: 'API' | 'API, PDF' | 'worker';
}

const kindOf = (name: string, { modules }: Bundle): Measured['kind'] => {
  if ((WORKERS as readonly string[]).includes(name)) return 'worker';
  return modules.some((module) => /@libpdf\/core|@hyzyla\/pdfium/.test(module)) ? 'API, PDF' : 'API';
};

const kilobytes = (bytes: number) => Math.round(bytes / 1000);
const milliseconds = (time: number) => time.toFixed(1);
const progress = (text: string) => process.stderr.write(`${text}\n`);

const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-cold-'));
try {
  progress('Bundling …');
  const bare = await bareClients(join(folder, 'bare'));
  const names = [...operations.map(({ contract }) => kebabCase(contract.id)), ...WORKERS];
  const bundles = await bundleFunctions(names, join(folder, 'functions'));
  const fileOf = (name: string) => join(bundles.get(name)?.directory ?? '', 'index.mjs');
  const importing = (file: string, env?: Record<string, string>) => async () => (await timeImport(file, env)).imported;
  const importBare = importing(bare.whole.file);

  const measured: Measured[] = [];
  for (const [name, bundle] of bundles) {
    const times = await compare(runs, importing(fileOf(name)), importBare);
    measured.push({ name, bytes: bundle.bytes, kind: kindOf(name, bundle), ...times });
    if (measured.length % 20 === 0) progress(`${measured.length} of ${bundles.size} functions`);
  }
  const trimmed = await compare(runs * 3, importing(bare.trimmed.file), importBare);

  const kinds = Object.entries(Object.groupBy(measured, ({ kind }) => kind));
  report(
    'By kind',
    ['bundles', 'number', 'kB, median', 'kB, largest', 'import, median ratio', 'largest ratio'],
    [
      ['bare client', 1, kilobytes(bare.whole.bytes), kilobytes(bare.whole.bytes), '1', '1'],
      ...kinds.map(([kind, all]) => [
        kind,
        all.length,
        kilobytes(median(all.map(({ bytes }) => bytes))),
        kilobytes(Math.max(...all.map(({ bytes }) => bytes))),
        median(all.map(({ ratio }) => ratio)).toFixed(2),
        Math.max(...all.map(({ ratio }) => ratio)).toFixed(2),
      ]),
      [
        'all functions',
        measured.length,
        kilobytes(median(measured.map(({ bytes }) => bytes))),
        kilobytes(Math.max(...measured.map(({ bytes }) => bytes))),
        median(measured.map(({ ratio }) => ratio)).toFixed(2),
        Math.max(...measured.map(({ ratio }) => ratio)).toFixed(2),
      ],
      [
        'bare client, trimmed as functions are',
        1,
        kilobytes(bare.trimmed.bytes),
        kilobytes(bare.trimmed.bytes),
        trimmed.ratio.toFixed(2),
        trimmed.ratio.toFixed(2),
      ],
    ],
    [
      'A bare client imports `@aws-sdk/client-dynamodb` and `@aws-sdk/lib-dynamodb`, opens a client, and is bundled with the ' +
        'same options. Functions are bundled with plugins on top (`infra/bundle-plugins.ts`): the last line is the same client ' +
        'with those, so what lies between it and 1 is what they save, and what lies above it is our own.',
      `An import happens in a fresh process, ${runs} times for each function, by turns with the bare client; a ratio is the ` +
        'median of the pairs. Functions open their clients at the first request, not at import: see the next table.',
      'Size is that of `index.mjs`; `pdfium.wasm` (4 MB), fonts and `openapi.json` lie beside it and are read when needed.',
    ],
  );

  const request = await firstRequest(folder);
  const rows: (string | number)[][] = [];
  const answering = (file: string) => async () => (await timeImport(file, request.env)).answered;
  try {
    for (const name of SAMPLE) {
      const { status } = await timeImport(fileOf(name), request.env);
      const { one, other, ratio } = await compare(runs * 2, answering(fileOf(name)), answering(bare.reading.file));
      rows.push([name, status ?? '', milliseconds(one), milliseconds(other), ratio.toFixed(2)]);
    }
  } finally {
    request.stop();
  }
  report('To the first answer', ['function', 'answers', 'ms', 'bare client, ms', 'ratio'], rows, [
    'Import, then one request with a valid token, answered from a table on this machine that has the session and nothing else, and ' +
      'answers at once, over TLS as DynamoDB does. The bare client imports, opens, and reads one item of the same table.',
  ]);

  const cached: (string | number)[][] = [];
  const cache = { NODE_COMPILE_CACHE: join(folder, 'cache') };
  for (const [name, file] of [
    ['bare client', bare.whole.file],
    ...SAMPLE.map((name) => [name, fileOf(name)]),
  ] as const) {
    await timeImport(file, cache);
    const { one, other, ratio } = await compare(runs * 2, importing(file, cache), importing(file));
    cached.push([name, milliseconds(one), milliseconds(other), ratio.toFixed(2)]);
  }
  report('What a compile cache would give', ['bundle', 'import with it, ms', 'without, ms', 'ratio'], cached, [
    '`NODE_COMPILE_CACHE`, filled by a run before. Not deployed: `infra/README.md` says why.',
  ]);

  report(
    'Every function',
    ['function', 'kind', 'kB', 'import, ms', 'bare client, ms', 'ratio'],
    measured
      .toSorted((a, b) => b.bytes - a.bytes)
      .map(({ name, kind, bytes, one, other, ratio }) => [
        name,
        kind,
        kilobytes(bytes),
        milliseconds(one),
        milliseconds(other),
        ratio.toFixed(2),
      ]),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
