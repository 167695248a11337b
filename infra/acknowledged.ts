import { Names, type Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { filePatterns } from '../lib/aws/files/kinds.ts';
import type { Settings } from './settings.ts';

const NO_RESOURCES =
  'X-Ray, a text message to a telephone number and the listing of streams know no resource that could be named.';

interface Acknowledged {
  /** `DOCUMENTS` in it stands for the bucket, as nested stacks refer to it. */
  rule: string;
  /** Path of the construct; by default the whole stack. */
  at?: string;
  /** Settings with which the finding occurs; by default all. */
  when?: (settings: Settings) => boolean;
  reason: string;
}

/** Accepted findings of cdk-nag's AwsSolutions, each with the reason. */
const ACKNOWLEDGED: Acknowledged[] = [
  { rule: 'IAM5[Resource::*]', reason: NO_RESOURCES },
  ...Object.values(filePatterns).map((pattern) => ({
    rule: `IAM5[Resource::<DOCUMENTS>/${pattern}]`,
    reason:
      'Keys of files are made at run time. Verbs and kinds of files are exactly those that the function declares.',
  })),
  {
    rule: 'IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
    reason: 'The sender is a parameter, and brands have senders of their own: any verified identity of this account.',
  },
  {
    rule: 'IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:<AWS::StackName>-api-*]',
    at: 'Gateway/InvokeRole',
    reason: 'One role for all routes; every function of this name is the operation of a route, and none other is.',
  },
  {
    rule: 'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    at: 'Gateway/Api',
    when: ({ accessLog }) => accessLog === 'on',
    reason: 'The role that API Gateway itself asks for to write logs.',
  },
  {
    rule: 'APIG2',
    at: 'Gateway/Api',
    reason: 'Functions check every request against the contract and answer 406 with the field; the gateway could not.',
  },
  {
    rule: 'APIG3',
    at: 'Gateway/Api',
    when: ({ waf }) => !waf,
    reason:
      "The web ACL costs more than all the rest: it is the owner's to switch on. Public routes are throttled each.",
  },
  ...['StoreDocumentsA9151043', 'StoreAccessLogF76F7953'].map((bucket) => ({
    rule: `IAM5[Resource::<${bucket}.Arn>/*]`,
    at: 'Store/EmptyBucketsRole',
    when: ({ trial }: Settings) => trial,
    reason: "Emptying a trial's bucket means everything in it.",
  })),
  {
    rule: 'S1',
    at: 'Store',
    when: ({ trial }) => trial,
    reason: "A trial's bucket has no access log: a log file that came late would keep the stack from being deleted.",
  },
  {
    rule: 'SQS3',
    at: 'Queues/DispatchDeadLetters',
    reason: 'It is a dead-letter queue: of the table stream, whose event source names it.',
  },
  {
    rule: 'SQS3',
    at: 'Queues/ScheduleDeadLetters',
    reason: 'It is a dead-letter queue: of the schedule, whose rules and functions name it.',
  },
  {
    rule: 'APIG1',
    at: 'Gateway/Api',
    when: ({ accessLog }) => accessLog === 'off',
    reason: 'An access log needs a setting of the whole account, which only its owner may ask for.',
  },
  ...[
    ['CFR1', 'Signers are anywhere.'],
    [
      'CFR2',
      "It passes on pages alone, which are the same for everybody; the API's own web ACL is before the gateway.",
    ],
    ['CFR3', 'Paths of signing links hold keys, so no log may hold paths.'],
    ['CFR4', 'The distribution has no address of its own: each tenant has a managed certificate, served by SNI.'],
  ].map(([rule = '', reason = '']) => ({
    rule,
    reason,
    at: 'Edge/Distribution',
    when: ({ edge }: Settings) => edge !== null,
  })),
  {
    rule: 'APIG6',
    at: 'Gateway/Api',
    reason:
      "The gateway's execution log holds paths, and those of signing links hold keys. Functions log their failures.",
  },
];

/** Records the accepted findings, so that synthesis fails on any other. */
export const acknowledgeFindings = (stack: Stack, settings: Settings): void => {
  const found = (path: string) =>
    path.split('/').reduce((parent: IConstruct, id) => parent.node.findChild(id), stack as IConstruct);
  const documents = `referenceto${Names.nodeUniqueId(found('Store/Documents/Resource').node)}Arn`;
  for (const { rule, at, when, reason } of ACKNOWLEDGED) {
    if (when && !when(settings)) continue;
    const id = `AwsSolutions-${rule.replace('DOCUMENTS', documents)}`;
    Validations.of(at ? found(at) : stack).acknowledge({ id, reason });
  }
};
