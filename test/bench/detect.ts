import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { proposalsOf } from '../../lib/pdf/detect/proposals.ts';
import { PdfiumDocument } from '../../lib/pdf/pdfium/pdfium-document.ts';
import { threadTime } from '../../lib/pdf/threads/threads.ts';
import { madeForms } from '../pdf/detect/forms.ts';
import { type Expected, type Score, scoreOf, withoutForm } from '../pdf/detect/score.ts';
import { report } from './report.ts';

/*
 * Measures how well blanks of pages are found: `npm run bench:detect`, with `-- <folder>` also in the PDFs of that
 * folder: their form fields are removed first, and say what should be found. With `-- --write` the table also goes into
 * README.md.
 */
const { positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean', default: false } } });

interface Sample {
  name: string;
  bytes: Uint8Array;
  pages: number;
  expected: Expected[];
}

const ROUNDS = 5;

const code = await WebAssembly.compile(
  readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')),
);

/**
 * Proposals of all pages, and the milliseconds of processor time of a page: the least of some rounds, each with the
 * file opened anew.
 */
const detect = async ({ bytes, pages }: Sample) => {
  let best = Number.POSITIVE_INFINITY;
  let found: (Expected & { label: string | null })[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const document = await PdfiumDocument.open(bytes, code, { bytes: 0 });
    const begun = threadTime();
    found = Array.from({ length: pages }, (_, index) => index + 1).flatMap((page) =>
      document.withPage(page, (open) => proposalsOf(open.ink()).proposals).map((one) => ({ page, ...one })),
    );
    best = Math.min(best, (threadTime() - begun) / pages);
  }
  return { found, ms: best };
};

const percent = (part: number, whole: number): string => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`);

const rowOf = (name: string, pages: number, { expected, proposed, found, kinds }: Score, ms: number) => [
  ...[name, pages, expected, proposed, percent(found, expected), percent(found, proposed), percent(kinds, found)],
  Math.round(ms * 10) / 10,
];

const measure = async (title: string, samples: readonly Sample[], notes: readonly string[]): Promise<void> => {
  const rows: (string | number)[][] = [];
  const total: Score = { expected: 0, proposed: 0, found: 0, kinds: 0 };
  let [pages, time] = [0, 0];
  for (const sample of samples) {
    const { found, ms } = await detect(sample);
    const score = scoreOf(sample.expected, found);
    rows.push(rowOf(sample.name, sample.pages, score, ms));
    for (const key of ['expected', 'proposed', 'found', 'kinds'] as const) total[key] += score[key];
    pages += sample.pages;
    time += ms * sample.pages;
  }
  rows.push(rowOf('**All**', pages, total, time / pages));
  const columns = ['Form', 'Pages', 'Blanks', 'Proposed', 'Recall', 'Precision', 'Right kind', 'ms a page'];
  report(title, columns, rows, notes);
};

await measure('Blanks of forms that tests make', await madeForms(), [
  'Targets: recall and precision 92 %, the right kind in 90 %, 20 ms a page.',
  'Milliseconds of processor time in a warm process, the least of five rounds, with loading the page; each round opens the file anew.',
  'A proposal counts if half of both widths together is common, and half of the lesser height. Texts of one and of several lines are one kind, and so are boxes and circles to tick.',
]);

for (const folder of positionals) {
  const samples: Sample[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.pdf'))) {
    const form = await withoutForm(readFileSync(join(folder, file)));
    if (form.expected.length > 0) samples.push({ name: basename(file, '.pdf'), ...form });
  }
  await measure('Blanks of forms without their form fields', samples, [
    'Truth: the fields that the forms had. A line to sign on that was no form field counts against precision.',
  ]);
}
