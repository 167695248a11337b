import type { Api } from '../../api.ts';
import type { Run } from '../../aws-calls.ts';
import { ok } from '../../stories/envelope.ts';
import { lease } from '../../templates/material.ts';
import { type Cell, report } from '../report.ts';
import { type Bill, dollarsBy, dollarsOf, sumOf } from './bill.ts';

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

/** Reports what the flood costs; `bill` is that of a run. */
export const reportFlood = (flood: readonly Flooding[], bill: (run: Run) => Bill): void => {
  const rows = flood.map(({ name, share, times, runs }) => {
    const all = sumOf(runs.map(bill));
    const by = dollarsBy(all);
    const own = dollarsOf(all) - (by['API Gateway'] ?? 0) - (by.Logs ?? 0);
    return { name, share, times, mails: all.mails, one: dollarsOf(all) / times, own: own / times };
  });
  const cells = ({ name, share, times, mails, one, own }: (typeof rows)[number]): Cell[] => [
    name,
    share,
    (mails / times) * share,
    dollars(one),
    dollars(one * share),
    dollars(own * share),
  ];
  const asked = rows.filter(({ name }) => name.startsWith('A code'));
  const sum = (of: (row: (typeof rows)[number]) => number) => asked.reduce((all, row) => all + of(row) * row.share, 0);
  report(
    'A flood on a public link: 10,000 visits that confirm nothing',
    ['visits', 'of 10,000', 'mails', 'dollars each', 'dollars', 'of these beside API Gateway and logs'],
    [
      ...rows.map(cells),
      [
        '**10,000 codes asked for from one network**',
        10_000,
        sum(({ mails, times }) => mails / times),
        '',
        dollars(sum(({ one }) => one)),
        dollars(sum(({ own }) => own)),
      ],
    ],
    [
      'Target: $0.01. API Gateway alone takes $0.035 for 10,000 requests that reach a function, and their lines of logs some $0.008: what the platform itself does is in the last column. Requests beyond the throttle of a route (`publicRequestsPerSecond`) reach none, and cost nothing.',
      'Without the mails, $0.0001 each: at most 60 an hour for a link that nobody confirms, and one for an address within 15 minutes.',
    ],
  );
};

const dollars = (value: number): string => `$${value.toFixed(6)}`;
