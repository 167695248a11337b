/**
 * Measures requests and completed envelopes a second on the local platform, how both grow with what is stored, and the
 * processor time of each part of the code. `--seconds 5` measures each line for five seconds; `--growth 10000`
 * completes so many envelopes on one platform.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { authenticateKey } from '../../infra/local/story/account.ts';
import type { Caller } from '../../infra/local/story/caller.ts';
import { connect } from '../../infra/local/story/http.ts';
import { agree, fill } from '../../infra/local/story/signing.ts';
import { startPlatform } from './load/platform.ts';
import { sharesOf } from './load/profile.ts';
import { repeat } from './load/repeat.ts';
import { type Account, openAccount, openInPerson, sendEnvelope, signEnvelope } from './load/story.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    growth: { type: 'string', default: '500' },
    write: { type: 'boolean', default: false },
  },
});
const duration = Number(values.seconds);
/** Envelopes of each line of the growth. */
const BLOCK = Number(values.growth) / 10;

/** Number of entries in the lists that are read. */
const ENVELOPES = 30;
const CALLERS = [1, 4, 16];

const progress = (text: string) => process.stderr.write(`${text}\n`);
const quantile = (times: readonly number[], share: number): string =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

/** The measured requests, by name. Each caller fills in an envelope of its own. */
const requestsOf = async (caller: Caller, account: Account) => {
  const envelopes: string[] = [];
  for (let made = 0; made < ENVELOPES; made++) envelopes.push(await sendEnvelope(caller, account));
  const signers = await Promise.all(
    envelopes.slice(0, Math.max(...CALLERS)).map(async (id) => {
      const signer = await openInPerson(caller, account, id, 'Tenant');
      await agree(caller, signer);
      return signer;
    }),
  );
  await caller.settle();
  const { session, key } = account;
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  let written = 0;
  return {
    'get an envelope': (index: number) =>
      caller.call('getEnvelope', session, { path: { envelope_id: at(envelopes, index) } }),
    'list 20 envelopes': () => caller.call('getEnvelopes', session, { query: { rows: 20 } }),
    'fill a field': (index: number) => fill(caller, at(signers, index), 'Tenant name', `Theo Quill ${written++}`),
    'get a token': () => authenticateKey(caller, key),
  } satisfies Record<string, (index: number) => Promise<unknown>>;
};

const allSigned = async (caller: Caller, { session }: Account, ids: readonly string[]): Promise<void> => {
  await caller.settle();
  for (const id of ids) {
    const { signed } = await caller.call('getEnvelope', session, { path: { envelope_id: id } });
    if (!signed) throw new Error(`The envelope ${id} was not sealed`);
  }
};

const measureRates = async () => {
  const platform = await startPlatform();
  const requestRows: (string | number)[][] = [];
  const envelopeRows: (string | number)[][] = [];
  try {
    const caller = await connect(platform.url);
    const account = await openAccount(caller);
    for (const [name, act] of Object.entries(await requestsOf(caller, account))) {
      progress(name);
      await repeat(4, (begun) => begun >= 200, act);
      for (const callers of CALLERS) {
        const end = performance.now() + duration * 1000;
        const before = platform.processorTime();
        const { done, seconds, times } = await repeat(callers, () => performance.now() > end, act);
        const after = platform.processorTime();
        requestRows.push([
          name,
          callers,
          Math.round(done / seconds),
          quantile(times, 0.5),
          quantile(times, 0.99),
          ((1000 * (after.platform - before.platform)) / done).toFixed(2),
          ((1000 * (after.database - before.database)) / done).toFixed(2),
        ]);
      }
    }
    progress('whole envelopes');
    for (const callers of CALLERS) {
      const ids: string[] = [];
      const end = performance.now() + duration * 2000;
      const before = platform.processorTime();
      const began = performance.now();
      await repeat(
        callers,
        () => performance.now() > end,
        async () => ids.push(await signEnvelope(caller, account)),
      );
      await caller.settle();
      const seconds = (performance.now() - began) / 1000;
      const after = platform.processorTime();
      await allSigned(caller, account, ids);
      envelopeRows.push([
        callers,
        ids.length,
        (ids.length / seconds).toFixed(2),
        Math.round((1000 * (after.platform - before.platform)) / ids.length),
        Math.round((1000 * (after.database - before.database)) / ids.length),
      ]);
    }
  } finally {
    await platform.stop();
  }
  return { requestRows, envelopeRows };
};

/** Completes one block of envelopes after another on the same platform. */
const measureGrowth = async () => {
  const platform = await startPlatform();
  const rows: (string | number)[][] = [];
  try {
    const caller = await connect(platform.url);
    const account = await openAccount(caller);
    for (let block = 0; block < 10; block++) {
      progress(`after ${block * BLOCK} envelopes`);
      const ids: string[] = [];
      const before = platform.processorTime();
      const began = performance.now();
      await repeat(
        16,
        (begun) => begun >= BLOCK,
        async () => ids.push(await signEnvelope(caller, account)),
      );
      await caller.settle();
      const seconds = (performance.now() - began) / 1000;
      const after = platform.processorTime();
      await allSigned(caller, account, ids);
      const milliseconds = (of: 'platform' | 'database') => Math.round((1000 * (after[of] - before[of])) / ids.length);
      rows.push([
        `${block * BLOCK + 1} to ${(block + 1) * BLOCK}`,
        (ids.length / seconds).toFixed(2),
        milliseconds('platform'),
        milliseconds('database'),
      ]);
    }
  } finally {
    await platform.stop();
  }
  return rows;
};

/** The same work again, with a profiler. */
const profileOf = async (work: (caller: Caller, account: Account) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-load-'));
  try {
    const platform = await startPlatform(folder);
    try {
      const caller = await connect(platform.url);
      await work(caller, await openAccount(caller));
    } finally {
      await platform.stop();
    }
    return await sharesOf(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const { requestRows, envelopeRows } = await measureRates();
const growthRows = await measureGrowth();
report(
  'Requests',
  ['request', 'callers', 'a second', 'ms, median', 'ms, 99 %', 'processor ms each, platform', 'database'],
  requestRows,
  [
    'One Node process is the whole platform: gateway, S3 and SQS in one thread, functions in others; the database engine is a ' +
      'process of its own, and the callers are a third one on the same machine. In AWS each request has a function instance to itself.',
    `A tenant with ${ENVELOPES} envelopes of two recipients; fields are written with the signer's session.`,
  ],
);
report('Envelopes', ['callers', 'completed', 'a second', 'processor ms each, platform', 'database'], envelopeRows, [
  'From a template of one page: sent, opened, accepted, filled, signed and submitted by two, thirteen requests in all; then ' +
    'stamped, certified, sealed (a key file, no time-stamp), all mails sent. The clock stops when nothing is left to do.',
]);

report(
  'Envelopes, by how many are there already',
  ['envelopes', 'a second', 'processor ms each, platform', 'database'],
  growthRows,
  ['One platform, one tenant, 16 callers, the envelopes of the table above.'],
);

progress('the same under a profiler');
const requests = await profileOf(async (caller, account) => {
  for (const act of Object.values(await requestsOf(caller, account))) await repeat(4, (begun) => begun >= 1500, act);
});
const envelopes = await profileOf(async (caller, account) => {
  const ids: string[] = [];
  await repeat(
    4,
    (begun) => begun >= 40,
    async () => ids.push(await signEnvelope(caller, account)),
  );
  await allSigned(caller, account, ids);
});
const names = [...new Set([...requests.owners, ...envelopes.owners].map(([name]) => name))];
const shareIn = ({ owners, busy }: typeof requests, name: string): number =>
  (owners.find(([owner]) => owner === name)?.[1] ?? 0) / busy;
report(
  'Whose code the time goes to',
  ['code', 'requests', 'whole envelopes'],
  names
    .filter((name) => Math.max(shareIn(requests, name), shareIn(envelopes, name)) >= 0.005)
    .map((name) => [name, percent(shareIn(requests, name), 1), percent(shareIn(envelopes, name), 1)]),
  [
    'Processor time of the platform’s process by the code that ran itself (`node --cpu-prof`), its start included; the ' +
      'database is apart. 1500 of each request above; 40 whole envelopes. What is below half a percent in both is left out.',
  ],
);
report(
  'Our own code',
  ['function', 'share in requests', 'share in whole envelopes'],
  [...new Set([...requests.functions.slice(0, 6), ...envelopes.functions.slice(0, 6)].map(([name]) => name))].map(
    (name) => {
      const share = ({ functions, busy }: typeof requests) =>
        percent(functions.find(([one]) => one === name)?.[1] ?? 0, busy);
      return [name, share(requests), share(envelopes)];
    },
  ),
);
