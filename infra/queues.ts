import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { QueueName } from '../lib/base/config.ts';
import { pascalCase } from './names.ts';

/** Time limit of a worker's run. */
export const RUN_TIME: Record<QueueName, Duration> = {
  seal: Duration.minutes(15),
  message: Duration.minutes(1),
  webhook: Duration.minutes(2),
  job: Duration.minutes(5),
};

/** Tries of a message before it goes to the dead-letter queue. */
const TRIES = 5;

/**
 * Queues of work that was given up: what comes from the work queues, from the table's stream, and from the schedule.
 */
export type DeadLetters = 'work' | 'dispatch' | 'schedule';

/**
 * The work queues, with one dead-letter queue: a redrive returns each message to the queue that it came from. Failed
 * batches of the table's stream and failed calls of the schedule have no such queue, and go to others.
 */
export class Queues extends Construct {
  readonly work: Record<QueueName, Queue>;
  readonly dead: Record<DeadLetters, Queue>;
  private readonly encryption: { encryption: QueueEncryption; encryptionMasterKey: IKey; dataKeyReuse: Duration };

  constructor(scope: Construct, key: IKey) {
    super(scope, 'Queues');
    // One KMS call an hour for each function and queue, instead of one every five minutes.
    const dataKeyReuse = Duration.hours(1);
    this.encryption = { encryption: QueueEncryption.KMS, encryptionMasterKey: key, dataKeyReuse };
    this.dead = {
      work: this.deadLetters('work'),
      dispatch: this.deadLetters('dispatch'),
      schedule: this.deadLetters('schedule'),
    };
    this.work = {
      seal: this.workQueue('seal'),
      message: this.workQueue('message'),
      webhook: this.workQueue('webhook'),
      job: this.workQueue('job'),
    };
  }

  private workQueue(name: QueueName): Queue {
    return new Queue(this, pascalCase(name), {
      ...this.encryption,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // Lambda's advice: six times the worker's own limit, so that a message never runs twice at once.
      visibilityTimeout: Duration.seconds(6 * RUN_TIME[name].toSeconds()),
      deadLetterQueue: { queue: this.dead.work, maxReceiveCount: TRIES },
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  private deadLetters(name: string): Queue {
    return new Queue(this, `${pascalCase(name)}DeadLetters`, {
      ...this.encryption,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}
