import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { PDF } from '@libpdf/core';
import { readSignatureImage } from '../../lib/pdf/images/signature-image.ts';
import { inspectPdf } from '../../lib/pdf/intake/inspect.ts';
import { startApi } from '../api.ts';
import { useSealKey } from '../pdf/tools.ts';
import { signaturePicture } from '../pictures.ts';
import { ok, recipient, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';
import { drawnPdf, scannedPdf, textPdf } from './pdf/documents.ts';
import { report } from './report.ts';

/*
 * Measures the cost of sealing: `npm run bench:pdf`. With `-- --pdf <path>` (as often as you like) also of documents of
 * your own, with `-- --write` the tables also go into README.md.
 */
const { values } = parseArgs({
  options: {
    pdf: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
});

const MEGABYTE = 1024 * 1024;
/** The largest file of `createUpload`, and the memory of a function. */
const LARGEST_DOCUMENT = 50 * MEGABYTE;
const FUNCTION_MEMORY = 1769;

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));

/** A measurement of `pdf/run.ts` in a process of its own. */
const run = async (...given: (string | number)[]): Promise<Measured> => {
  const script = new URL('pdf/run.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...given.map(String)]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
};

interface Measured {
  ms: number;
  peak: number;
  takeIn: number;
  loadAndSave: number;
  loadStampAndSave: number;
  hashAndSign: number;
  seal: number;
  sealEveryPage: number;
  calls: { name: string; at: number; ms: number }[];
}

interface Sample {
  name: string;
  pages: number;
  path: string;
  size: number;
}

const sample = async (name: string, bytes: Uint8Array): Promise<Sample> => {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, bytes);
  writeFileSync(join(folder, `${name}.record.pdf`), (await inspectPdf(bytes, name)).bytes);
  return { name, pages: (await PDF.load(bytes)).getPageCount(), path, size: bytes.length };
};

const times = (value: number): string => `${value.toFixed(2)} ×`;
const inMegabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(bytes < MEGABYTE ? 2 : 1);
const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Each document in a process of its own, load-and-save and sealing in turns. */
const reportTimes = async (samples: Sample[]): Promise<void> => {
  const rows: (string | number)[][] = [];
  for (const { name, pages, path, size } of samples) {
    const { takeIn, loadAndSave, loadStampAndSave, hashAndSign, seal, sealEveryPage } = await run(
      'times',
      path,
      pages,
      values.rounds,
    );
    rows.push([
      name,
      pages,
      inMegabytes(size),
      tenth(takeIn),
      tenth(loadAndSave),
      tenth(loadStampAndSave),
      tenth(hashAndSign),
      tenth(seal),
      times(seal / loadStampAndSave),
      tenth(sealEveryPage),
      times(sealEveryPage / loadAndSave),
    ]);
  }
  report(
    'Time of stamping and sealing, against load-and-save',
    [
      'Document',
      'Pages',
      'MB',
      'Take in, ms',
      'Load and save, ms',
      'Load, stamp and save, ms',
      'SHA-256 and RSA, ms',
      'Seal, ms',
      'Ratio',
      'Seal with initials on every page, ms',
      'Ratio',
    ],
    rows,
    [
      'Take in: everything that happens to an upload before it is stored, pages drawn and compared.',
      `Load and save: the same library reads the file and writes it whole. Medians of ${values.rounds} rounds in turns, in a warm process; milliseconds of processor time, all threads together: compiler and garbage collector count.`,
      'SHA-256 and RSA: the file hashed once, an RSA signature of 3072 bits and its check. No seal is made with less; KMS, in a deployment, signs elsewhere.',
      'Load, stamp and save: the library draws the same values itself, and seals nothing. The first ratio compares the seal with it.',
      'Seal: two signers with signature, name and date on the last page, a text on the first.',
      'Some 5 to 8 ms of each seal are the same for every document: the RSA signature, the picture, the glyphs of the font, and what is compiled meanwhile. Some 10 more go into an instance of PDFium, which draws the stamps alone. A short text is read and written in less than the RSA signature takes, so that its ratio says little.',
      'Scans: reading and writing them is copying, which takes less than their SHA-256. Memory of 50 MB that one task leaves is given back during the next: rows of that size vary by some 30 ms from column to column.',
      'Initials on every page: what each page draws is unpacked, to see what state it leaves behind; the drawings unpack to 120 MB. The stamps of every page are drawn on an empty page: that is most of the time.',
    ],
  );
};

/** Each run in a fresh process, as a function's first. */
const reportMemory = async (samples: Sample[]): Promise<void> => {
  const rows: (string | number)[][] = [];
  for (const { name, pages, path, size } of samples) {
    const start = await run('start', path, pages);
    const loaded = await run('loadAndSave', path, pages);
    const sealed = await run('seal', path, pages);
    rows.push([
      name,
      pages,
      inMegabytes(size),
      ...[start, loaded, sealed].map(({ peak }) => Math.round(peak)),
      ...[loaded, sealed].map(({ ms }) => Math.round(ms)),
    ]);
  }
  report(
    'Peak memory, and the first run of a process',
    [
      'Document',
      'Pages',
      'MB',
      'File and code in memory, MB',
      'Load and save, MB',
      'Seal, MB',
      'Load and save, ms',
      'Seal, ms',
    ],
    rows,
    [
      'Peak: the largest resident set of a process that does this once. Most of the time is that of code that runs for the first time.',
    ],
  );
};

/**
 * The worker's whole job on envelopes of two signers: what it reads, the documents, the certificate, what it writes.
 */
const reportWorker = async (envelopes: { name: string; samples: Sample[] }[]): Promise<void> => {
  const runs: Measured[] = [];
  const api = await startApi({
    'seal-envelope': async (event: never) => {
      runs.push(await run('worker', JSON.stringify(event)));
      return { batchItemFailures: [] };
    },
  });
  const rows: (string | number)[][] = [];
  const steps: (string | number)[][] = [];
  try {
    for (const { name, samples } of envelopes) {
      const owner = await api.signUp();
      const documents: { name: string; uri: string }[] = [];
      for (const { name, path, size } of samples) {
        const upload = ok(await api.as(owner).createUpload({ body: { name: `${name}.pdf`, size } }));
        await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(readFileSync(path)) });
        documents.push({ name: `${name}.pdf`, uri: upload.id });
      }
      const recipients = [recipient('Tenant', 1), recipient('Landlord', 2)];
      const fields = recipients.flatMap(({ role_name }, column) =>
        documents.map((_, document_id) => ({
          ...signatureField(role_name),
          ...(document_id > 0 ? { name: `signature-${role_name}-${document_id}`, required: false } : {}),
          document_id,
          x: 72 + column * 200,
        })),
      );
      const envelope = await sendEnvelope(api, owner, recipients, { documents, fields });
      await sign(api, envelope, 'Tenant');
      await api.settle();
      await sign(api, envelope, 'Landlord');
      await api.settle();
      const { ms, peak, calls } = runs.pop() ?? fail(`The worker was not called for ${name}`);
      const state = ok(await api.as(owner).getEnvelope({ path: { envelope_id: envelope.id } }));
      if (!state.signed) fail(`${name} was not sealed`);
      const size = samples.reduce((sum, one) => sum + one.size, 0);
      const waiting = busy(calls);
      rows.push([
        name,
        samples.reduce((sum, { pages }) => sum + pages, 0),
        inMegabytes(size),
        Math.round(peak),
        `${Math.round((100 * peak) / FUNCTION_MEMORY)} %`,
        Math.round(ms),
        Math.round(waiting),
        Math.round(ms - waiting),
        calls.length,
      ]);
      if (steps.length === 0) {
        for (const call of calls.toSorted((a, b) => a.at - b.at))
          steps.push([call.name, tenth(call.at), tenth(call.ms)]);
      }
    }
  } finally {
    await api.stop();
  }
  const [first] = envelopes;
  report(
    "The worker's whole job on an envelope of two signers",
    [
      'Documents',
      'Pages',
      'MB',
      'Peak, MB',
      'of the function',
      'All, ms',
      'Waiting for calls, ms',
      'Own time, ms',
      'Calls',
    ],
    rows,
    [
      `A fresh process runs \`functions/workers/seal-envelope.ts\` against the local platform; the function has ${FUNCTION_MEMORY} MB.`,
      'Locally, all engines and this bench share the machine: what calls take says little of AWS.',
    ],
  );
  report(`Calls of that job, ${first?.name}`, ['Call', 'Begins, ms', 'Takes, ms'], steps);
};

/** Milliseconds in which some call was under way. */
const busy = (calls: Measured['calls']): number => {
  let [sum, until] = [0, 0];
  for (const { at, ms } of calls.toSorted((a, b) => a.at - b.at)) {
    sum += Math.max(0, at + ms - Math.max(at, until));
    until = Math.max(until, at + ms);
  }
  return sum;
};

const fail = (reason: string): never => {
  throw new Error(reason);
};

const forgetKey = await useSealKey();
try {
  writeFileSync(join(folder, 'signature.png'), (await readSignatureImage(signaturePicture())).png);
  const texts = await Promise.all([1, 10, 100, 352, 1000].map((pages) => sample(`text-${pages}`, textPdf(pages))));
  const given = await Promise.all(values.pdf.map((path) => sample(basename(path, '.pdf'), readFileSync(path))));
  const scans = await sample('scans', scannedPdf(LARGEST_DOCUMENT));
  const drawings = await sample('drawings', drawnPdf(LARGEST_DOCUMENT));
  await reportTimes([...texts, ...given, scans, drawings]);
  await reportMemory([...texts, ...given, scans, drawings]);
  const [, ten] = texts;
  await reportWorker([
    { name: 'text of 10 pages', samples: ten ? [ten] : [] },
    ...given.map((one) => ({ name: one.name, samples: [one] })),
    { name: 'scans', samples: [scans] },
    { name: 'drawings', samples: [drawings] },
    { name: 'scans and drawings', samples: [scans, drawings] },
  ]);
} finally {
  forgetKey();
  rmSync(folder, { recursive: true });
}
