/**
 * Measures how soon a signer can read on a phone, and what the page takes on which a sender prepares an envelope: `npm
 * run bench:page`. The signer follows the link to a lease of 13 pages and presses to open it, on a slow line and a slow
 * processor. `-- --pdf <path>` adds a document of your own, `-- --write` writes the tables into README.md.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { linkTo } from '../../infra/local/story/signing.ts';
import { startApi } from '../api.ts';
import { type Browser, DESKTOP, PHONE, startBrowser } from '../browser.ts';
import { recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { type EditorVisit, largeDraft, visitEditor } from './page/editor.ts';
import { leasePdf } from './page/lease.ts';
import { type RulesVisit, visitRules } from './page/rules.ts';
import { importedSize, partSize } from './page/script-size.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: {
    pdf: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});

/** Chromium's settings: 1.6 Mbit/s each way, 150 ms for each request; the processor is a quarter as fast. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWER = 4;

interface Visit {
  /** Milliseconds from the press until the first page's picture is on the screen. */
  ms: number;
  /** Bytes that the server sent until then, the page's markup included. */
  bytes: number;
  requests: number;
}

/** Run by the browser: milliseconds from the next press to the frame after the one that the picture of page 1 is in. */
const untilFirstPage = `new Promise((resolve) => {
  let pressed = 0;
  document.addEventListener('click', ({ timeStamp }) => { pressed = timeStamp; }, { capture: true, once: true });
  document.addEventListener('load', ({ target }) => {
    if (!(target instanceof HTMLImageElement) || !target.alt.startsWith('Page 1 ')) return;
    requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now - pressed)));
  }, { capture: true });
})`;

const visit = async (browser: Browser, url: string): Promise<Visit> => {
  const { page } = await browser.open('about:blank', PHONE);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', LINE);
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const sizes: number[] = [];
  line.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
  await page.goto(url);
  const open = page.getByRole('button', { name: 'Open the envelope' });
  await open.waitFor();
  const shown = page.evaluate(untilFirstPage);
  await open.click();
  const ms = Number(await shown);
  const seen = { ms, bytes: sizes.reduce((sum, size) => sum + size, 0), requests: sizes.length };
  await page.context().close();
  return seen;
};

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const inKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
const twice = (bytes: number): number[] => [bytes, bytes].map((one) => Number(inKilobytes(one)));

const api = await startApi();
const browser = await startBrowser();
try {
  const sender = await api.signUp();
  const documents = [
    { name: 'lease of 13 pages', data: leasePdf(13) },
    ...values.pdf.map((path) => ({ name: basename(path, '.pdf'), data: readFileSync(path) })),
  ];
  const rows = [];
  for (const { name, data } of documents) {
    const signer = recipient('Tenant', 1);
    await sendEnvelope(api, sender, [signer], {
      documents: [{ name: `${name}.pdf`, data: data.toString('base64') }],
      fields: [signatureField('Tenant')],
    });
    const { envelope_id, role_name, key } = await linkTo(api, signer.email);
    const url = `${api.url}/sign/${envelope_id}/${role_name}/${key}`;
    const visits: Visit[] = [];
    for (let round = 0; round < Number(values.rounds); round++) visits.push(await visit(browser, url));
    const pick = (of: keyof Visit) => median(visits.map((one) => one[of]));
    rows.push([name, Math.round(pick('ms')), inKilobytes(pick('bytes')), pick('requests')]);
  }
  report('Until the first page can be read', ['Document', 'ms after the press', 'kB', 'Requests'], rows, [
    `Chromium as a phone of ${PHONE.width} × ${PHONE.height}, 1.6 Mbit/s, 150 ms, processor ÷ ${SLOWER}; median of ${values.rounds} visits, each with an empty cache. Bytes as they are sent, headers included.`,
    `The page's script with what it imports before it runs: ${inKilobytes(await importedSize('signing'))} kB as gzip. It is sent as Brotli.`,
    'Target: at most 1200 ms, 95 kB and 4 requests; 30 kB of script.',
  ]);
  const ruled: RulesVisit[] = [];
  for (let round = 0; round < Number(values.rounds); round++)
    ruled.push(await visitRules(api, browser, sender, SLOWER));
  const took = (of: keyof RulesVisit, pick: (all: number[]) => number) =>
    Math.round(pick(ruled.map((one) => one[of])) * 10) / 10;
  const both = (of: keyof RulesVisit) => [took(of, median), took(of, (all) => Math.min(...all))];
  report(
    'Rules between 1,000 fields, while somebody fills',
    ['What', 'median', 'least', 'target'],
    [
      ['the first time, with the reading of all rules, ms', ...both('first'), ''],
      ['after a change, ms', ...both('median'), 50],
      ['the slowest of 40 changes, ms', ...both('most'), ''],
    ],
    [
      `Chromium as a phone, processor ÷ ${SLOWER}; ${values.rounds} visits. Evaluated in the page of signing by the file that it loads for that; two in three fields have a rule that others decide, one in three a sum of ten.`,
    ],
  );
  const draft_id = await largeDraft(api, sender);
  const visits: EditorVisit[] = [];
  for (let round = 0; round < Number(values.rounds); round++)
    visits.push(await visitEditor(api, browser, sender, draft_id, { line: LINE, slower: SLOWER }));
  const pick = (of: keyof EditorVisit) => median(visits.map((one) => one[of]));
  const least = (of: keyof EditorVisit) => Math.min(...visits.map((one) => one[of]));
  const inMs = (of: keyof EditorVisit) => [Math.round(pick(of) * 10) / 10, Math.round(least(of) * 10) / 10];
  const once = (of: keyof EditorVisit) => [pick(of), least(of)];
  report(
    'The page on which an envelope is prepared',
    ['What', 'median', 'least', 'target'],
    [
      ['13 pages: from the answer to the upload until the first page takes a field, ms', ...inMs('uploaded'), 1500],
      [
        '100 pages with 1000 fields: from the address until the first page with its fields, ms',
        ...inMs('opened'),
        1500,
      ],
      ['the same: calls of the API', ...once('calls'), 12],
      ['the same: work for a frame while a field is dragged, 95 of 100 frames, ms', ...inMs('dragged'), 16.7],
      ['the same: a key that moves all 1000 fields, until it is painted, ms', ...inMs('movedAll'), 50],
      ['the same: one move that is saved, bytes', ...once('saved'), 500],
      ['the same: pages that hold a picture', ...once('pictures'), 6],
      ['script of the list and the frame, kB as gzip', ...twice(await importedSize('account')), 40],
      ['script of the editor on top, kB as gzip', ...twice(await partSize('account')), 35],
    ],
    [
      `Chromium of ${DESKTOP.width} × ${DESKTOP.height}, 1.6 Mbit/s, 150 ms, processor ÷ ${SLOWER}; ${values.rounds} visits. The address is opened by somebody who was there before, with the scripts in the cache; the press on “Fields” comes as soon as that can be pressed.`,
      `Work is that of the page’s thread, from the event to the end of painting. The machine’s load was ${loadavg()[0]?.toFixed(1)}: whatever else runs on it counts, in the median more than in the least.`,
    ],
  );
} finally {
  await browser.stop();
  await api.stop();
}
