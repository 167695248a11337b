import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { tableDefinition } from './table-definition.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** What must outlive the stack: the table, the bucket, and the key that encrypts both. */
export class Store extends Construct {
  readonly key: Key;
  readonly table: Table;
  readonly bucket: Bucket;

  constructor(scope: Construct) {
    super(scope, 'Store');
    this.key = this.dataKey();
    this.table = this.makeTable();
    this.bucket = this.makeBucket();
  }

  /**
   * Whoever in this account may use the table or the bucket may use the key through them, and only through them: the
   * rule that AWS gives its own managed keys.
   */
  private dataKey(): Key {
    const { account, region, urlSuffix } = Stack.of(this);
    const key = new Key(this, 'DataKey', {
      description: 'Countersign: encrypts the table and the documents',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: [
          'kms:Encrypt',
          'kms:Decrypt',
          'kms:ReEncryptFrom',
          'kms:ReEncryptTo',
          'kms:GenerateDataKey',
          'kms:GenerateDataKeyWithoutPlaintext',
          'kms:DescribeKey',
        ],
        resources: ['*'],
        conditions: {
          StringEquals: {
            'kms:CallerAccount': account,
            'kms:ViaService': [`dynamodb.${region}.${urlSuffix}`, `s3.${region}.${urlSuffix}`],
          },
        },
      }),
    );
    return key;
  }

  private makeTable(): Table {
    const table = new Table(this, 'Table', {
      partitionKey: text(tableDefinition.partitionKey),
      sortKey: text(tableDefinition.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: tableDefinition.timeToLiveAttribute,
      stream: StreamViewType[tableDefinition.stream],
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    for (const { name, partitionKey, sortKey } of tableDefinition.indexes) {
      table.addGlobalSecondaryIndex({ indexName: name, partitionKey: text(partitionKey), sortKey: text(sortKey) });
    }
    return table;
  }

  private makeBucket(): Bucket {
    const secured = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
    };
    const accessLog = new Bucket(this, 'AccessLog', {
      ...secured,
      encryption: BucketEncryption.S3_MANAGED,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [{ expiration: Duration.days(365) }],
    });
    return new Bucket(this, 'Documents', {
      ...secured,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: true,
      serverAccessLogsBucket: accessLog,
      // Pre-signed links are followed by browsers of any origin; the signature in the link is the permission.
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
        { noncurrentVersionExpiration: Duration.days(90), abortIncompleteMultipartUploadAfter: Duration.days(2) },
      ],
    });
  }
}
