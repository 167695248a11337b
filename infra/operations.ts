import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { accessOf, type Contract } from '../lib/http/contract.ts';
import { sharedGrantsOf } from '../lib/storage/access.ts';
import { environmentFor, type Platform, sessionEnvironment, sharedPolicies, statementsFor } from './access.ts';
import { areaOf, functionNameOf } from './areas.ts';
import type { FunctionMaker } from './function-maker.ts';
import { FunctionStack } from './function-stack.ts';
import { kebabCase } from './names.ts';

/** The gateway gives up after 29 seconds. */
const TIMEOUT = Duration.seconds(29);

/** One function with its own role for every operation, in a nested stack for each area. */
export class Operations extends Construct {
  readonly stacks: readonly FunctionStack[];

  constructor(scope: Construct, make: FunctionMaker, contracts: readonly Contract[], platform: Platform) {
    super(scope, 'Operations');
    const shared = sharedPolicies(this, platform);
    this.stacks = [...Map.groupBy(contracts, areaOf)].map(([area, ofArea]) => {
      const stack = new FunctionStack(this, area, platform);
      const own = stack.platform;
      const functions = new Construct(stack, 'Operations');
      for (const contract of ofArea) {
        const access = accessOf(contract);
        make(functions, {
          name: kebabCase(contract.id),
          functionName: stack.named(`api-${functionNameOf(contract)}`),
          description: `${contract.route}: ${contract.summary}`.slice(0, 256),
          timeout: TIMEOUT,
          environment: {
            ...environmentFor(access, own),
            ...(contract.access.tokens === false ? {} : sessionEnvironment(own)),
          },
          policies: sharedGrantsOf(access).flatMap((grant) => shared.get(grant) ?? []),
          statements: statementsFor(access, own),
        });
      }
      return stack;
    });
  }
}
