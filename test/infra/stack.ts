import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { ServiceStack } from '../../infra/service-stack.ts';
import type { Contract } from '../../lib/operation/contract.ts';

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes
  Properties: any;
  DeletionPolicy?: string;
}

export interface Synthesized {
  resources: Record<string, Resource>;
  ofType: (type: string) => [string, Resource][];
  json: string;
  outputs: string[];
  parameters: string[];
}

/** The template of the stack with these operations; what is in the functions does not matter to it. */
export const synthesize = (contracts: readonly Contract[]): Synthesized => {
  const stack = new ServiceStack(new App(), 'CountersignStack', {
    contracts,
    codeOf: () => ({ code: Code.fromInline('none'), modules: [] }),
  });
  const template = Template.fromStack(stack).toJSON();
  const resources = template.Resources as Record<string, Resource>;
  return {
    resources,
    ofType: (type) => Object.entries(resources).filter(([, resource]) => resource.Type === type),
    json: JSON.stringify(template),
    outputs: Object.keys(template.Outputs),
    parameters: Object.keys(template.Parameters),
  };
};
