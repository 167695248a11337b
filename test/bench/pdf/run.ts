import { createHash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { PDF, PdfName } from '@libpdf/core';
import type { SQSEvent } from 'aws-lambda';
import { sealSigner } from '../../../lib/aws/keys/seal-signer.ts';
import { inspectPdf } from '../../../lib/pdf/intake/inspect.ts';
import { stampAndSeal } from '../../../lib/pdf/seal/seal.ts';
import type { StampField } from '../../../lib/pdf/stamp/stamp.ts';

/**
 * One measurement of `../pdf.ts`, in a process of its own:
 *
 * Beside `<file>.pdf`, `<file>.record.pdf` is the document of record that intake makes of it.
 *
 *   node run.ts times <file> <pages> <rounds>               median processor time of each task, in turns
 *   node run.ts start|loadAndSave|seal <file> <pages>       processor time of a process's first run of the task
 *   node run.ts worker <event>                              duration of the worker that seals, and its calls
 *
 * Each prints one line of JSON: milliseconds, and the process's peak memory in MB.
 */
const [kind = '', path = '', pageCount = '1', rounds = '1'] = process.argv.slice(2);
const pages = Number(pageCount);

const loadAndSave = async (bytes: Uint8Array): Promise<number> => {
  const pdf = await PDF.load(bytes);
  // Without a change the library hands back what it was given.
  pdf.getCatalog().set('Type', PdfName.Catalog);
  return (await pdf.save({ subsetFonts: true })).length;
};

const image = kind === 'worker' ? undefined : readFileSync(join(dirname(path), 'signature.png'));

/** The values of two signers: signature, name and date on the last page, and a text on the first. */
const twoSigners: StampField[] = [
  { page: 1, x: 72, y: 740, width: 150, height: 15, type: 'textbox', value: 'Purchase order 4711' },
  ...['Ada Lovelace', 'Grace Hopper'].flatMap((name, index): StampField[] => {
    const place = { page: pages, x: 72 + index * 220 };
    return [
      {
        ...place,
        y: 72,
        width: 150,
        height: 36,
        type: 'signature',
        value: 'signed',
        image,
        caption: `${name}, 2026-01-31`,
      },
      { ...place, y: 54, width: 150, height: 15, type: 'textbox', value: name },
      { ...place, y: 36, width: 75, height: 15, type: 'date', value: '01/31/2026' },
    ];
  }),
];

const initials: StampField[] = Array.from({ length: pages }, (_, page) => ({
  ...{ page: page + 1, x: 500, y: 20, width: 71, height: 36 },
  type: 'initial',
  value: 'initialed',
  image,
}));

/** The same fields as a seal has, drawn by the library itself, in a file that it writes whole. No seal. */
const loadStampAndSave = async (bytes: Uint8Array): Promise<number> => {
  const pdf = await PDF.load(bytes);
  const picture = image && pdf.embedPng(image);
  for (const { page, x, y, width, height, type, value } of twoSigners) {
    const target = pdf.getPages()[page - 1];
    if (type === 'signature' && picture) target?.drawImage(picture, { x, y, width, height });
    else target?.drawText(value, { x, y, size: 10 });
  }
  return (await pdf.save({ subsetFonts: true })).length;
};

const seal = async (bytes: Uint8Array, fields: StampField[]): Promise<number> =>
  (await stampAndSeal(bytes, fields, { reason: 'Bench', signingTime: new Date() })).bytes.length;

/** The least work of any seal: SHA-256 of the file, and a signature by the seal's key, checked. */
const hashAndSign = async (bytes: Uint8Array): Promise<number> => {
  const digest = createHash('sha256').update(bytes).digest();
  return (await (await sealSigner()).sign(digest, 'SHA-256')).length;
};

/** A file as it is sent, and the document of record. */
interface Given {
  sent: Uint8Array;
  record: Uint8Array;
}

const given = (): Given => ({
  sent: new Uint8Array(readFileSync(path)),
  record: new Uint8Array(readFileSync(path.replace(/\.pdf$/, '.record.pdf'))),
});

const tasks = {
  start: async () => 0,
  takeIn: async ({ sent }: Given) => (await inspectPdf(sent, 'bench.pdf')).pages,
  hashAndSign: ({ sent }: Given) => hashAndSign(sent),
  loadAndSave: ({ sent }: Given) => loadAndSave(sent),
  loadStampAndSave: ({ sent }: Given) => loadStampAndSave(sent),
  seal: ({ record }: Given) => seal(record, twoSigners),
  sealEveryPage: ({ record }: Given) => seal(record, [...twoSigners, ...initials]),
};

/** Milliseconds of processor time, all threads together: what else runs on the machine changes it little. */
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const times = async (): Promise<Record<string, number>> => {
  const files = given();
  const names = (Object.keys(tasks) as (keyof typeof tasks)[]).filter((name) => name !== 'start');
  const taken = Object.fromEntries(names.map((name): [string, number[]] => [name, []]));
  for (let round = -2; round < Number(rounds); round++) {
    for (const name of names) {
      const ms = await timed(() => tasks[name](files));
      // The first rounds warm the code up.
      if (round >= 0) taken[name]?.push(ms);
    }
  }
  return Object.fromEntries(Object.entries(taken).map(([name, values]) => [name, median(values)]));
};

const once = async (task: keyof typeof tasks): Promise<Record<string, number>> => {
  const files = given();
  return { ms: await timed(() => tasks[task](files)) };
};

/** The worker's calls to AWS: start and duration of each, in milliseconds. */
interface Call {
  name: string;
  at: number;
  ms: number;
}

const worker = async (): Promise<Record<string, unknown>> => {
  const { handler } = await import('../../../functions/workers/seal-envelope.ts');
  const calls: Call[] = [];
  const begun = new Map<unknown, number>();
  const start = performance.now();
  subscribe('http.client.request.start', (message) => {
    begun.set((message as { request: ClientRequest }).request, performance.now());
  });
  subscribe('http.client.response.finish', (message) => {
    const { request } = message as { request: ClientRequest };
    const at = begun.get(request) ?? start;
    const target = request.getHeader('x-amz-target');
    const name = typeof target === 'string' ? (target.split('.')[1] ?? '') : `${request.method} file`;
    calls.push({ name, at: at - start, ms: performance.now() - at });
  });
  const event = JSON.parse(path) as SQSEvent;
  const { batchItemFailures } = await handler(event);
  if (batchItemFailures.length > 0) throw new Error('The worker failed');
  return { ms: performance.now() - start, calls };
};

const result =
  kind === 'times' ? await times() : kind === 'worker' ? await worker() : await once(kind as keyof typeof tasks);
// Not `resourceUsage().maxRSS`: that begins with the peak of the process that started this one.
const [, kilobytes = ''] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
console.log(JSON.stringify({ ...result, peak: Number(kilobytes) / 1024 }));
process.exit(0);
