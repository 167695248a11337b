import { CfnCondition, CfnOutput, CfnParameter, Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Contract } from '../lib/operation/contract.ts';
import { Alarms } from './alarms.ts';
import type { CodeSource } from './function-maker.ts';
import { functionMaker } from './function-maker.ts';
import { Gateway } from './gateway.ts';
import { Keys } from './keys.ts';
import { Operations } from './operations.ts';
import { Queues } from './queues.ts';
import { Store } from './store.ts';
import { Workers } from './workers.ts';

export interface ServiceStackProps {
  contracts: readonly Contract[];
  codeOf: CodeSource;
}

/** The whole platform. What the owner decides are the parameters; nothing of an account stands in the template. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { contracts, codeOf }: ServiceStackProps) {
    super(scope, id, {
      description: 'Countersign: electronic signatures',
      analyticsReporting: false,
      suppressTemplateIndentation: true,
    });
    this.node.setContext('@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy', true);

    const publicBaseUrl = new CfnParameter(this, 'PublicBaseUrl', {
      description:
        'Public base address of the API, such as https://sign.example.com; empty: the address that AWS gives it',
      default: '',
      allowedPattern: '^(https://[^\\s?#]*[^\\s?#/])?$',
      constraintDescription: 'must be an https address without a slash at its end',
    });
    const mailFrom = new CfnParameter(this, 'MailFrom', {
      description: 'The address that mails come from, such as: Example <sign@example.com>. Verify it in SES.',
      allowedPattern: '^[^@\\r\\n]+@[^@\\s]+$',
    });
    const signerAppUrl = new CfnParameter(this, 'SignerAppUrl', {
      description: 'Address of the web pages for signing and signing in; empty: the API itself serves them',
      default: '',
      allowedPattern: '^(https://[^\\s?#]*[^\\s?#/])?$',
    });
    const timestampAuthorities = new CfnParameter(this, 'TsaUrls', {
      description:
        'Time-stamp authorities (RFC 3161) for seals, separated by commas, tried in turn; empty: no time-stamps',
      default: '',
    });
    const sealName = new CfnParameter(this, 'SealName', {
      description: 'Whom the seal on documents names: a name, or a distinguished name such as CN=Seal,O=Example,C=US',
      default: 'Countersign seal',
    });

    const make = functionMaker(this, codeOf);
    const store = new Store(this);
    const queues = new Queues(this);
    const keys = new Keys(this, make, sealName.valueAsString);
    const gateway = new Gateway(this, contracts);

    const hasPublicBaseUrl = new CfnCondition(this, 'HasPublicBaseUrl', {
      expression: Fn.conditionNot(Fn.conditionEquals(publicBaseUrl, '')),
    });
    const baseUrl = Fn.conditionIf(hasPublicBaseUrl.logicalId, publicBaseUrl.valueAsString, gateway.url).toString();
    const platform = {
      store,
      queues,
      keys,
      baseUrl,
      appUrl: signerAppUrl.valueAsString,
      mailFrom: mailFrom.valueAsString,
      timestampAuthorities: timestampAuthorities.valueAsString,
    };
    new Operations(this, make, contracts, platform);
    const workers = new Workers(this, make, platform);
    new Alarms(this, { gateway, queues, store, workers });

    new CfnOutput(this, 'BaseUrl', { value: baseUrl, description: 'Base address of the API' });
    new CfnOutput(this, 'Docs', { value: `${baseUrl}/docs`, description: 'Reference of the API' });
    new CfnOutput(this, 'NextStep', {
      value: `Verify the sender in SES and leave the SES sandbox: https://${this.region}.console.aws.amazon.com/ses/home#/identities`,
      description: `Mails come from the parameter MailFrom`,
    });
  }
}
