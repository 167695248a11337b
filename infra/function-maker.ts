import { Duration } from 'aws-cdk-lib';
import { type ManagedPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { pascalCase } from './names.ts';

/** Returns a function's code, and the modules in it. */
export type CodeSource = (name: string) => { code: Code; modules: readonly string[] };

export interface FunctionRequest {
  /** Name of its source file without the extension. */
  name: string;
  /** Only if it must be known before the function exists; otherwise CloudFormation chooses one. */
  functionName?: string;
  description: string;
  timeout?: Duration;
  environment: Record<string, string>;
  /** Rights beside writing its log and its trace. */
  statements: PolicyStatement[];
  /** False for one that runs every minute: X-Ray would record each of its runs. */
  traced?: boolean;
  /** Policies that it shares with other functions. */
  policies?: readonly ManagedPolicy[];
}

export type FunctionMaker = (scope: Construct, request: FunctionRequest) => LambdaFunction;

export const statement = (
  actions: readonly string[],
  resources: readonly string[],
  conditions?: Record<string, Record<string, unknown>>,
): PolicyStatement => new PolicyStatement({ actions: [...actions], resources: [...resources], conditions });

/**
 * Makes functions with two resources each: the function, and its own role with all rights in one inline policy and in
 * `policies`. X-Ray traces them only if `tracing` is true: it takes a request of each second whatever happens, so that
 * nearly all requests of a platform with few are traced and paid for, and no rule of sampling changes that for
 * functions.
 */
export const functionMaker = (codeOf: CodeSource, logGroup: LogGroup, tracing: boolean): FunctionMaker => {
  const always = [
    statement(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
    ...(tracing ? [statement(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*'])] : []),
  ];

  return (
    scope,
    {
      name,
      functionName,
      description,
      timeout = Duration.seconds(15),
      environment,
      statements,
      policies = [],
      traced = true,
    },
  ) => {
    const { code, modules } = codeOf(name);
    const role = new Role(scope, `${pascalCase(name)}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      managedPolicies: [...policies],
      inlinePolicies: { Access: new PolicyDocument({ statements: [...statements, ...always] }) },
    });
    const made = new LambdaFunction(scope, pascalCase(name), {
      functionName,
      description,
      code,
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryFor(modules),
      timeout,
      environment,
      // The role is complete: constructs must not add policies of their own.
      role: role.withoutPolicyUpdates(),
      tracing: tracing && traced ? Tracing.ACTIVE : Tracing.DISABLED,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
    // It refers to its role anyway; a second reference would only enlarge the template.
    (made.node.defaultChild as CfnFunction).addDeletionOverride('DependsOn');
    return made;
  };
};

/**
 * 1769 MB is a whole processor, which work on pages and seals gets. Passwords and pictures need memory and some speed.
 */
const memoryFor = (modules: readonly string[]): number => {
  const uses = (part: string) => modules.some((module) => module.includes(part));
  if (uses('@hyzyla/pdfium') || uses('@libpdf/core')) return 1769;
  return uses('lib/people/users/password.ts') || uses('lib/pdf/images/') ? 1024 : 512;
};
