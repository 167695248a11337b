import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { acknowledgeFindings } from '../../infra/acknowledged.ts';
import { ServiceStack } from '../../infra/service-stack.ts';
import { readSettings, stackName } from '../../infra/settings.ts';
import type { Contract } from '../../lib/http/contract.ts';

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes
  Properties: any;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
}

export interface Synthesized {
  name: string;
  resources: Record<string, Resource>;
  ofType: (type: string) => [string, Resource][];
  json: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes
  outputs: Record<string, { Value: any }>;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shapes
  parameters: Record<string, any>;
}

/** Context with a certificate, a zone and a file. */
export const DOMAIN = {
  domain: 'sign.example.com',
  certificate: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000',
};
export const ZONE = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

const build = (app: App, contracts: readonly Contract[]) => {
  const settings = readSettings(app.node.getAllContext());
  const stack = new ServiceStack(app, stackName(settings), {
    contracts,
    settings,
    codeOf: () => ({ code: Code.fromInline('none'), modules: [] }),
  });
  return { stack, settings };
};

/**
 * The template of the stack with these operations and this context; what is in the functions does not matter to it. Each
 * is made once, as tests only read it.
 */
export const synthesize = (contracts: readonly Contract[], context: Record<string, string> = {}): Synthesized => {
  const ofThese = templates.get(contracts) ?? new Map<string, Synthesized>();
  templates.set(contracts, ofThese);
  const known = ofThese.get(JSON.stringify(context));
  if (known) return known;
  const { stack } = build(new App({ context }), contracts);
  const made = synthesized(stack, Template.fromStack(stack).toJSON() as Parameters<typeof synthesized>[1]);
  ofThese.set(JSON.stringify(context), made);
  return made;
};

const templates = new WeakMap<readonly Contract[], Map<string, Synthesized>>();

/** The same as `cdk synth` does it, with cdk-nag. Throws on a finding that isn't accepted. */
export const synthesizeStrictly = (
  contracts: readonly Contract[],
  context: Record<string, string>,
  accept = acknowledgeFindings,
): Synthesized => {
  const app = new App({ context });
  const { stack, settings } = build(app, contracts);
  accept(stack, settings);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return synthesized(stack, app.synth().getStackByName(stack.stackName).template);
};

const synthesized = (
  { stackName: name }: ServiceStack,
  template: Record<'Resources' | 'Outputs' | 'Parameters', Record<string, never>>,
): Synthesized => {
  const resources: Record<string, Resource> = template.Resources;
  return {
    name,
    resources,
    ofType: (type) => Object.entries(resources).filter(([, resource]) => resource.Type === type),
    json: JSON.stringify(template),
    outputs: template.Outputs,
    parameters: template.Parameters,
  };
};
