import { Aws, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

/** The configuration set that mails are sent with: SES publishes their bounces and complaints to the topic. */
export class MailEvents extends Construct {
  readonly topic: Topic;
  /** The configuration set's name and ARN. */
  readonly set: { name: string; arn: string };

  constructor(scope: Construct, key: Key) {
    super(scope, 'MailEvents');
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    const set = new CfnConfigurationSet(this, 'Set', { name: Aws.STACK_NAME });
    // By reference: functions use it, too, and stand in stacks of other names.
    const arn = Stack.of(this).formatArn({ service: 'ses', resource: 'configuration-set', resourceName: set.ref });
    this.set = { name: set.ref, arn };
    // SES alone, and only for this set, may publish to the topic and use its key.
    const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': arn } };
    const principals = [new ServicePrincipal('ses.amazonaws.com')];
    this.topic.addToResourcePolicy(
      new PolicyStatement({ principals, actions: ['sns:Publish'], resources: [this.topic.topicArn], conditions }),
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    const destination = new CfnConfigurationSetEventDestination(this, 'Destination', {
      configurationSetName: set.ref,
      eventDestination: {
        name: 'bounces',
        enabled: true,
        matchingEventTypes: ['bounce', 'complaint'],
        snsDestination: { topicArn: this.topic.topicArn },
      },
    });
    // SES looks if it may publish when the destination is made.
    destination.node.addDependency(this.topic);
  }
}
