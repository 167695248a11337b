import { Aws, Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Gateway } from './gateway.ts';
import { pascalCase } from './names.ts';
import type { Queues } from './queues.ts';
import type { Store } from './store.ts';
import type { Workers } from './workers.ts';

const PERIOD = Duration.minutes(5);

interface Watched {
  gateway: Gateway;
  queues: Queues;
  store: Store;
  workers: Workers;
}

/** What wakes somebody up, and the one page to look at then. */
export class Alarms extends Construct {
  constructor(scope: Construct, { gateway, queues, store, workers }: Watched) {
    super(scope, 'Alarms');
    const period = { period: PERIOD };
    const requests = gateway.api.metricCount(period);
    const failures = gateway.api.metricServerError(period);
    const slowest = gateway.api.metricLatency({ ...period, statistic: 'p99' });
    const throttled = lambdaMetric('Throttles');

    this.alarm('ServerErrors', 'Requests end with 5xx', failures, 5);
    this.alarm('SlowRequests', 'One request in a hundred takes longer than five seconds', slowest, 5000, 3);
    this.alarm('Throttles', 'Functions of this account are throttled', throttled, 1);
    for (const [name, queue] of Object.entries(queues.dead)) {
      const waiting = queue.metricApproximateNumberOfMessagesVisible({ ...period, statistic: 'Maximum' });
      this.alarm(`${pascalCase(name)}GivenUp`, `Work was given up: look into the dead letters of ${name}`, waiting, 1);
    }
    for (const [name, queue] of Object.entries(queues.work)) {
      const age = queue.metricApproximateAgeOfOldestMessage({ ...period, statistic: 'Maximum' });
      this.alarm(`${pascalCase(name)}Behind`, `The queue ${name} is half an hour behind`, age, 1800);
    }
    const [dispatcher] = workers.functions;
    const iteratorAge = dispatcher?.metric('IteratorAge', { ...period, statistic: 'Maximum' });
    if (iteratorAge) this.alarm('DispatchBehind', 'The table stream is a minute behind', iteratorAge, 60_000, 2);

    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: Aws.STACK_NAME });
    dashboard.addWidgets(
      graph('Requests', [requests]),
      graph('Errors', [gateway.api.metricClientError(period), failures]),
      graph('Latency (ms)', [
        gateway.api.metricLatency({ ...period, statistic: 'p50' }),
        gateway.api.metricLatency({ ...period, statistic: 'p95' }),
        slowest,
      ]),
    );
    dashboard.addWidgets(
      graph(
        'Waiting work',
        Object.values(queues.work).map((queue) => queue.metricApproximateNumberOfMessagesVisible(period)),
      ),
      graph(
        'Given up',
        Object.values(queues.dead).map((queue) => queue.metricApproximateNumberOfMessagesVisible(period)),
      ),
      graph(
        'Workers: errors',
        workers.functions.map((worker) => worker.metricErrors(period)),
      ),
    );
    dashboard.addWidgets(
      graph(
        'Workers: duration (ms)',
        workers.functions.map((worker) => worker.metricDuration(period)),
      ),
      graph('Functions at once', [lambdaMetric('ConcurrentExecutions', 'Maximum')]),
      graph('Table', [
        store.table.metricConsumedReadCapacityUnits(period),
        store.table.metricConsumedWriteCapacityUnits(period),
      ]),
    );
  }

  private alarm(id: string, alarmDescription: string, metric: IMetric, threshold: number, evaluationPeriods = 1): void {
    new Alarm(this, id, {
      alarmDescription,
      metric,
      threshold,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

/** Over all functions of the account and region. */
const lambdaMetric = (metricName: string, statistic = 'Sum'): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 8, height: 6 });
