import { Metrics } from '@aws-lambda-powertools/metrics';

/** Where CloudWatch keeps what workers count; the dimension `service` is the stack's name (POWERTOOLS_SERVICE_NAME). */
export const METRICS_NAMESPACE = 'Countersign';

/** What workers count: how business goes, and what fails of it. */
export type MetricName =
  | 'EnvelopesCreated'
  | 'EnvelopesCompleted'
  | 'EnvelopesEnded'
  | 'EnvelopesSealed'
  | 'SealsFailed'
  | 'MessagesFailed'
  | 'WebhooksFailed';

let made: Metrics | undefined;

/**
 * Counts `name` once more: a line of the log in CloudWatch's embedded metric format, no call. For workers only, because an
 * API function would carry the library for nothing: the gateway counts requests. Repeated work is counted again.
 */
export const count = (name: MetricName, times = 1): void => {
  if (times === 0) return;
  made ??= new Metrics({ namespace: METRICS_NAMESPACE });
  made.addMetric(name, 'Count', times);
  made.publishStoredMetrics();
};
