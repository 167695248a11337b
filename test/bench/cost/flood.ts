import { readSettings } from '../../../infra/settings.ts';
import type { Api } from '../../api.ts';
import type { Run } from '../../aws-calls.ts';
import { ok } from '../../stories/envelope.ts';
import { lease } from '../../templates/material.ts';
import { type Cell, report } from '../report.ts';
import { type Bill, dollarsBy, dollarsOf, sumOf } from './bill.ts';
import { PRICES } from './prices.ts';

/** A way in which strangers use a public link without confirming an address. */
export interface Flooding {
  name: string;
  /** Number of 10,000 such visits that are of this kind. */
  share: number;
  runs: Run[];
  times: number;
}

const VISITS = 10_000;
/** Codes that one network and one link may have waiting within an hour (`lib/signing/links/limits.ts`). */
const WAITING = 60;
const TIMES = 40;

/**
 * Plays visits of a public link that confirm nothing, all from one network: the page, the same address again and again,
 * and new addresses before and beyond the bound. `taken` returns the runs since its last call, with those of the
 * workers that followed.
 */
export const playFlood = async (api: Api, taken: () => Run[]): Promise<Flooding[]> => {
  await using _clock = await api.freezeClock();
  const owner = api.as(await api.signUp());
  const { id: template_id } = ok(await owner.createTemplate({ body: lease() }));
  const landlord = { first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com' };
  const body = { recipients: [{ role_name: 'Landlord & owner', ...landlord }] };
  const link = ok(await owner.createTemplateLink({ path: { template_id }, body }));
  const path = { template_id, link_id: link.id };
  await api.advance('PT2H');
  await api.settle();
  taken();

  const play = async (
    name: string,
    share: number,
    times: number,
    visit: (at: number) => Promise<{ status: number }>,
  ) => {
    for (let at = 0; at < times; at++) {
      const { status } = await visit(at);
      if (status !== 200 && status !== 429) throw new Error(`${name}: answered ${status}`);
    }
    await api.settle();
    return { name, share, times, runs: taken() };
  };
  const ask = (email: string) => api.anyone.requestTemplateLinkCode({ path, body: { email, first_name: 'Eve' } });
  const half = WAITING / 2;
  return [
    await play('The page is opened', VISITS, TIMES, () => api.anyone.getStartPage({ path })),
    await play('A code is asked for, and mailed', WAITING, half, (at) => ask(`flood-${at}@example.com`)),
    await play('A code is asked for an address that was mailed', 0, half, () => ask('flood-0@example.com')),
    await play('A code is asked for beyond the bound', VISITS - WAITING, TIMES, (at) => ask(`more-${at}@example.com`)),
  ];
};

/** Seconds within which the fast flood arrives. */
const MINUTE = 60;
/** Assumed bytes of an answer of the gateway's own, with its headers. */
const REFUSAL = 1000;

/** Reports what the flood costs, slow and fast; `bill` is that of a run. */
export const reportFlood = (flood: readonly Flooding[], bill: (run: Run) => Bill): void => {
  const { linkRequestsPerSecond: rate, linkRequestBurst: burst } = readSettings({}).limits;
  const admitted = Math.min(VISITS, burst + rate * MINUTE);
  const refusals = ((VISITS - admitted) * REFUSAL * PRICES.outGigabyte) / 1e9;
  const rows = flood.map(({ name, share, times, runs }) => {
    const all = sumOf(runs.map(bill));
    const by = dollarsBy(all);
    const one = dollarsOf(all) / times;
    const own = one - ((by['API Gateway'] ?? 0) + (by.Logs ?? 0)) / times;
    const isPage = !name.startsWith('A code');
    // The codes that are mailed come first, so they are among those that the gateway lets through.
    const fast = isPage ? admitted : Math.min(share, admitted - WAITING);
    const inMinute = share === WAITING ? WAITING : share === 0 ? 0 : fast;
    return { name, isPage, share, mails: (all.mails / times) * share, one, own, inMinute };
  });
  const sum = (of: (row: (typeof rows)[number]) => number, of_: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(of_).reduce((all, row) => all + of(row), 0);
  const total = (name: string, wanted: (row: (typeof rows)[number]) => boolean, routes: number): Cell[] => [
    name,
    routes * VISITS,
    sum(({ mails }) => mails, wanted),
    '',
    dollars(sum(({ one, share }) => one * share, wanted)),
    dollars(sum(({ own, share }) => own * share, wanted)),
    sum(({ inMinute }) => inMinute, wanted),
    dollars(sum(({ one, inMinute }) => one * inMinute, wanted) + routes * refusals),
  ];
  report(
    'A flood on a public link: 10,000 visits that confirm nothing',
    [
      'visits',
      'of 10,000',
      'mails',
      'dollars each',
      'slow: dollars',
      'of these beside API Gateway and logs',
      'within a minute: reach a function',
      'dollars',
    ],
    [
      ...rows.map(({ name, share, mails, one, own, inMinute }): Cell[] => [
        name,
        share,
        mails,
        dollars(one),
        dollars(one * share),
        dollars(own * share),
        inMinute,
        dollars(one * inMinute),
      ]),
      total('**The page is opened 10,000 times, and what is refused**', ({ isPage }) => isPage, 1),
      total('**10,000 codes asked for from one network, and what is refused**', ({ isPage }) => !isPage, 1),
      total('**Both**', () => true, 2),
    ],
    [
      `Target: $0.01. It is reached where the flood arrives within a minute, the page and the codes together, because the gateway lets ${rate} requests a second and ${burst} at once through to each route of links, and AWS charges for no throttled request (docs/deploying.md). A slow flood, of ${rate} a second or fewer, is not throttled, and costs more: API Gateway alone takes $0.035 for 10,000 requests that reach a function, and their lines of logs some $0.008.`,
      `Of each refused request ${REFUSAL} bytes of data out are counted. With the access log on, each has a line of 450 bytes, too: $0.0021 for 9350.`,
      'Without the mails, $0.0001 each: at most 60 an hour for a link that nobody confirms ($0.006), and one for an address within 15 minutes.',
    ],
  );
};

const dollars = (value: number): string => `$${value.toFixed(6)}`;
