import { DUE_PARTITIONS, RETRY_PARTITIONS } from '../../../lib/storage/due.ts';
import type { Synthesized } from '../../infra/stack.ts';
import { ALWAYS_FREE, MONTHLY, PRICES } from '../cost/prices.ts';

/** One line of an idle month's bill. */
export interface Line {
  what: string;
  /** The counted parts of the template, in words. */
  count: string;
  /** Dollars a month at list prices, and after what AWS gives every account. */
  list: number;
  billed: number;
}

const MINUTES = (365 / 12) * 24 * 60;
/** Lambda keeps five long polls of 20 seconds open at a queue without messages. */
const POLLS = 5 * 3 * MINUTES;
/** Assumed: seconds and log bytes of a run that finds nothing due. */
const RUN_SECONDS = 0.05;
const RUN_LOG_BYTES = 800;
/** Queries of the partitions of due work and of retries, and of webhooks that are called in turns, half a unit each. */
const QUERIES = DUE_PARTITIONS.length + RETRY_PARTITIONS.length + 1;
const READ_UNITS = QUERIES * 0.5;
/** DynamoDB keeps a table's key for five minutes. */
const TABLE_KEY_REQUESTS = MINUTES / 5;

const above = (amount: number, free: number): number => Math.max(0, amount - free);

/** The bill of a month in which nobody does anything, computed from the template alone. */
export const idleBill = (stack: Synthesized): Line[] => {
  const number = (type: string) => stack.ofType(type).length;
  const line = (what: string, count: string, amount: number, free: number, price: number): Line => ({
    what,
    count,
    list: amount * price,
    billed: above(amount, free) * price,
  });
  const keys = number('AWS::KMS::Key');
  const polled = stack
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(([, { Properties }]) => JSON.stringify(Properties.EventSourceArn).includes('Queues')).length;
  const runs = stack
    .ofType('AWS::Events::Rule')
    .reduce((sum, [, { Properties }]) => sum + MINUTES * Properties.Targets.length, 0);
  const metrics = stack
    .ofType('AWS::CloudWatch::Alarm')
    .reduce((sum, [, { Properties }]) => sum + metricsOf(Properties), 0);
  const rules = stack
    .ofType('AWS::WAFv2::WebACL')
    .reduce((sum, [, { Properties }]) => sum + Properties.Rules.length, 0);
  const acls = number('AWS::WAFv2::WebACL');
  return [
    line('KMS keys', `${keys}`, keys, 0, MONTHLY.kmsKey),
    line('SQS: polls of empty queues', `${polled} queues`, polled * POLLS, ALWAYS_FREE.sqsRequests, PRICES.sqsRequest),
    line('CloudWatch alarms', `${metrics} metrics`, metrics, ALWAYS_FREE.alarmMetrics, MONTHLY.alarmMetric),
    line('Lambda: runs of the schedule', `${thousands(runs)} runs`, runs, ALWAYS_FREE.lambdaRuns, PRICES.lambdaRequest),
    line(
      'Lambda: their time',
      `${thousands(runs)} × ${RUN_SECONDS} s × 512 MB`,
      (runs * RUN_SECONDS) / 2,
      ALWAYS_FREE.lambdaGigabyteSeconds,
      PRICES.lambdaGigabyteSecond,
    ),
    line(
      'Logs of these runs',
      `${RUN_LOG_BYTES} bytes each`,
      (runs * RUN_LOG_BYTES) / 1e9,
      ALWAYS_FREE.logGigabytes,
      PRICES.logGigabyte,
    ),
    line('DynamoDB: their reads', `${QUERIES} queries a minute`, MINUTES * READ_UNITS, 0, PRICES.readUnit),
    line(
      'KMS requests of the table',
      'every five minutes',
      TABLE_KEY_REQUESTS,
      ALWAYS_FREE.kmsRequests,
      MONTHLY.kmsRequest,
    ),
    line(
      'CloudWatch dashboard',
      `${number('AWS::CloudWatch::Dashboard')}`,
      number('AWS::CloudWatch::Dashboard'),
      ALWAYS_FREE.dashboards,
      MONTHLY.dashboard,
    ),
    line('Web ACL', `${acls}`, acls, 0, MONTHLY.webAcl),
    line('Rules of the web ACL', `${rules}`, rules, 0, MONTHLY.webAclRule),
  ];
};

export const totalOf = (lines: readonly Line[]): Pick<Line, 'list' | 'billed'> => ({
  list: lines.reduce((sum, { list }) => sum + list, 0),
  billed: lines.reduce((sum, { billed }) => sum + billed, 0),
});

/** CloudWatch charges for each metric that an alarm reads, not for the alarm; an expression is none. */
const metricsOf = ({ Metrics }: { Metrics?: { MetricStat?: object }[] }): number =>
  Metrics ? Metrics.filter(({ MetricStat }) => MetricStat).length : 1;

const thousands = (amount: number): string => Math.round(amount).toLocaleString('en-US');
