import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import {
  DynamoEventSource,
  type DynamoEventSourceProps,
  SqsDlq,
  SqsEventSource,
} from 'aws-cdk-lib/aws-lambda-event-sources';
import { Subscription, SubscriptionProtocol } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { access as deliverWebhook } from '../functions/workers/deliver-webhook.ts';
import { access as dispatchEvents } from '../functions/workers/dispatch-events.ts';
import { access as recordBounces } from '../functions/workers/record-bounces.ts';
import { access as runJob } from '../functions/workers/run-job.ts';
import { access as runRetries } from '../functions/workers/run-retries.ts';
import { access as runSchedule } from '../functions/workers/run-schedule.ts';
import { access as runTurns } from '../functions/workers/run-turns.ts';
import { access as sealEnvelope } from '../functions/workers/seal-envelope.ts';
import { access as sendMessage } from '../functions/workers/send-message.ts';
import { access as writeLog } from '../functions/workers/write-log.ts';
import type { QueueName } from '../lib/base/config.ts';
import type { Access } from '../lib/http/contract.ts';
import {
  ADMINISTRATION_EVENT_PREFIX,
  ADMINISTRATION_PREFIX,
  DUE_SHARDS,
  EMAIL_PREFIX,
  ENVELOPE_SORT,
  EVENT_PREFIX,
  emailKey,
  jobKey,
  LOG_DUE,
  outboxKey,
  SESSION_PREFIX,
  TEMPLATE_HEADER,
} from '../lib/storage/engine/keys.ts';
import { SEALING_EVENTS } from '../lib/storage/envelopes/event-items.ts';
import { OWN_SOURCES } from '../lib/storage/records/session.ts';
import { environmentFor, type Platform, statementsFor } from './access.ts';
import { type FunctionMaker, statement } from './function-maker.ts';
import { RUN_TIME } from './queues.ts';
import type { Limits } from './settings.ts';

/** The workers' source files in `functions/workers`. */
export const WORKERS = [
  'dispatch-events',
  'write-log',
  'seal-envelope',
  'send-message',
  'deliver-webhook',
  'run-job',
  'run-schedule',
  'run-retries',
  'run-turns',
  'record-bounces',
] as const;

const inserted = (keys: object) =>
  FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT'), dynamodb: { Keys: keys } });

/**
 * The writes that wake the dispatcher: events (of envelopes, of the outbox), jobs, addresses of new accounts, changes
 * of envelopes and templates, which their lists follow, and sessions with which people go on themselves. Lambda takes
 * five filters at most.
 */
const EVENTS = [
  inserted({ sk: { S: FilterRule.beginsWith(EVENT_PREFIX) } }),
  inserted({ pk: { S: [outboxKey('', '').pk, jobKey('').pk].flatMap((pk) => FilterRule.beginsWith(pk)) } }),
  inserted({ pk: { S: FilterRule.beginsWith(EMAIL_PREFIX) }, sk: { S: FilterRule.isEqual(emailKey('').sk) } }),
  FilterCriteria.filter({ dynamodb: { Keys: { sk: { S: FilterRule.or(ENVELOPE_SORT.header, TEMPLATE_HEADER) } } } }),
  FilterCriteria.filter({
    eventName: FilterRule.or('INSERT', 'MODIFY'),
    dynamodb: {
      Keys: { sk: { S: FilterRule.beginsWith(SESSION_PREFIX) } },
      NewImage: { source: { S: FilterRule.or(...OWN_SOURCES) } },
    },
  }),
];

const removed = (keys: object) =>
  FilterCriteria.filter({ eventName: FilterRule.isEqual('REMOVE'), dynamodb: { Keys: keys } });

/** The writes that the log follows: as `isForLog` (`lib/storage/log-facts.ts`). */
const LOGGED = [
  FilterCriteria.filter({
    eventName: FilterRule.isEqual('INSERT'),
    dynamodb: {
      Keys: { sk: { S: FilterRule.beginsWith(EVENT_PREFIX) } },
      NewImage: { event: { S: FilterRule.or(...SEALING_EVENTS) } },
    },
  }),
  removed({ sk: { S: FilterRule.isEqual(ENVELOPE_SORT.header) } }),
  removed({ sk: { S: FilterRule.beginsWith(ENVELOPE_SORT.document) } }),
  removed({ pk: { S: FilterRule.beginsWith(LOG_DUE.pk) } }),
  inserted({
    pk: { S: FilterRule.beginsWith(ADMINISTRATION_PREFIX) },
    sk: { S: FilterRule.beginsWith(ADMINISTRATION_EVENT_PREFIX) },
  }),
];

/** Sealings of so many seconds share a checkpoint, and its cost. */
const LOG_WINDOW = Duration.minutes(1);

/** Calls begin for a minute, and the last ones end. */
const TURNS_TIME = Duration.minutes(2);

/** Functions without a route, with their sources and batch sizes. */
export class Workers extends Construct {
  readonly functions: LambdaFunction[];
  private readonly make: FunctionMaker;
  private readonly platform: Platform;
  private readonly limits: Limits;

  constructor(scope: Construct, make: FunctionMaker, platform: Platform, limits: Limits) {
    super(scope, 'Workers');
    this.make = make;
    this.platform = platform;
    this.limits = limits;
    this.functions = [
      this.streamWorker('dispatch-events', dispatchEvents, 'Hands what happened to the queues', {
        batchSize: 100,
        filters: EVENTS,
      }),
      this.streamWorker('write-log', writeLog, 'Appends to the log of evidence', {
        batchSize: 1000,
        maxBatchingWindow: LOG_WINDOW,
        filters: LOGGED,
      }),
      this.queueWorker('seal-envelope', 'seal', sealEnvelope, 'Stamps and seals completed envelopes', 1),
      this.queueWorker('send-message', 'message', sendMessage, 'Sends mails and text messages', 10),
      this.queueWorker('deliver-webhook', 'webhook', deliverWebhook, 'Calls webhooks', 10),
      this.queueWorker('run-job', 'job', runJob, 'Deletes, hands over and exports in the background', 1),
      // A run for each partition of what is due: they don't wait for each other.
      this.scheduledWorker('run-schedule', runSchedule, 'Reminds and expires what is due', {
        rule: 'EveryMinute',
        inputs: Array.from({ length: DUE_SHARDS }, (_, shard) => ({ shard })),
      }),
      this.scheduledWorker('run-retries', runRetries, 'Passes on messages and webhooks that are tried again', {
        rule: 'RetriesEveryMinute',
        inputs: [{}],
      }),
      this.scheduledWorker(
        'run-turns',
        runTurns,
        'Calls webhooks that are slow or down, each from a queue of its own',
        {
          rule: 'TurnsEveryMinute',
          inputs: [{}],
          timeout: TURNS_TIME,
        },
      ),
      this.mailEventsWorker('record-bounces', recordBounces, 'Records mails that came back at their recipients'),
    ];
  }

  /** Workers count business; the stack's name separates the numbers of several stacks in the account. */
  private environment(access: Access): Record<string, string> {
    return { ...environmentFor(access, this.platform), POWERTOOLS_SERVICE_NAME: this.platform.name };
  }

  private streamWorker(
    name: string,
    access: Access,
    description: string,
    source: Omit<DynamoEventSourceProps, 'startingPosition' | 'onFailure'>,
  ): LambdaFunction {
    const { store, queues } = this.platform;
    const worker = this.make(this, {
      name,
      description,
      timeout: Duration.minutes(1),
      environment: { ...this.environment(access), STREAM_DEAD_LETTERS_URL: queues.dead.dispatch.queueUrl },
      statements: [
        ...statementsFor(access, this.platform),
        statement(
          ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
          [store.table.tableStreamArn ?? ''],
        ),
        statement(['dynamodb:ListStreams'], ['*']),
        statement(['sqs:SendMessage'], [queues.dead.dispatch.queueArn]),
      ],
    });
    worker.addEventSource(
      new DynamoEventSource(store.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        ...source,
        // Not by a number of tries: an outage of the queues would use them up, and lose what nobody could take. What is
        // given up by then can still be read for as long again.
        bisectBatchOnError: true,
        maxRecordAge: Duration.hours(12),
        onFailure: new SqsDlq(queues.dead.dispatch),
      }),
    );
    return worker;
  }

  private queueWorker(
    name: string,
    queueName: QueueName,
    access: Access,
    description: string,
    batchSize: number,
  ): LambdaFunction {
    const queue = this.platform.queues.work[queueName];
    const worker = this.make(this, {
      name,
      description,
      timeout: RUN_TIME[queueName],
      environment: this.environment(access),
      statements: [
        ...statementsFor(access, this.platform),
        statement(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [queue.queueArn]),
      ],
    });
    worker.addEventSource(
      new SqsEventSource(queue, {
        batchSize,
        reportBatchItemFailures: true,
        maxConcurrency: this.limits.concurrency[queueName],
      }),
    );
    return worker;
  }

  private mailEventsWorker(name: string, access: Access, description: string): LambdaFunction {
    const { queues, mailEvents } = this.platform;
    const letters = queues.dead.schedule;
    const worker = this.make(this, {
      name,
      description,
      timeout: Duration.minutes(1),
      environment: environmentFor(access, this.platform),
      statements: [...statementsFor(access, this.platform), statement(['sqs:SendMessage'], [letters.queueArn])],
    });
    worker.configureAsyncInvoke({ onFailure: new SqsDestination(letters) });
    // The topic's own method would have this stack wait for the whole root, of which it is a part.
    const { topic } = mailEvents;
    worker.addPermission('MailEvents', {
      principal: new ServicePrincipal('sns.amazonaws.com'),
      sourceArn: topic.topicArn,
    });
    new Subscription(worker, 'MailEventsSubscription', {
      topic,
      endpoint: worker.functionArn,
      protocol: SubscriptionProtocol.LAMBDA,
    });
    return worker;
  }

  private scheduledWorker(
    name: string,
    access: Access,
    description: string,
    { rule, inputs, timeout = Duration.minutes(1) }: { rule: string; inputs: readonly object[]; timeout?: Duration },
  ): LambdaFunction {
    const letters = this.platform.queues.dead.schedule;
    const worker = this.make(this, {
      name,
      description,
      timeout,
      environment: environmentFor(access, this.platform),
      statements: [...statementsFor(access, this.platform), statement(['sqs:SendMessage'], [letters.queueArn])],
      traced: false,
    });
    worker.configureAsyncInvoke({
      maxEventAge: Duration.minutes(5),
      retryAttempts: 1,
      onFailure: new SqsDestination(letters),
    });
    new Rule(this, rule, {
      schedule: Schedule.rate(Duration.minutes(1)),
      // The next run makes up for a missed one; the queue shows that one was.
      targets: inputs.map(
        (input) =>
          new FunctionTarget(worker, {
            event: RuleTargetInput.fromObject(input),
            retryAttempts: 2,
            maxEventAge: Duration.minutes(5),
            deadLetterQueue: letters,
          }),
      ),
    });
    return worker;
  }
}
