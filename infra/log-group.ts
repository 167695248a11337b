import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export interface LogSettings {
  retention: RetentionDays;
  /** Its policy must let CloudWatch Logs use it. */
  encryptionKey: IKey;
}

/** Makes a log group that is deleted with the stack. */
export const makeLogGroup = (scope: Construct, id: string, settings: LogSettings): LogGroup =>
  new LogGroup(scope, id, { ...settings, removalPolicy: RemovalPolicy.DESTROY });
