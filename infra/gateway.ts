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
 * gateway's address: a reference in both directions could not be deployed.
 */
export const functionNameOf = ({ id }: Contract): string => `\${AWS::StackName}-api-${id}`;

const FUNCTIONS = `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:`;

/** The front door: one REST API, made from one generated body, that calls functions through one role. */
export class Gateway extends Construct {
  readonly api: SpecRestApi;
  /** The address that the gateway itself has, without a trailing slash. */
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
        // No tracing here: X-Ray records the addresses of requests, and a signing link's holds its key. Functions trace.
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

/** Names of path variables by which somebody gets in: whoever reads them can follow the link, too. */
const SECRET_VARIABLES = /\{(key|token)\}/;

const hasSecretPath = ({ route }: Contract): boolean => SECRET_VARIABLES.test(route);

/** Settings under which the gateway itself logs nothing: a failed call's path may hold a key. The access log counts it. */
const UNLOGGED = { loggingLevel: MethodLoggingLevel.OFF, dataTraceEnabled: false };

const methodOf = ({ route }: Contract): string => {
  const { method, path } = splitRoute(route);
  return `${gatewayPath(path)}/${method}`;
};

/** No path and no query: a signing link's path holds its key. */
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
