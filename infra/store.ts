import { Aws, CustomResource, Duration, RemovalPolicy, Stack, Tags } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { LOG, UPLOADS } from '../lib/aws/files/file-keys.ts';
import { TRIAL_TAG } from './empty-buckets.ts';
import { type FunctionMaker, statement } from './function-maker.ts';
import type { Settings } from './settings.ts';
import { tableDefinition } from './table-definition.ts';

/** CloudFormation begins the names of roles with the stack's, of which it keeps so many characters. */
const KEPT_OF_A_NAME = 24;

const ownRoles = (stack: string): string =>
  stack.length <= KEPT_OF_A_NAME ? `${stack}-*` : `${stack.slice(0, KEPT_OF_A_NAME)}*`;

const USES_OF_A_KEY = [
  'kms:Encrypt',
  'kms:Decrypt',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:DescribeKey',
];

/** DynamoDB prepares no table for fewer reads a second. */
const READS_OF_A_NEW_TABLE = 12_000;

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * Resources that must outlive the stack, unless it is a trial: the table, the bucket, and the key that encrypts both.
 */
export class Store extends Construct {
  readonly key: Key;
  readonly table: Table;
  readonly bucket: Bucket;
  private readonly trial: boolean;
  private readonly accessLog: Bucket;

  constructor(
    scope: Construct,
    { trial, limits, logLock, dataKeyUsers }: Pick<Settings, 'trial' | 'limits' | 'logLock' | 'dataKeyUsers'>,
  ) {
    super(scope, 'Store');
    this.trial = trial;
    this.key = this.dataKey(dataKeyUsers);
    this.table = this.makeTable(limits.firstWriteUnits);
    this.accessLog = this.makeAccessLog();
    this.bucket = this.makeBucket(logLock !== null);
    if (!trial) this.bucket.addToResourcePolicy(keepsTheLog(this.bucket));
  }

  /**
   * The stack's own roles, and `users`, may use the key through the table, the bucket and the queues, and only so.
   * CloudWatch Logs may use it for this stack's log groups. The account administers the key, and can allow its use by
   * IAM (the first statement, the CDK's own): no owner is locked out, and backups and restores go on by their roles'
   * rights.
   */
  private dataKey(users: readonly string[]): Key {
    const { stackName, account, region, urlSuffix, partition } = Stack.of(this);
    const key = new Key(this, 'DataKey', {
      description: 'Countersign: encrypts the table, the documents, the queues and the logs',
      enableKeyRotation: true,
      ...keyRemoval(this.trial),
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: USES_OF_A_KEY,
        resources: ['*'],
        conditions: {
          StringEquals: {
            'kms:CallerAccount': account,
            'kms:ViaService': ['dynamodb', 's3', 'sqs'].map((service) => `${service}.${region}.${urlSuffix}`),
          },
          ArnLike: {
            'aws:PrincipalArn': [`arn:${partition}:iam::${account}:role/${ownRoles(stackName)}`, ...users],
          },
        },
      }),
    );
    // EventBridge puts calls of the schedule that failed into an encrypted queue.
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`logs.${region}.${urlSuffix}`)],
        actions: USES_OF_A_KEY,
        resources: ['*'],
        conditions: {
          ArnLike: {
            'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:${Aws.STACK_NAME}-*`,
          },
        },
      }),
    );
    return key;
  }

  /**
   * A new on-demand table takes 4000 writes a second, and then twice its last peak. One that must take more on its
   * first day is prepared for them, with its indexes, which are written with it.
   */
  private makeTable(firstWriteUnits: number | null): Table {
    const warmThroughput =
      firstWriteUnits === null
        ? {}
        : {
            warmThroughput: {
              writeUnitsPerSecond: firstWriteUnits,
              readUnitsPerSecond: Math.max(READS_OF_A_NEW_TABLE, firstWriteUnits),
            },
          };
    const table = new Table(this, 'Table', {
      partitionKey: text(tableDefinition.partitionKey),
      sortKey: text(tableDefinition.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: tableDefinition.timeToLiveAttribute,
      stream: StreamViewType[tableDefinition.stream],
      // A first deployment that fails leaves this table behind, empty: a protected one can't be rolled back.
      deletionProtection: !this.trial,
      removalPolicy: this.trial ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      ...warmThroughput,
    });
    for (const { name, partitionKey, sortKey, attributes } of tableDefinition.indexes) {
      table.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: text(partitionKey),
        sortKey: text(sortKey),
        ...warmThroughput,
        ...(attributes === 'all'
          ? { projectionType: ProjectionType.ALL }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...attributes] }),
      });
    }
    return table;
  }

  private get secured() {
    return {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: this.trial ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    };
  }

  private makeAccessLog(): Bucket {
    return new Bucket(this, 'AccessLog', {
      ...this.secured,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(365) }],
    });
  }

  private makeBucket(objectLockEnabled: boolean): Bucket {
    return new Bucket(this, 'Documents', {
      ...this.secured,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      versioned: true,
      ...(objectLockEnabled ? { objectLockEnabled } : {}),
      // Log files arrive hours late: one that arrives after the emptying would block a trial's deletion.
      serverAccessLogsBucket: this.trial ? undefined : this.accessLog,
      // Browsers of any origin follow pre-signed links; the link's signature is the permission.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag', 'Content-Length', 'Content-Disposition'],
          maxAge: 3600,
        },
      ],
      lifecycleRules: [
        {
          id: 'KeepDeletedFilesForAWhile',
          noncurrentVersionExpiration: Duration.days(90),
          abortIncompleteMultipartUploadAfter: Duration.days(2),
          expiredObjectDeleteMarker: true,
        },
        {
          // An upload can become a document for a day at most.
          id: 'ForgetUploads',
          prefix: UPLOADS,
          expiration: Duration.days(2),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
  }

  /** For a trial: empties the buckets before they are deleted, because only an empty one can be. */
  emptyAtTheEnd(make: FunctionMaker): void {
    const buckets = [this.bucket, this.accessLog];
    const empty = make(this, {
      name: 'empty-buckets',
      description: "When a trial's stack goes: empties its buckets",
      timeout: Duration.minutes(15),
      environment: {},
      statements: [
        statement(
          ['s3:GetBucketTagging', 's3:ListBucketVersions'],
          buckets.map(({ bucketArn }) => bucketArn),
        ),
        statement(
          ['s3:DeleteObject', 's3:DeleteObjectVersion'],
          buckets.map((bucket) => bucket.arnForObjects('*')),
        ),
      ],
    });
    for (const bucket of buckets) Tags.of(bucket).add(TRIAL_TAG, 'true');
    new CustomResource(this, 'Emptied', {
      resourceType: 'Custom::EmptiedBuckets',
      serviceToken: empty.functionArn,
      // The function's own limit, and a minute.
      serviceTimeout: Duration.minutes(16),
      properties: { Buckets: buckets.map(({ bucketName }) => bucketName) },
    });
  }
}

/** Nobody may delete a file of the log, or change how long it is locked, whatever their own policies say. */
const keepsTheLog = (bucket: Bucket): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['s3:DeleteObject', 's3:DeleteObjectVersion', 's3:BypassGovernanceRetention'],
    resources: [bucket.arnForObjects(`${LOG}*`)],
  });

/**
 * A key with signatures or data that still exist stays; one of a first deployment that fails has none. A trial's key is
 * deleted as soon as KMS allows.
 */
export const keyRemoval = (trial: boolean) =>
  trial
    ? { removalPolicy: RemovalPolicy.DESTROY, pendingWindow: Duration.days(7) }
    : { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE };
