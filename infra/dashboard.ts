import { Aws, Duration } from 'aws-cdk-lib';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  Metric,
  SingleValueWidget,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { accountMetric, businessMetric, type Watched } from './metrics.ts';

const period = Duration.minutes(5);
const DAY = Duration.days(1);

/** The owner's dashboard, from the most to the least frequent question. */
export class Overview extends Construct {
  constructor(scope: Construct, watched: Watched) {
    super(scope, 'Overview');
    const dashboard = new Dashboard(this, 'Dashboard', {
      dashboardName: Aws.STACK_NAME,
      defaultInterval: Duration.days(7),
    });
    for (const [title, ...widgets] of [signing(watched), api(watched), work(watched), costs(watched)]) {
      dashboard.addWidgets(new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 }));
      dashboard.addWidgets(...widgets);
    }
  }
}

type Section = [title: string, ...IWidget[]];

const signing = ({ queues }: Watched): Section => [
  'What is signed',
  new SingleValueWidget({
    title: 'Today',
    width: 6,
    height: 6,
    metrics: [
      businessMetric('EnvelopesCreated', DAY, 'Envelopes created'),
      businessMetric('EnvelopesCompleted', DAY, 'Signed by all'),
      businessMetric('EnvelopesSealed', DAY, 'Sealed'),
      businessMetric('EnvelopesEnded', DAY, 'Declined or canceled'),
    ],
  }),
  graph('Envelopes an hour', 9, [
    businessMetric('EnvelopesCreated', Duration.hours(1), 'Created'),
    businessMetric('EnvelopesCompleted', Duration.hours(1), 'Signed by all'),
    businessMetric('EnvelopesSealed', Duration.hours(1), 'Sealed'),
  ]),
  graph('What went wrong (tried again by itself; given up: look into the dead letters)', 9, [
    businessMetric('SealsFailed', period, 'Seals failed'),
    businessMetric('MessagesFailed', period, 'Mails failed'),
    businessMetric('WebhooksFailed', period, 'Webhooks failed'),
    ...Object.entries(queues.dead).map(([name, queue]) =>
      queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum', label: `Given up: ${name}` }),
    ),
  ]),
];

const api = ({ gateway }: Watched): Section => [
  'The API',
  graph('Requests', 8, [gateway.api.metricCount({ period, label: 'Requests' })]),
  graph('Errors', 8, [
    gateway.api.metricClientError({ period, statistic: 'Sum', label: '4xx: the caller’s' }),
    gateway.api.metricServerError({ period, statistic: 'Sum', label: '5xx: ours' }),
  ]),
  graph('Latency (ms)', 8, [
    gateway.api.metricLatency({ period, statistic: Stats.p(50), label: 'half of them: p50' }),
    gateway.api.metricLatency({ period, statistic: Stats.p(99), label: 'all but one in a hundred: p99' }),
  ]),
];

const work = ({ queues, workers }: Watched): Section => [
  'Behind the API',
  graph(
    'Waiting in queues',
    8,
    Object.entries(queues.work).map(([name, queue]) =>
      queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum', label: name }),
    ),
  ),
  graph(
    'Errors of workers',
    8,
    workers.functions.map((worker) => worker.metricErrors({ period })),
  ),
  graph(
    'Duration of workers, p99 (ms)',
    8,
    workers.functions.map((worker) => worker.metricDuration({ period, statistic: Stats.p(99) })),
  ),
];

/** Use that the bill depends on: everything is paid by use. Functions are those of the whole account and region. */
const costs = ({ store, gateway }: Watched): Section => [
  'What costs',
  graph('Table: units', 6, [
    store.table.metricConsumedReadCapacityUnits({ period, label: 'read' }),
    store.table.metricConsumedWriteCapacityUnits({ period, label: 'written' }),
  ]),
  graph('Functions: runs and milliseconds', 6, [
    accountMetric('Invocations', period),
    accountMetric('Duration', period),
  ]),
  graph('Functions at once', 3, [accountMetric('ConcurrentExecutions', period, 'Maximum')]),
  graph('Requests to the API a day', 3, [gateway.api.metricCount({ period: DAY, label: 'requests' })]),
  graph('Files: bytes kept', 6, [
    new Metric({
      namespace: 'AWS/S3',
      metricName: 'BucketSizeBytes',
      dimensionsMap: { BucketName: store.bucket.bucketName, StorageType: 'StandardStorage' },
      statistic: 'Average',
      period: DAY,
      label: 'bytes',
    }),
  ]),
];

const graph = (title: string, width: number, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width, height: 6 });
