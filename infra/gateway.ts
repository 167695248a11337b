import { Aws, type CfnResource, Fn, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  type CfnDeployment,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Contract } from '../lib/http/contract.ts';
import { gatewayPath, splitRoute } from '../lib/http/route.ts';
import { functionNameOf } from './areas.ts';
import { statement } from './function-maker.ts';
import type { FunctionStack } from './function-stack.ts';
import { type LogSettings, makeLogGroup } from './log-group.ts';
import { routingBody } from './routes.ts';
import type { Limits, Settings } from './settings.ts';

export const STAGE = 'api';

/**
 * The ARN of an operation's function, which is named. The gateway can't refer to it, because it knows the gateway's
 * address: references in both directions can't be deployed.
 */
const functionArn = (name: string): string =>
  `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:\${AWS::StackName}-api-${name}`;

/** One REST API, made from one generated body, that calls functions through one role. */
export class Gateway extends Construct {
  readonly api: SpecRestApi;
  /** The gateway's own address, without a trailing slash. */
  readonly url: string;

  constructor(scope: Construct, contracts: readonly Contract[], logs: LogSettings, settings: Settings) {
    super(scope, 'Gateway');
    const { limits } = settings;
    const role = new Role(this, 'InvokeRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        Invoke: new PolicyDocument({
          statements: [statement(['lambda:InvokeFunction'], [Fn.sub(functionArn('*'))])],
        }),
      },
    });
    const body = routingBody(contracts, {
      // Resolved once: CDK would look at each route several times for what it refers to.
      role: Stack.of(this).resolve(role.roleArn),
      integrationUri: (contract) => ({
        'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${functionArn(functionNameOf(contract))}/invocations`,
      }),
    });
    this.api = new SpecRestApi(this, 'Api', {
      restApiName: Aws.STACK_NAME,
      apiDefinition: ApiDefinition.fromInline(body),
      endpointTypes: [EndpointType.REGIONAL],
      // It is set for the whole account and region, and stays when the stack goes.
      cloudWatchRole: settings.accessLog === 'on',
      deployOptions: {
        stageName: STAGE,
        // No tracing here: X-Ray records the addresses of requests, and a signing link's contains its key. Functions
        // trace.
        tracingEnabled: false,
        ...(limits.requestsPerSecond === null
          ? {}
          : {
              throttlingRateLimit: limits.requestsPerSecond,
              throttlingBurstLimit: limits.requestBurst ?? limits.requestsPerSecond,
            }),
        // The gateway's own log would hold paths, in a group that is kept for ever.
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
        methodOptions: Object.fromEntries(
          contracts
            .filter(isPublic)
            .flatMap((one) => methodsOf(one).map((method) => [method, publicMethod(one, limits)])),
        ),
        ...(settings.accessLog === 'off'
          ? {}
          : {
              accessLogDestination: new LogGroupLogDestination(makeLogGroup(this, 'AccessLog', logs)),
              accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
            }),
      },
    });
    this.url = `https://${this.api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${STAGE}`;
  }

  /**
   * Publishes routes only after the functions of these stacks exist or are updated. The API itself can't wait for them,
   * because they know its address; its deployment can.
   */
  publishAfter(stacks: readonly FunctionStack[]): void {
    const deployment = this.api.latestDeployment?.node.defaultChild as CfnDeployment;
    for (const { nestedStackResource } of stacks) deployment.addResourceDependency(nestedStackResource as CfnResource);
  }
}

const isPublic = ({ session }: Contract): boolean => session === 'none';

/** Operations whose work for a stranger takes seconds: a tenth of what other routes accept. */
const COSTLY = ['verifyDocument'];

/**
 * Settings of a route that needs no session. It has a throttle of its own, so that strangers who fill one route leave
 * the others their share of the account's quota.
 */
const publicMethod = (contract: Contract, limits: Limits) => ({
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
  ...throttleOf(contract, limits),
});

const throttleOf = (
  { id, tag }: Contract,
  { publicRequestsPerSecond, linkRequestsPerSecond, linkRequestBurst }: Limits,
) => {
  // AWS charges for no request that the gateway throttles: this bounds what a flood on a public link costs.
  if (tag === 'Template Links') {
    return { throttlingRateLimit: linkRequestsPerSecond, throttlingBurstLimit: linkRequestBurst };
  }
  const rate = COSTLY.includes(id) ? Math.ceil(publicRequestsPerSecond / 10) : publicRequestsPerSecond;
  return { throttlingRateLimit: rate, throttlingBurstLimit: rate };
};

const methodsOf = ({ route, alsoAt }: Contract): string[] => {
  const { method, path } = splitRoute(route);
  return [path, ...(alsoAt ? [alsoAt] : [])].map((at) => `${gatewayPath(at)}/${method}`);
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
