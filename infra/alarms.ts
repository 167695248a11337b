import { Aws, Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarmAction,
  type IMetric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { accountMetric, businessMetric, type Watched } from './metrics.ts';
import { pascalCase } from './names.ts';
import type { Settings } from './settings.ts';

const period = Duration.minutes(5);

/** Alarms, each with a description of what to check. With an address, each sends a mail. */
export class Alarms extends Construct {
  private readonly actions: IAlarmAction[];

  constructor(scope: Construct, watched: Watched, { alarmEmail }: Pick<Settings, 'alarmEmail'>) {
    super(scope, 'Alarms');
    this.actions = alarmEmail ? [new SnsAction(this.topic(alarmEmail, watched))] : [];
    const { gateway, queues, workers } = watched;
    const slowest = gateway.api.metricLatency({ period, statistic: Stats.p(99) });

    this.alarm('ServerErrors', 'Requests end with 5xx', gateway.api.metricServerError({ period }), 5);
    this.alarm('SlowRequests', 'One request in a hundred takes longer than five seconds', slowest, 5000, 3);
    this.alarm('Throttles', 'Functions of this account are throttled', accountMetric('Throttles', period), 1);
    this.alarm(
      'SealsFail',
      'Completed envelopes could not be sealed: look into the log of SealEnvelope',
      businessMetric('SealsFailed', period),
      1,
    );
    this.alarm(
      'EnvelopesReported',
      'A recipient reports an envelope as unwanted: the log of ReportEnvelope says which',
      businessMetric('EnvelopesReported', period),
      1,
    );
    for (const [name, queue] of Object.entries(queues.dead)) {
      const waiting = queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });
      this.alarm(`${pascalCase(name)}GivenUp`, `Work was given up: look into the dead letters of ${name}`, waiting, 1);
    }
    for (const [name, queue] of Object.entries(queues.work)) {
      const age = queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' });
      this.alarm(`${pascalCase(name)}Behind`, `The queue ${name} is half an hour behind`, age, 1800);
    }
    const [dispatcher] = workers.functions;
    const iteratorAge = dispatcher?.metric('IteratorAge', { period, statistic: 'Maximum' });
    if (iteratorAge) this.alarm('DispatchBehind', 'The table stream is a minute behind', iteratorAge, 60_000, 2);
  }

  private alarm(id: string, alarmDescription: string, metric: IMetric, threshold: number, evaluationPeriods = 1): void {
    new Alarm(this, id, {
      alarmDescription,
      metric,
      threshold,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
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
