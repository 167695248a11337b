import { Aws, Fn } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Contract } from '../lib/http/contract.ts';
import { gatewayPath, splitRoute } from '../lib/http/route.ts';
import { statement } from './function-maker.ts';
import { type LogSettings, makeLogGroup } from './log-group.ts';
import { routingBody } from './routes.ts';

const STAGE = 'api';

/**
 * The name of an operation's function. The gateway names functions, not the other way round, because functions know the
 * gateway's address: references in both directions can't be deployed.
 */
export const functionNameOf = ({ id }: Contract): string => `\${AWS::StackName}-api-${id}`;

const FUNCTIONS = `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:`;

/** One REST API, made from one generated body, that calls functions through one role. */
export class Gateway extends Construct {
  readonly api: SpecRestApi;
  /** The gateway's own address, without a trailing slash. */
  readonly url: string;

  constructor(scope: Construct, contracts: readonly Contract[], logs: LogSettings) {
    super(scope, 'Gateway');
    const role = new Role(this, 'InvokeRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        Invoke: new PolicyDocument({
          statements: [statement(['lambda:InvokeFunction'], [Fn.sub(`${FUNCTIONS}\${AWS::StackName}-api-*`)])],
        }),
      },
    });
    const body = routingBody(contracts, {
      role: role.roleArn,
      integrationUri: (contract) =>
        Fn.sub(
          `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${FUNCTIONS}${functionNameOf(contract)}/invocations`,
        ),
    });
    const accessLog = makeLogGroup(this, 'AccessLog', logs);
    this.api = new SpecRestApi(this, 'Api', {
      restApiName: Aws.STACK_NAME,
      apiDefinition: ApiDefinition.fromInline(body),
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: true,
      deployOptions: {
        stageName: STAGE,
        // No tracing here: X-Ray records the addresses of requests, and a signing link's contains its key. Functions
        // trace.
        tracingEnabled: false,
        throttlingRateLimit: 200,
        throttlingBurstLimit: 400,
        loggingLevel: MethodLoggingLevel.ERROR,
        methodOptions: Object.fromEntries(contracts.filter(hasSecretPath).map((one) => [methodOf(one), UNLOGGED])),
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    this.url = `https://${this.api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${STAGE}`;
  }
}

/** Path variables that grant access: whoever reads them can use the link, too. */
const SECRET_VARIABLES = /\{(key|token)\}/;

const hasSecretPath = ({ route }: Contract): boolean => SECRET_VARIABLES.test(route);

/**
 * Settings without the gateway's own log, because a failed call's path may contain a key. The access log counts the
 * call.
 */
const UNLOGGED = { loggingLevel: MethodLoggingLevel.OFF, dataTraceEnabled: false };

const methodOf = ({ route }: Contract): string => {
  const { method, path } = splitRoute(route);
  return `${gatewayPath(path)}/${method}`;
};

/** No path and no query: a signing link's path contains its key. */
const ACCESS_LOG = {
  time: '$context.requestTime',
  request_id: '$context.requestId',
  ip: '$context.identity.sourceIp',
  user_agent: '$context.identity.userAgent',
  route: '$context.httpMethod $context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  milliseconds: '$context.responseLatency',
  function_milliseconds: '$context.integrationLatency',
  error: '$context.error.responseType',
};
