import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, NestedStack, type Stack, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { acknowledgeFindings } from '../../infra/acknowledged.ts';
import { ServiceStack } from '../../infra/service-stack.ts';
import { readSettings, stackName } from '../../infra/settings.ts';
import { type Template as Written, wholeTemplate } from '../../infra/whole-template.ts';
import type { Contract } from '../../lib/http/contract.ts';

/** A value in a template. Its shape is CloudFormation's, which declares none: each test says what it expects there. */
// biome-ignore lint/suspicious/noExplicitAny: types of all resources would be longer than the tests that read them
export type Value = any;

export interface Resource {
  Type: string;
  Properties: Value;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
}

/** The stack and its nested stacks as if they were one. */
export interface Synthesized {
  name: string;
  /** The templates that are deployed: the root's, and those of nested stacks by their logical ids. */
  root: Written;
  nested: Record<string, Written>;
  resources: Record<string, Resource>;
  ofType: (type: string) => [string, Resource][];
  json: string;
  outputs: Record<string, { Value: Value }>;
  parameters: Record<string, Value>;
}

const build = (app: App, contracts: readonly Contract[]) => {
  const settings = readSettings(app.node.getAllContext());
  const stack = new ServiceStack(app, stackName(settings), {
    contracts,
    settings,
    codeOf: () => ({ code: Code.fromInline('none'), modules: [] }),
  });
  return { stack, settings };
};

/** Without what only `cdk` reads, and CDK's own check, which the strict synthesis makes: that halves the time. */
const LEAN = { builtinCloudFormationValidation: false, treeMetadata: false, stackTraces: false } as const;

/**
 * The template of the stack with these operations and this context; what is in the functions does not matter to it.
 * Each is made once, as tests only read it, unless it needn't be remembered.
 */
export const synthesize = (
  contracts: readonly Contract[],
  context: Record<string, string> = {},
  { remember = true } = {},
): Synthesized => {
  const ofThese = templates.get(contracts) ?? new Map<string, Synthesized>();
  templates.set(contracts, ofThese);
  const known = ofThese.get(JSON.stringify(context));
  if (known) return known;
  const made = withoutTraces(() => {
    const app = new App({ context, ...LEAN });
    return synthesized(app, build(app, contracts).stack);
  });
  if (remember) ofThese.set(JSON.stringify(context), made);
  return made;
};

/** Runs `run` without traces in errors: the CDK takes one of every resource, whatever `stackTraces` says. */
const withoutTraces = <T>(run: () => T): T => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
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
  return synthesized(app, stack);
};

type WholeParts = {
  Resources: Record<string, Resource>;
  Outputs: Synthesized['outputs'];
  Parameters: Synthesized['parameters'];
};

const synthesized = (app: App, stack: ServiceStack): Synthesized => {
  const { directory } = app.synth();
  const templateOf = ({ templateFile }: Stack): Written =>
    JSON.parse(readFileSync(join(directory, templateFile), 'utf8'));
  const nested = stack.node.findAll().filter((one) => NestedStack.isNestedStack(one)) as NestedStack[];
  const templates = Object.fromEntries(
    nested.map((one) => [stack.resolve(one.nestedStackResource?.logicalId), templateOf(one)]),
  );
  const root = templateOf(stack) as Written & WholeParts;
  const whole = wholeTemplate(root, (id) => templates[id]);
  return {
    name: stack.stackName,
    root,
    nested: templates,
    resources: whole.Resources,
    ofType: (type) => Object.entries(whole.Resources).filter(([, resource]) => resource.Type === type),
    get json() {
      return JSON.stringify(whole);
    },
    outputs: whole.Outputs,
    parameters: whole.Parameters,
  };
};
