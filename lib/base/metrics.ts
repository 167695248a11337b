import { Metrics } from '@aws-lambda-powertools/metrics';

/**
 * CloudWatch namespace of the workers' counts; the dimension `service` is the stack's name (POWERTOOLS_SERVICE_NAME).
 */
export const METRICS_NAMESPACE = 'Countersign';

/** Counts that workers make: completed business, and failures. */
export type MetricName =
  | 'EnvelopesCreated'
  | 'EnvelopesCompleted'
  | 'EnvelopesEnded'
  | 'EnvelopesReported'
  | 'EnvelopesSealed'
  | 'SealsFailed'
  | 'MessagesFailed'
  | 'WebhooksFailed';

let made: Metrics | undefined;

/**
 * Counts `name` once more by a log line in CloudWatch's embedded metric format, without a call. For workers only: the
 * gateway counts requests, and API functions needn't bundle the library. Repeated work is counted again.
 */
export const count = (name: MetricName, times = 1): void => {
  if (times === 0) return;
  made ??= new Metrics({ namespace: METRICS_NAMESPACE });
  made.addMetric(name, 'Count', times);
  made.publishStoredMetrics();
};
