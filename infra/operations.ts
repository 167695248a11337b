import { Duration, Fn } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { accessOf, type Contract } from '../lib/http/contract.ts';
import { sharedGrantsOf } from '../lib/storage/access.ts';
import { environmentFor, type Platform, sessionEnvironment, sharedPolicies, statementsFor } from './access.ts';
import type { FunctionMaker } from './function-maker.ts';
import { functionNameOf } from './gateway.ts';
import { kebabCase } from './names.ts';

/** The gateway gives up after 29 seconds. */
const TIMEOUT = Duration.seconds(29);

/** One function with its own role for every operation. */
export class Operations extends Construct {
  readonly functions: LambdaFunction[];

  constructor(scope: Construct, make: FunctionMaker, contracts: readonly Contract[], platform: Platform) {
    super(scope, 'Operations');
    const shared = sharedPolicies(this, platform);
    this.functions = contracts.map((contract) =>
      make(this, {
        name: kebabCase(contract.id),
        functionName: Fn.sub(functionNameOf(contract)),
        description: `${contract.route}: ${contract.summary}`.slice(0, 256),
        timeout: TIMEOUT,
        environment: {
          ...environmentFor(accessOf(contract), platform),
          ...(contract.access.tokens === false ? {} : sessionEnvironment(platform)),
        },
        policies: sharedGrantsOf(accessOf(contract)).flatMap((grant) => shared.get(grant) ?? []),
        statements: statementsFor(accessOf(contract), platform),
      }),
    );
  }
}
