import { readFileSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { functionNameOf } from '../../infra/areas.ts';
import type { Template as Written } from '../../infra/whole-template.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { splitRoute } from '../../lib/http/route.ts';
import { makeCertificateFile } from './certificates.ts';
import kept from './root-resources.json' with { type: 'json' };
import { type Synthesized, synthesize } from './stack.ts';
import { type Context, EVERYTHING, EVERYTHING_IN_A_TRIAL, SWITCHES } from './switches.ts';

const contracts = operations.map(({ contract }) => contract);

/** The operations of today, and copies of them under other ids and paths. */
const grown = (count: number): Contract[] =>
  Array.from({ length: count }, (_, index) => {
    const contract = contracts[index % contracts.length] as Contract;
    const copy = Math.floor(index / contracts.length);
    if (copy === 0) return contract;
    const { method, path } = splitRoute(contract.route);
    const route = `${method} /copy${copy}${path}` as Contract['route'];
    return {
      ...contract,
      id: `${contract.id}${copy}`,
      route,
      ...(contract.alsoAt ? { alsoAt: `/copy${copy}${contract.alsoAt}` } : {}),
    };
  });
const MANY = grown(400);

/**
 * CloudFormation takes 500 resources, a megabyte, 200 parameters and 200 outputs a template; half is left for growth.
 */
const NESTED = { resources: 250, bytes: 500_000 };
/** The root has the body of the gateway. */
const ROOT = { resources: 250, bytes: 950_000 };

const number = (part: object | undefined): number => Object.keys(part ?? {}).length;
const bytes = (template: Written): number => JSON.stringify(template).length;

/**
 * Names of what a template refers to: resources, parameters and conditions, and those that `Fn::Sub` has in its text.
 */
const referencesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    if (name === 'Ref' || name === 'Condition') return typeof one === 'string' ? [one] : referencesIn(one);
    if (name === 'Fn::GetAtt') return [one[0]];
    if (name === 'Fn::If') return [one[0], ...referencesIn(one.slice(1))];
    if (name === 'Fn::Sub') return [...String(one).matchAll(/\$\{([\w:]+)/g)].map(([, reference]) => String(reference));
    return referencesIn(one);
  });
};

/** Pseudo parameters that are the same in all stacks. `AWS::StackName` is not. */
const PSEUDO = ['AWS::Region', 'AWS::AccountId', 'AWS::Partition', 'AWS::URLSuffix'];

let certificate: Awaited<ReturnType<typeof makeCertificateFile>>;
beforeAll(async () => {
  certificate = await makeCertificateFile();
});
afterAll(() => certificate.remove());

test('the switches that are synthesized here are those of the guide to deploying', () => {
  const guide = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
  const [, table = ''] = /^\| context (?:.*\n)+?\n?((?:\|.*\n)+)/m.exec(guide) ?? [];
  const documented = [...table.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, keys = '']) =>
    [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => key),
  );
  const synthesized = new Set([...Object.values(SWITCHES).flatMap(Object.keys), 'sealCertificate']);
  expect([...synthesized].sort()).toEqual(documented.sort());
});

const NO_SWITCH: Context = {};
const COMBINATIONS: [string, () => Context][] = [
  ['no switch', () => NO_SWITCH],
  ...Object.entries(SWITCHES).map(([name, context]): [string, () => Context] => [name, () => context]),
  ["a CA's certificate", () => ({ sealCertificate: certificate.file })],
  ['everything', () => ({ ...EVERYTHING, sealCertificate: certificate.file })],
  ['everything in a trial', () => ({ ...EVERYTHING_IN_A_TRIAL, sealCertificate: certificate.file })],
];

/** The parts of a resource that CloudFormation can't change without making another resource. */
const identityOf = ({ Type, Properties }: Written['Resources'][string], like: object) => ({
  Type,
  ...Object.fromEntries(
    Object.keys(like).flatMap((name) => (name !== 'Type' && Properties?.[name] ? [[name, Properties[name]]] : [])),
  ),
});

describe.each(COMBINATIONS)('400 operations with %s', (_, context) => {
  let stack: Synthesized;
  beforeAll(() => {
    // One of them is read again below.
    stack = synthesize(MANY, context(), { remember: context() === NO_SWITCH });
  });

  test('fit into nested stacks that could grow as much again, and a root of a megabyte', () => {
    for (const [id, template] of Object.entries(stack.nested)) {
      expect(number(template.Resources), id).toBeLessThan(NESTED.resources);
      expect(bytes(template), id).toBeLessThan(NESTED.bytes);
      for (const part of [template.Parameters, template.Outputs]) expect(number(part), id).toBeLessThan(100);
    }
    expect(number(stack.root.Resources)).toBeLessThan(ROOT.resources);
    expect(bytes(stack.root)).toBeLessThan(ROOT.bytes);
  });

  test('leave every resource of the root where it is, and as what it is', () => {
    for (const [id, known] of Object.entries(kept)) {
      const now = stack.root.Resources[id];
      expect(now && identityOf(now, known), id).toEqual(known);
    }
  });

  test('are functions with their roles: what holds something stays in the root', () => {
    const types = Object.values(stack.nested).flatMap(({ Resources }) => Object.values(Resources));
    expect([...new Set(types.map(({ Type }) => Type))].sort()).toEqual([
      'AWS::Events::Rule',
      'AWS::IAM::Role',
      'AWS::Lambda::EventInvokeConfig',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Lambda::Function',
      'AWS::Lambda::Permission',
      'AWS::SNS::Subscription',
    ]);
  });

  test('refer to nothing that their own stack lacks, and get each of their parameters', () => {
    for (const [id, template] of Object.entries(stack.nested)) {
      const known = [...PSEUDO, ...Object.keys({ ...template.Resources, ...template.Parameters })];
      expect(
        referencesIn(template.Resources).filter((name) => !known.includes(name)),
        id,
      ).toEqual([]);
      const given = stack.root.Resources[id]?.Properties?.Parameters as object;
      expect(Object.keys(given).sort(), id).toEqual(Object.keys(template.Parameters ?? {}).sort());
    }
  });

  test('can be deployed in some order', () => {
    // Throws on a circle.
    for (const template of [stack.root, ...Object.values(stack.nested)]) Template.fromJSON(template);
  });
});

describe('what bounds the platform next', () => {
  // docs/limits.md states these bounds.
  test('is the gateway: its paths, then the size of its body in the root; roles are far from AWS’s limit', () => {
    const stack = synthesize(MANY, NO_SWITCH);
    const now = synthesize(contracts);
    const pathNodes = ({ ofType }: Synthesized): number => {
      const [[, { Properties }] = ['', { Properties: {} }]] = ofType('AWS::ApiGateway::RestApi');
      const paths = Object.keys(Properties.Body.paths);
      return new Set(paths.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/')))).size;
    };
    // Beyond 300, nothing deploys before its owner has asked AWS for more.
    expect(pathNodes(now)).toBeLessThanOrEqual(300);
    expect(pathNodes(stack)).toBeGreaterThan(300);
    expect(pathNodes(stack)).toBeLessThan(420);
    const today = bytes(now.root);
    const each = (bytes(stack.root) - today) / (MANY.length - contracts.length);
    expect(contracts.length + (1_000_000 - today) / each).toBeGreaterThan(480);
    expect(stack.ofType('AWS::IAM::Role').length).toBeLessThan(415);
    expect(bytes({ ...stack.root, Resources: {} })).toBeLessThan(10_000);
  });
});

describe('a function that moves to another area', () => {
  const before = contracts.filter(({ id }) => ['getEnvelope', 'getBrand', 'getTemplate'].includes(id));
  const after = before.map((contract) =>
    contract.id === 'getBrand' ? { ...contract, tag: 'Templates' as const } : contract,
  );
  const [old, young] = [synthesize(before), synthesize(after)];

  /** Nested stack and logical id of each fixed name. */
  const places = (stack: Synthesized) =>
    Object.fromEntries(
      Object.entries(stack.nested).flatMap(([id, { Resources }]) =>
        Object.entries(Resources).flatMap(([logicalId, { Type, Properties = {} }]) =>
          ['FunctionName', 'RoleName', 'Name']
            .filter((name) => name in Properties && /::(Function|Role|Rule)$/.test(Type))
            .map((name) => [JSON.stringify(Properties[name]), `${id}/${logicalId}`]),
        ),
      ),
    );

  test('has another name there, because both exist for a while; all others keep theirs', () => {
    expect(Object.values(places(old)).some((place) => place.startsWith('Messages/OperationsGetBrand'))).toBe(true);
    expect(Object.values(places(young)).some((place) => place.startsWith('Templates/OperationsGetBrand'))).toBe(true);
    const shared = Object.keys(places(old)).filter((name) => name in places(young));
    expect(shared).toHaveLength(2);
    for (const name of shared) expect(places(young)[name]).toBe(places(old)[name]);
  });

  test('is at the same address, and the gateway may call it under both names', () => {
    const body = ({ ofType }: Synthesized) => ofType('AWS::ApiGateway::RestApi')[0]?.[1].Properties.Body;
    const routes = (stack: Synthesized) =>
      Object.entries(body(stack).paths as Record<string, Record<string, { operationId?: string }>>).map(
        ([path, methods]) => [path, ...Object.values(methods).map(({ operationId }) => operationId)],
      );
    expect(routes(young)).toEqual(routes(old));
    const allowed = ({ resources }: Synthesized) =>
      resources.GatewayInvokeRoleDC7E8594?.Properties.Policies[0].PolicyDocument.Statement;
    expect(allowed(young)).toEqual(allowed(old));
    const pattern: string = allowed(old)[0].Resource['Fn::Sub'];
    for (const stack of [old, young]) {
      for (const [, { Properties }] of stack.ofType('AWS::Lambda::Function')) {
        const name: string | undefined = Properties.FunctionName?.['Fn::Sub'];
        if (name)
          expect(`arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${name}`).toContain(
            pattern.slice(0, -1),
          );
      }
    }
  });

  test('changes nothing of the root but the gateway’s routes', () => {
    const others = ({ root }: Synthesized) =>
      Object.entries(root.Resources).filter(([, { Type }]) => !/^AWS::(ApiGateway::|CloudFormation::Stack)/.test(Type));
    expect(others(young)).toEqual(others(old));
  });
});

describe('names of functions', () => {
  test('differ from each other', () => {
    const names = MANY.map(functionNameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  test('and metrics are those of the platform, whatever the name of the nested stack', () => {
    const { root, nested, resources } = synthesize([]);
    const [, worker] =
      Object.entries(nested.Background?.Resources ?? {}).find(([id]) => /^WorkersSealEnvelope[0-9A-F]{8}$/.test(id)) ??
      [];
    expect(worker?.Properties?.Environment).toMatchObject({
      Variables: { POWERTOOLS_SERVICE_NAME: { Ref: 'Platform' } },
    });
    expect(root.Resources.Background?.Properties?.Parameters).toMatchObject({ Platform: { Ref: 'AWS::StackName' } });
    const alarm = Object.entries(resources).find(([id]) => id.startsWith('AlarmsSealsFail'))?.[1];
    expect(alarm?.Properties.Dimensions).toEqual([{ Name: 'service', Value: { Ref: 'AWS::StackName' } }]);
  });
});
