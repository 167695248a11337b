import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { deflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readMarks, takeInPdf, takeOffMarks } from '../../lib/pdf/intake/intake.ts';
import { runPdfiumWithin } from '../../lib/pdf/pdfium/pdfium.ts';
import { newBudget } from '../../lib/pdf/threads/budget.ts';
import { startApi } from '../api.ts';
import { lines } from '../pipeline/documents.ts';
import { LETTER, pagesOf, stream, withTable } from './make-pdf.ts';

const PAGES = 60;
const blank = deflateSync(Buffer.alloc(60_000_000, ' ')).toString('latin1');
/** Each page is within the limits of pages, and reading all of them takes more than 10 seconds. */
const blanks = withTable({
  ...pagesOf(...Array<string>(PAGES).fill(LETTER)),
  ...Object.fromEntries(
    Array.from({ length: PAGES }, (_, index) => [1000 + index, stream(blank, '/Filter /FlateDecode')]),
  ),
  ...Object.fromEntries(
    Array.from({ length: PAGES }, (_, index) => [
      10 + index,
      `<< /Type /Page /Parent 2 0 R ${LETTER} /Contents ${1000 + index} 0 R >>`,
    ]),
  ),
});
const plain = withTable(pagesOf(LETTER));

test('a document that takes more than 5 seconds of processor time is refused with its name, and stops nothing else in the process', async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(counting));
  const budget = newBudget();
  const taken = takeInPdf(blanks, 'blanks.pdf', budget);
  await expect(taken).rejects.toMatchObject({
    code: 'unusable_document',
    details: {
      name: 'blanks.pdf',
      reason: 'it takes more than 5 seconds of processor time to be read; print it to a PDF and upload that',
    },
  });
  expect(budget.left).toBeLessThan(0);
  expect(turns).toBeGreaterThan(100);
  await expect(takeInPdf(plain, 'plain.pdf', newBudget())).resolves.toMatchObject({ bytes: plain, pages: 1 });
});

test('a document that is refused for what it is costs no thread, and the next one is taken in as before', async () => {
  let started = 0;
  const counting = () => started++;
  const refused = [
    Buffer.from('no document'),
    withTable(pagesOf()),
    withTable(pagesOf('/MediaBox [0 0 0 0]')),
    plain.subarray(0, 200),
  ];
  const taken = await takeInPdf(plain, 'plain.pdf', newBudget());
  subscribe('worker_threads', counting);
  onTestFinished(() => void unsubscribe('worker_threads', counting));
  for (const bytes of [...refused, ...refused]) {
    await expect(takeInPdf(bytes, 'refused.pdf', newBudget())).rejects.toMatchObject({ code: 'unusable_document' });
    expect(await takeInPdf(plain, 'plain.pdf', newBudget())).toEqual(taken);
  }
  expect(started).toBe(0);
});

test('whatever is done with a document is taken from one time: reading, drawing, tags, fields, and taking them off', async () => {
  const deal = lines('{{date}}');
  const budget = newBudget();
  const spent: number[] = [];
  const note = () => spent.push(budget.left);
  const { bytes, withForm } = await takeInPdf(deal, 'deal.pdf', budget);
  note();
  const { tags } = await readMarks(withForm, 'deal.pdf', { tags: true, fields: true }, budget);
  note();
  expect(tags.map(({ text }) => text)).toEqual(['date']);
  await takeOffMarks(withForm, 'deal.pdf', { record: bytes, tags: [0], fields: [] }, budget);
  note();
  expect(spent).toEqual(spent.toSorted((one, other) => other - one));
  expect(new Set(spent).size).toBe(3);
});

test('a document whose time is used up is refused before a thread begins, even if it is a short one', async () => {
  let started = 0;
  const counting = () => started++;
  subscribe('worker_threads', counting);
  onTestFinished(() => void unsubscribe('worker_threads', counting));
  const used = () => ({ left: -1 });
  const all = { tags: true, fields: true };
  const refused = [
    () => takeInPdf(plain, 'deal.pdf', used()),
    ...Array.from({ length: 5 }, () => () => readMarks(plain, 'deal.pdf', all, used())),
    () => takeOffMarks(plain, 'deal.pdf', { record: plain, tags: [], fields: [] }, used()),
  ];
  const answers = await Promise.allSettled(refused.map((refuse) => refuse()));
  for (const { reason } of answers as { reason: unknown }[]) {
    expect(reason).toMatchObject({
      code: 'unusable_document',
      details: { name: 'deal.pdf', reason: expect.stringContaining('5 seconds of processor time') },
    });
  }
  await expect(runPdfiumWithin(used(), 'copy', { bytes: plain })).rejects.toMatchObject({ fault: 'time_limit' });
  expect(started).toBe(0);
});

test('a request with such a document is 406, and nothing of it is kept; others are answered meanwhile', async () => {
  const api = await startApi();
  onTestFinished(api.stop);
  const [mallory, ada] = [await api.signUp(), await api.signUp()];
  const body = (bytes: Uint8Array) => ({
    name: 'Lease',
    documents: [{ name: 'lease.pdf', data: Buffer.from(bytes).toString('base64') }],
  });
  let ended = false;
  const attack = api
    .as(mallory)
    .createTemplate({ body: body(blanks) })
    .finally(() => {
      ended = true;
    });
  const made = await api.as(ada).createTemplate({ body: body(plain) });
  expect([made.status, ended]).toEqual([200, false]);
  const { status, body: answer } = await attack;
  expect([status, answer.status]).toEqual([406, 'ERROR']);
  expect(answer.error).toContain('documents.0 (lease.pdf)');
  expect(answer.error).toContain('5 seconds of processor time');
  expect((await api.as(mallory).getTemplates()).body.count).toBe(0);
});
