import { Aws, type Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { METRICS_NAMESPACE, type MetricName } from '../lib/base/metrics.ts';
import type { Gateway } from './gateway.ts';
import type { Queues } from './queues.ts';
import type { Store } from './store.ts';
import type { Workers } from './workers.ts';

/** Resources of alarms and the dashboard. */
export interface Watched {
  gateway: Gateway;
  queues: Queues;
  store: Store;
  workers: Workers;
  /** Logs of all functions. */
  functionLogs: LogGroup;
}

/** Counts of this stack's workers (`lib/base/metrics.ts`). */
export const businessMetric = (metricName: MetricName, period: Duration, label?: string): Metric =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { service: Aws.STACK_NAME },
    statistic: 'Sum',
    period,
    label,
  });

/** Over all functions of the account and region. */
export const accountMetric = (metricName: string, period: Duration, statistic = 'Sum'): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period });
