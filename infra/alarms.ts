import { Aws, Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarmAction,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { FILE_CHANGED } from '../lib/aws/files/file-store.ts';
import { METRICS_NAMESPACE } from '../lib/base/metrics.ts';
import { accountMetric, businessMetric, type Watched } from './metrics.ts';
import { pascalCase } from './names.ts';
import type { Settings } from './settings.ts';

const period = Duration.minutes(5);

/** An alarm: what has happened, and one sentence of what to do, with the command. */
interface Alert {
  happened: string;
  act: string;
  metric: IMetric;
  threshold: number;
  /** Periods that are looked at, and how many of them must reach the threshold; one of one by default. */
  periods?: number;
  reached?: number;
  /** True if nothing counted means that nothing runs. */
  silenceIsBad?: boolean;
}

/** Log lines of a run that crashed or ran out of time, which Lambda writes, and of errors that functions report. */
const FAILURES = '{ ($.type = "platform.report" && $.record.status != "success") || $.level = "ERROR" }';

/**
 * Alarms, each with a section of its name in `docs/operating.md`. With an address, each sends a mail. CloudWatch
 * charges for each metric of an alarm, so the few that are always there share metrics of many parts.
 */
export class Alarms extends Construct {
  private readonly actions: IAlarmAction[];

  constructor(scope: Construct, watched: Watched, { alarmEmail, moreAlarms }: Settings) {
    super(scope, 'Alarms');
    this.actions = alarmEmail ? [new SnsAction(this.topic(alarmEmail, watched))] : [];
    const alerts = { ...this.needed(watched), ...(moreAlarms ? further(watched) : {}) };
    for (const [name, alert] of Object.entries(alerts)) this.alarm(name, alert);
  }

  /** Things that an owner must know. */
  private needed({ gateway, queues, workers, functionLogs }: Watched): Record<string, Alert> {
    const log = `aws logs tail ${functionLogs.logGroupName} --since 1h --filter-pattern ERROR`;
    const lettersOf = (name: keyof typeof queues.dead) =>
      queues.dead[name].metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });
    const schedule = workers.functions.find(({ node }) => node.id === 'RunSchedule');
    // Of the account and region: SES knows no other.
    const reputation = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });
    return {
      ServerErrors: {
        happened: 'Five requests within five minutes ended with 5xx',
        act: `Read why: ${log}`,
        metric: gateway.api.metricServerError({ period, statistic: 'Sum' }),
        threshold: 5,
      },
      FunctionsFail: {
        happened: 'Functions failed in two periods of five minutes within an hour',
        act: `Read which and why: ${log}`,
        metric: new MetricFilter(this, 'Failures', {
          logGroup: functionLogs,
          filterPattern: FilterPattern.literal(FAILURES),
          metricNamespace: METRICS_NAMESPACE,
          metricName: `${Aws.STACK_NAME}-Failures`,
          metricValue: '1',
        }).metric({ period, statistic: 'Sum' }),
        threshold: 1,
        periods: 12,
        reached: 2,
      },
      ScheduleStopped: {
        happened: 'The schedule has not run for fifteen minutes: nothing is reminded or expires',
        act: 'See if its rules are enabled: aws events list-rules --query "Rules[?ScheduleExpression]"',
        metric: schedule?.metricInvocations({ period, statistic: 'Sum' }) ?? accountMetric('Invocations', period),
        threshold: 1,
        periods: 3,
        silenceIsBad: true,
      },
      GivenUp: {
        happened: 'Work was given up, and waits as a dead letter',
        act: `Remove the cause, then redrive: aws sqs start-message-move-task --source-arn ${queues.dead.work.queueArn}`,
        metric: new MathExpression({
          expression: 'MAX([work, dispatch, schedule])',
          usingMetrics: {
            work: lettersOf('work'),
            dispatch: lettersOf('dispatch'),
            schedule: lettersOf('schedule'),
          },
          period,
        }),
        threshold: 1,
      },
      SealsFail: {
        happened: 'A completed envelope could not be sealed',
        act: `Read why, then seal again by PUT /v2/envelopes/{envelope_id} {"action":"seal"}: ${log}`,
        metric: businessMetric('SealsFailed', period),
        threshold: 1,
      },
      FilesChanged: {
        happened: 'A stored file is not the one whose hash was recorded, and is not handed out',
        act: `Read which, and restore its earlier version: ${log}`,
        metric: new MetricFilter(this, 'ChangedFiles', {
          logGroup: functionLogs,
          filterPattern: FilterPattern.stringValue('$.message', '=', FILE_CHANGED),
          metricNamespace: METRICS_NAMESPACE,
          metricName: `${Aws.STACK_NAME}-FilesChanged`,
          metricValue: '1',
        }).metric({ period, statistic: 'Sum' }),
        threshold: 1,
      },
      MailReputation: {
        happened: 'SES counts 5 % of bounces or 0.1 % of complaints, and stops sending at twice as much',
        act: 'Look at what is counted: aws sesv2 get-account',
        metric: new MathExpression({
          expression: 'MAX([bounces / 0.05, complaints / 0.001])',
          usingMetrics: {
            bounces: reputation('Reputation.BounceRate'),
            complaints: reputation('Reputation.ComplaintRate'),
          },
          period: Duration.hours(1),
        }),
        threshold: 1,
      },
      EnvelopesReported: {
        happened: 'A recipient reports an envelope as unwanted',
        act: `Read which: aws logs tail ${functionLogs.logGroupName} --since 1h --filter-pattern report`,
        metric: businessMetric('EnvelopesReported', period),
        threshold: 1,
      },
    };
  }

  private alarm(
    id: string,
    { happened, act, metric, threshold, periods = 1, reached = periods, silenceIsBad = false }: Alert,
  ): void {
    new Alarm(this, id, {
      alarmName: `${Aws.STACK_NAME}-${id}`,
      alarmDescription: `${happened}. ${act} (docs/operating.md, ${id})`,
      metric,
      threshold,
      evaluationPeriods: periods,
      datapointsToAlarm: reached,
      comparisonOperator: silenceIsBad
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(...this.actions);
  }

  /** Only CloudWatch, and only this account's alarms, may publish to the topic and use its key. */
  private topic(email: string, { store }: Watched): Topic {
    const topic = new Topic(this, 'Topic', { masterKey: store.key, enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    const alarms = {
      StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
      ArnLike: { 'aws:SourceArn': Stack.of(this).formatArn({ service: 'cloudwatch', resource: 'alarm:*' }) },
    };
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: alarms,
      }),
    );
    store.key.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions: alarms,
      }),
    );
    return topic;
  }
}

/** Slowness and backlogs: they end by themselves, or become one of the others. */
const further = ({ gateway, queues, store, workers }: Watched): Record<string, Alert> => {
  const dispatcher = workers.functions.find(({ node }) => node.id === 'DispatchEvents');
  const behind = Object.entries(queues.work).map(([name, queue]): [string, Alert] => [
    `${pascalCase(name)}Behind`,
    {
      happened: `The queue ${name} is half an hour behind`,
      act: `See how much waits: aws sqs get-queue-attributes --attribute-names All --queue-url ${queue.queueUrl}`,
      metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
      threshold: 1800,
    },
  ]);
  const throttles = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: store.table.tableName },
      statistic: 'Sum',
      period,
    });
  return {
    TableThrottled: {
      happened: 'DynamoDB refused reads or writes of the table in two of three periods of five minutes',
      act: `See which index and how much: aws dynamodb describe-table --table-name ${store.table.tableName}`,
      metric: new MathExpression({
        expression: 'FILL(reads, 0) + FILL(writes, 0)',
        usingMetrics: { reads: throttles('ReadThrottleEvents'), writes: throttles('WriteThrottleEvents') },
        period,
      }),
      threshold: 1,
      periods: 3,
      reached: 2,
    },
    SlowRequests: {
      happened: 'One request in a hundred took longer than five seconds for a quarter of an hour',
      act: 'See which functions are slow, after a deployment with tracing=on: aws xray get-service-graph --start-time -1h --end-time now',
      metric: gateway.api.metricLatency({ period, statistic: Stats.p(99) }),
      threshold: 5000,
      periods: 3,
    },
    Throttles: {
      happened: 'Lambda refused runs: the account has too few at once',
      act: 'See the quota, and ask AWS for more: aws lambda get-account-settings',
      metric: accountMetric('Throttles', period),
      threshold: 1,
    },
    ...Object.fromEntries(behind),
    ...(dispatcher
      ? {
          DispatchBehind: {
            happened: 'The dispatcher is a minute behind the table: mails, seals and lists are late',
            act: `See its state: aws lambda list-event-source-mappings --function-name ${dispatcher.functionName}`,
            metric: dispatcher.metric('IteratorAge', { period, statistic: 'Maximum' }),
            threshold: 60_000,
            periods: 2,
          },
        }
      : {}),
  };
};
