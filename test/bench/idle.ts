/** Computes what a deployment costs in a month in which nobody uses it, from the synthesized template. */
import { synthesize } from '../infra/stack.ts';
import { idleBill, totalOf } from './idle/bill.ts';
import { SWITCHES, switchPrice } from './idle/switches.ts';
import { report } from './report.ts';

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

// Operations cost nothing while nobody calls them: the template of none is enough.
const lines = idleBill(synthesize([]));
const total = totalOf(lines);
report(
  'A month without use, by default',
  ['what', 'how much', 'list price', 'after what every account has free'],
  [
    ...lines
      .filter(({ list }) => list > 0)
      .map(({ what, count, list, billed }) => [what, count, dollars(list), dollars(billed)]),
    ['**Altogether**', '', dollars(total.list), dollars(total.billed)],
  ],
  [
    'Prices and free allowances: `test/bench/cost/prices.ts`, list prices of us-east-1. The allowances have no end, but an account has them once: the last column is of an account in which nothing else uses them.',
    'Assumed: a run of the schedule that finds nothing takes 0.05 s, and Lambda polls an empty queue 15 times a minute. Storage isn’t in it. The data key costs $1 more after its first yearly rotation, and $1 more after the second.',
  ],
);
report(
  'What the switches add',
  ['context', 'list price', 'after what every account has free'],
  SWITCHES.map((context) => {
    const { list, billed } = switchPrice(context);
    return [`\`${context}\``, dollars(list), dollars(billed)];
  }),
);
