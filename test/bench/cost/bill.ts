import type { Run } from '../../aws-calls.ts';
import { PRICES } from './prices.ts';

/** The billed uses of AWS by runs of functions. */
export interface Bill {
  requests: number;
  runs: number;
  tableCalls: number;
  readUnits: number;
  writeUnits: number;
  s3Reads: number;
  s3Writes: number;
  sqs: number;
  kms: number;
  /** Mails given to SES. They are no part of `dollarsOf`. */
  mails: number;
  gigabyteSeconds: number;
  logBytes: number;
  outBytes: number;
}

/** A whole processor, in MB. */
const PROCESSOR = 1769;
/** Assumed log sizes in bytes: of a request in the access log, and of a run in the function's log. */
const ACCESS_LINE = 450;
const RUN_LINES = 1200;

const NOTHING: Bill = {
  requests: 0,
  runs: 0,
  tableCalls: 0,
  readUnits: 0,
  writeUnits: 0,
  s3Reads: 0,
  s3Writes: 0,
  sqs: 0,
  kms: 0,
  mails: 0,
  gigabyteSeconds: 0,
  logBytes: 0,
  outBytes: 0,
};

const READS = ['Get', 'BatchGet', 'Query'];
const S3_WRITES = ['PutObject', 'CopyObject', 'ListObjectsV2'];
const S3_READS = ['GetObject', 'HeadObject'];
const QUEUE_WORKERS = ['seal-envelope', 'send-message', 'deliver-webhook', 'run-job'];

const isWorker = ({ name }: Run): boolean => name.includes('-');

/** The bill of one run. Every pre-signed link that it made is taken to be followed once. */
export const billOf = (run: Run, memory: number): Bill => {
  const of = (service: string) => run.calls.filter((call) => call.service === service);
  const table = of('DynamoDB');
  const units = (isRead: boolean) =>
    table.filter(({ command }) => READS.includes(command) === isRead).reduce((sum, { units }) => sum + units, 0);
  const files = [...of('S3').map(({ command }) => command), ...run.links];
  const worker = isWorker(run);
  // A function with less than a processor is taken to need longer in proportion, even while it waits.
  const seconds = (Math.ceil(run.milliseconds) / 1000) * Math.max(1, PROCESSOR / memory);
  return {
    requests: worker ? 0 : 1,
    runs: 1,
    tableCalls: table.length,
    readUnits: units(true),
    writeUnits: units(false),
    s3Reads: files.filter((command) => S3_READS.includes(command)).length,
    s3Writes: files.filter((command) => S3_WRITES.includes(command)).length,
    // Lambda takes the messages of a run from the queue with one request, and deletes them with another.
    sqs: of('SQS').length + (QUEUE_WORKERS.includes(run.name) ? 2 : 0),
    kms: of('KMS').length,
    mails: of('SESv2').length,
    gigabyteSeconds: (seconds * memory) / 1024,
    logBytes: RUN_LINES + (worker ? 0 : ACCESS_LINE),
    outBytes: worker ? 0 : run.bytes,
  };
};

export const sumOf = (bills: readonly Bill[]): Bill => {
  const sum = { ...NOTHING };
  for (const bill of bills) for (const key of Object.keys(sum) as (keyof Bill)[]) sum[key] += bill[key];
  return sum;
};

/** Dollars by service. */
export const dollarsBy = (bill: Bill): Record<string, number> => ({
  DynamoDB: bill.readUnits * PRICES.readUnit + bill.writeUnits * PRICES.writeUnit,
  S3: bill.s3Reads * PRICES.s3Read + bill.s3Writes * PRICES.s3Write,
  SQS: bill.sqs * PRICES.sqsRequest,
  KMS: bill.kms * PRICES.kmsSign,
  'Lambda: requests': bill.runs * PRICES.lambdaRequest,
  'Lambda: time': bill.gigabyteSeconds * PRICES.lambdaGigabyteSecond,
  'API Gateway': bill.requests * PRICES.gatewayRequest,
  Logs: (bill.logBytes / 1e9) * PRICES.logGigabyte,
  'Data out': (bill.outBytes / 1e9) * PRICES.outGigabyte,
});

export const dollarsOf = (bill: Bill): number => Object.values(dollarsBy(bill)).reduce((sum, one) => sum + one, 0);

/** The same with the mails. */
export const dollarsWithMails = (bill: Bill): number => dollarsOf(bill) + bill.mails * PRICES.mail;
