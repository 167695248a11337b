/**
 * List prices of us-east-1 in US dollars, without free tiers and discounts for volume, as known on 2026-11-21. They
 * were not compared with these pages: check a price there before you rely on it.
 */
export const PRICES = {
  /** https://aws.amazon.com/dynamodb/pricing/on-demand/ (standard class). Reads of streams by Lambda are free. */
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  /** https://aws.amazon.com/s3/pricing/ (standard class): PUT, COPY, POST, LIST; GET and all other. DELETE is free. */
  s3Write: 0.005 / 1e3,
  s3Read: 0.0004 / 1e3,
  /** https://aws.amazon.com/sqs/pricing/ (standard queues), for each 64 kB. */
  sqsRequest: 0.4 / 1e6,
  /** https://aws.amazon.com/kms/pricing/ (asymmetric requests but RSA 2048). */
  kmsSign: 0.15 / 1e4,
  /** https://aws.amazon.com/lambda/pricing/ (arm64). */
  lambdaRequest: 0.2 / 1e6,
  lambdaGigabyteSecond: 0.0000133334,
  /** https://aws.amazon.com/api-gateway/pricing/ (REST). */
  gatewayRequest: 3.5 / 1e6,
  /** https://aws.amazon.com/cloudwatch/pricing/: logs taken in. */
  logGigabyte: 0.5,
  /** https://aws.amazon.com/ses/pricing/: a mail, without the data of its attachments. */
  mail: 0.1 / 1e3,
  /** https://aws.amazon.com/ec2/pricing/on-demand/ (data transfer out to the internet). */
  outGigabyte: 0.09,
} as const;

/** List prices of what stands still, for a month; the same source and date. */
export const MONTHLY = {
  /**
   * https://aws.amazon.com/kms/pricing/. A key that rotates costs as much again after its first and second rotation.
   */
  kmsKey: 1,
  kmsRequest: 0.03 / 1e4,
  /** https://aws.amazon.com/cloudwatch/pricing/: a metric of an alarm; a dashboard. */
  alarmMetric: 0.1,
  dashboard: 3,
  /** https://aws.amazon.com/waf/pricing/: the web ACL; each of its rules and of AWS's own groups of rules. */
  webAcl: 5,
  webAclRule: 1,
} as const;

/**
 * Allowances that AWS gives each account every month without an end (https://aws.amazon.com/free/, "always free").
 * Several stacks of an account share it.
 */
export const ALWAYS_FREE = {
  sqsRequests: 1e6,
  alarmMetrics: 10,
  dashboards: 3,
  lambdaRuns: 1e6,
  lambdaGigabyteSeconds: 400_000,
  kmsRequests: 20_000,
  logGigabytes: 5,
} as const;
