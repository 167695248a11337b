import { Duration, Fn } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { accessOf, type Contract } from '../lib/http/contract.ts';
import { splitRoute } from '../lib/http/route.ts';
import { environmentFor, type Platform, sessionEnvironment, sessionPolicy, statementsFor } from './access.ts';
import { type FunctionMaker, statement } from './function-maker.ts';
import { functionNameOf } from './gateway.ts';
import { kebabCase } from './names.ts';

/** The gateway gives up after 29 seconds. */
const TIMEOUT = Duration.seconds(29);

/** One function with a role of its own for every operation. */
export class Operations extends Construct {
  readonly functions: LambdaFunction[];

  constructor(scope: Construct, make: FunctionMaker, contracts: readonly Contract[], platform: Platform) {
    super(scope, 'Operations');
    const session = sessionPolicy(this, platform);
    this.functions = contracts.map((contract) =>
      make(this, {
        name: kebabCase(contract.id),
        functionName: Fn.sub(functionNameOf(contract)),
        description: `${contract.route}: ${contract.summary}`.slice(0, 256),
        timeout: TIMEOUT,
        environment: { ...environmentFor(accessOf(contract), platform), ...sessionEnvironment(platform) },
        policies: accessOf(contract).session ? [session] : [],
        statements: [...statementsFor(accessOf(contract), platform), ...idempotencyOf(contract, platform)],
      }),
    );
  }
}

/** Every write remembers the Idempotency-Keys that it was called with (`lib/http/idempotency.ts`), and no more. */
const idempotencyOf = (contract: Contract, { store }: Platform) => {
  if (splitRoute(contract.route).method === 'GET') return [];
  return [
    statement(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], [store.table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['IDEMPOTENCY#*'] },
    }),
  ];
};
