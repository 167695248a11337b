import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { makeCertificateFile } from './certificates.ts';
import { type Synthesized, synthesize, synthesizeStrictly, type Value } from './stack.ts';
import { type Context, DOMAIN, EVERYTHING, EVERYTHING_IN_A_TRIAL, ZONE } from './switches.ts';

const contracts = operations.map(({ contract }) => contract);
// These tests don't depend on the number of operations: a few are enough, one of each kind of access.
const few = contracts.filter(({ id }) =>
  [
    'createEnvelope',
    'getEnvelope',
    'authenticate',
    'startSigningSession',
    'verifyDocument',
    'requestTemplateLinkCode',
  ].includes(id),
);

let certificate: Awaited<ReturnType<typeof makeCertificateFile>>;
beforeAll(async () => {
  certificate = await makeCertificateFile();
});
afterAll(() => certificate.remove());

/** No option, all together, and all together with each of the two that remove something. Each takes seconds. */
const COMBINATIONS: [string, Context][] = [
  ['nothing', {}],
  ['everything', EVERYTHING],
  ['everything in a trial', EVERYTHING_IN_A_TRIAL],
  ['a trial', { trial: 'true' }],
];

describe.each(COMBINATIONS)('with %s', (_, context) => {
  let stack: Synthesized;
  let findings: string | undefined;
  beforeAll(() => {
    findings = undefined;
    try {
      stack = synthesizeStrictly(few, context);
    } catch (error) {
      findings = (error as Error).message;
    }
  });

  test('cdk-nag finds nothing that is not accepted with a reason', () => {
    expect(findings).toBeUndefined();
  });

  test('resources that hold data keep their logical ids', () => {
    for (const [id, type] of Object.entries(HOLDERS)) expect(stack.resources[id]?.Type, id).toBe(type);
    const kept = Object.entries(stack.resources).filter(([, { Type }]) => Object.values(HOLDERS).includes(Type));
    const keys = [context.userTokenKeys, context.signerTokenKeys, context.sealKeys, context.logKey].filter(
      (value) => value === '2,1' || value === 'own',
    ).length;
    expect(kept).toHaveLength(Object.keys(HOLDERS).length + keys);
  });

  test('policies allow no action by a pattern, and everything only where AWS knows no resource', () => {
    for (const { Action, Resource, Effect } of identityStatements(stack)) {
      if (Effect !== 'Allow') continue;
      for (const action of [Action].flat()) expect(action).toMatch(/^[a-z0-9-]+:[A-Za-z0-9]+$/);
      if ([Resource].flat().includes('*')) {
        expect(RESOURCELESS, String(Action)).toEqual(expect.arrayContaining([Action].flat()));
      }
    }
  });

  test('resources that are open to services can only be used by this account and its alarms', () => {
    for (const { Principal, Effect, Condition } of resourceStatements(stack)) {
      if (Effect !== 'Allow' || Principal?.AWS?.['Fn::Join']) continue;
      expect(JSON.stringify(Condition), JSON.stringify(Principal)).toMatch(/aws:SourceAccount|kms:CallerAccount|Arn/);
    }
  });
});

const HOLDERS: Record<string, string> = {
  KeysSealKey3B1F7C33: 'AWS::KMS::Key',
  KeysSignerTokenKeyC905B4E1: 'AWS::KMS::Key',
  KeysTokenKey76CF97D7: 'AWS::KMS::Key',
  StoreDataKey06CD085E: 'AWS::KMS::Key',
  StoreAccessLogF76F7953: 'AWS::S3::Bucket',
  StoreDocumentsA9151043: 'AWS::S3::Bucket',
  StoreTable0CCFA19B: 'AWS::DynamoDB::Table',
};

/** Actions for which AWS has no resources, by the Service Authorization Reference. */
const RESOURCELESS = ['dynamodb:ListStreams', 'xray:PutTelemetryRecords', 'xray:PutTraceSegments'];

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource?: unknown;
  Condition?: unknown;
  Principal?: Value;
}

const identityStatements = (stack: Synthesized): Statement[] => [
  ...stack
    .ofType('AWS::IAM::Role')
    .flatMap(([, { Properties }]) => (Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  ...stack.ofType('AWS::IAM::Policy').flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement),
];

const resourceStatements = (stack: Synthesized): Statement[] =>
  ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy', 'AWS::KMS::Key'].flatMap((type) =>
    stack
      .ofType(type)
      .flatMap(([, { Properties }]) => (Properties.PolicyDocument ?? Properties.KeyPolicy).Statement as Statement[]),
  );

const environmentOf = (stack: Synthesized, part: string) =>
  stack.ofType('AWS::Lambda::Function').find(([id]) => id.includes(part))?.[1].Properties.Environment.Variables;

test('a finding of cdk-nag that is not accepted ends the synthesis', () => {
  expect(() => synthesizeStrictly([], {}, () => {})).toThrow('AwsSolutions-IAM5');
});

describe('the option', () => {
  test('stage names the stack and everything else that has a name', () => {
    const stack = synthesize(few, { stage: 'test' });
    expect(stack.name).toBe('Countersign-test');
    expect(stack.json).not.toContain('CountersignStack');
  });

  test('domain makes the address, and the base address of links and tokens follows', () => {
    const stack = synthesize(few, DOMAIN);
    expect(stack.ofType('AWS::ApiGateway::DomainName')).toMatchObject([
      [
        expect.anything(),
        {
          Properties: {
            DomainName: DOMAIN.domain,
            RegionalCertificateArn: DOMAIN.certificate,
            SecurityPolicy: 'TLS_1_2',
            EndpointConfiguration: { Types: ['REGIONAL'] },
          },
        },
      ],
    ]);
    expect(stack.ofType('AWS::ApiGateway::BasePathMapping')).toHaveLength(1);
    const [, given, own] = environmentOf(stack, 'GetEnvelope').BASE_URL['Fn::If'];
    expect([given, own]).toEqual([{ Ref: 'PublicBaseUrl' }, `https://${DOMAIN.domain}`]);
    expect(stack.ofType('AWS::Route53::RecordSet')).toHaveLength(0);
    expect(stack.outputs.DomainTarget).toBeDefined();
  });

  test('hosted zone gets the records of the domain', () => {
    const records = synthesize(few, { ...DOMAIN, ...ZONE }).ofType('AWS::Route53::RecordSet');
    expect(
      records.map(([, { Properties }]) => [Properties.Type, Properties.Name, Properties.HostedZoneId]).sort(),
    ).toEqual([
      ['A', 'sign.example.com.', 'Z0123456789ABC'],
      ['AAAA', 'sign.example.com.', 'Z0123456789ABC'],
    ]);
  });

  test.each([
    ['waf=on', ['AWS::WAFv2::WebACL', 'AWS::WAFv2::WebACLAssociation']],
    ['edge=on', ['AWS::CloudFront::ConnectionGroup', 'AWS::CloudFront::Distribution']],
    ['dashboard=on', ['AWS::CloudWatch::Dashboard']],
    ['alarms=all', Array(8).fill('AWS::CloudWatch::Alarm')],
    ['accessLog=existing', ['AWS::Logs::LogGroup']],
    // The setting is the whole account's, so that it comes only when it is asked for.
    ['accessLog=on', ['AWS::ApiGateway::Account', 'AWS::IAM::Role', 'AWS::Logs::LogGroup']],
  ])('%s adds what it says, and nothing else', (option, expected) => {
    const [key = '', value = ''] = option.split('=');
    const types = ({ resources }: Synthesized) => Object.entries(resources).map(([id, { Type }]) => `${id} ${Type}`);
    const without = types(synthesize([]));
    const made = types(synthesize([], { [key]: value }));
    // A deployment's id follows from its stage's settings.
    const isDeployment = (one: string) => one.endsWith('AWS::ApiGateway::Deployment');
    expect(without.filter((one) => !made.includes(one) && !isDeployment(one))).toEqual([]);
    const added = made.filter((one) => !without.includes(one) && !isDeployment(one));
    expect(added.map((one) => one.split(' ')[1]).sort()).toEqual(expected);
  });

  test('edge has a tenant with a managed certificate for each domain, and reads pages alone from the gateway', () => {
    const brands = contracts.filter(({ id }) =>
      ['addBrandAppDomain', 'verifyBrandAppDomain', 'getEnvelope'].includes(id),
    );
    const stack = synthesize(brands, { edge: 'on', edgeDomains: 'sign.acme.example, sign.flats.example' });
    const [[distribution, { Properties }] = ['', { Properties: {} }]] = stack.ofType('AWS::CloudFront::Distribution');
    const { ConnectionMode, DefaultCacheBehavior, Origins } = Properties.DistributionConfig;
    expect(ConnectionMode).toBe('tenant-only');
    expect(DefaultCacheBehavior.AllowedMethods).toEqual(['GET', 'HEAD']);
    expect(Origins).toMatchObject([{ OriginPath: '/api', CustomOriginConfig: { OriginProtocolPolicy: 'https-only' } }]);
    const [[group] = ['']] = stack.ofType('AWS::CloudFront::ConnectionGroup');
    const tenants = stack.ofType('AWS::CloudFront::DistributionTenant').map(([, tenant]) => tenant.Properties);
    expect(tenants.map(({ Domains }) => Domains[0]).sort()).toEqual(['sign.acme.example', 'sign.flats.example']);
    for (const tenant of tenants) {
      expect(tenant).toMatchObject({
        DistributionId: { Ref: distribution },
        ConnectionGroupId: { 'Fn::GetAtt': [group, 'Id'] },
        ManagedCertificateRequest: { PrimaryDomainName: tenant.Domains[0], ValidationTokenHost: 'cloudfront' },
      });
    }
    const host = { 'Fn::GetAtt': [group, 'RoutingEndpoint'] };
    for (const part of ['AddBrandAppDomain', 'VerifyBrandAppDomain', 'SendMessage']) {
      expect(environmentOf(stack, part).EDGE_HOST, part).toEqual(host);
    }
    expect(environmentOf(stack, 'GetEnvelope').EDGE_HOST).toBeUndefined();
    // A domain more or less changes no other domain's tenant.
    const ids = (context: Context) =>
      synthesize([], context)
        .ofType('AWS::CloudFront::DistributionTenant')
        .map(([id]) => id);
    expect(ids({ edge: 'on', edgeDomains: 'sign.flats.example' })).toEqual(
      ids({ edge: 'on', edgeDomains: 'a.example.com,sign.flats.example' }).slice(1),
    );
  });

  test('alarmEmail gets every alarm, through a topic that is encrypted by the key of the stack', () => {
    const stack = synthesize(few, { alarmEmail: 'ops@example.com' });
    const [[topic, { Properties }] = ['', { Properties: {} }]] = stack
      .ofType('AWS::SNS::Topic')
      .filter(([id]) => id.startsWith('Alarms'));
    expect(Properties.KmsMasterKeyId).toEqual({ 'Fn::GetAtt': ['StoreDataKey06CD085E', 'Arn'] });
    expect(stack.ofType('AWS::SNS::Subscription').filter(([id]) => id.startsWith('Alarms'))).toMatchObject([
      [expect.anything(), { Properties: { Protocol: 'email', Endpoint: 'ops@example.com', TopicArn: { Ref: topic } } }],
    ]);
    const alarms = stack.ofType('AWS::CloudWatch::Alarm');
    expect(alarms).toHaveLength(8);
    for (const [, alarm] of alarms) expect(alarm.Properties.AlarmActions).toEqual([{ Ref: topic }]);
  });

  test('logRetention applies to the logs of functions and of requests', () => {
    for (const [days, context] of [
      [90, { accessLog: 'on' }],
      [365, { accessLog: 'on', logRetention: '365' }],
    ] as const) {
      const logs = synthesize(few, context).ofType('AWS::Logs::LogGroup');
      expect(logs.map(([, { Properties }]) => Properties.RetentionInDays)).toEqual([days, days]);
    }
  });

  test('trial deletes everything with the stack; without it, everything that holds data is kept', () => {
    const policies = (context: Context) => {
      const stack = synthesize(few, context);
      return Object.keys(HOLDERS).map((id) => stack.resources[id]?.DeletionPolicy);
    };
    // A failed first deployment takes back what it made, but for the table: deletion is protected.
    expect(new Set(policies({}))).toEqual(new Set(['RetainExceptOnCreate', 'Retain']));
    expect(synthesize(few).resources.StoreTable0CCFA19B?.DeletionPolicy).toBe('Retain');
    expect(new Set(policies({ trial: 'true' }))).toEqual(new Set(['Delete']));
    const trial = synthesize(few, { trial: 'true' });
    expect(trial.resources.StoreTable0CCFA19B?.Properties.DeletionProtectionEnabled).toBe(false);
    expect(trial.ofType('Custom::EmptiedBuckets')[0]?.[1].Properties.Buckets).toEqual([
      { Ref: 'StoreDocumentsA9151043' },
      { Ref: 'StoreAccessLogF76F7953' },
    ]);
    expect(synthesize(few).json).not.toContain('countersign:trial');
  });

  test.each([
    ['userTokenKeys', 'Authenticate', 'USER', 'KeysTokenKey', 'KeysTokenKeys'],
    ['signerTokenKeys', 'StartSigningSession', 'SIGNER', 'KeysSignerTokenKey', 'KeysSignerTokenKeys'],
  ])(
    '%s: the first key signs, functions know all of them, and nothing else changes',
    (option, signer, kind, key, published) => {
      const before = synthesize(few);
      const stack = synthesize(few, { [option]: '2,1' });
      const [[young] = ['']] = stack.ofType('AWS::KMS::Key').filter(([id]) => id.startsWith(`${key}2`));
      const [[old] = ['']] = before.ofType('AWS::KMS::Key').filter(([id]) => id.startsWith(key));
      expect(environmentOf(stack, signer)[`${kind}_TOKEN_KEY`]).toEqual({
        'Fn::Join': ['', ['kms:', { 'Fn::GetAtt': [young, 'Arn'] }]],
      });
      const sets = ({ ofType }: Synthesized) => ofType('Custom::TokenKeys');
      const changed = sets(stack).filter((set, index) => JSON.stringify(set) !== JSON.stringify(sets(before)[index]));
      expect(changed).toEqual([[expect.stringContaining(published), expect.anything()]]);
      expect(JSON.stringify(changed[0]?.[1].Properties.Keys)).toMatch(new RegExp(`${young}".*${old}"`));
      for (const part of ['GetEnvelope', 'Authenticate', 'StartSigningSession']) {
        expect(environmentOf(stack, part)[`${kind}_TOKEN_JWKS`]['Fn::GetAtt'], part).toEqual([
          changed[0]?.[0],
          'TokenJwks',
        ]);
      }
    },
  );

  test('sealKeys: the first key seals, and seals of the others are still recognized', () => {
    const stack = synthesize(few, { sealKeys: '2,1' });
    const worker = environmentOf(stack, 'WorkersSealEnvelope');
    expect(JSON.stringify(worker.SEAL_KEY)).toContain('KeysSealKey2');
    expect(worker.FORMER_SEAL_KEYS).toBeUndefined();
    expect(environmentOf(stack, 'VerifyDocument').FORMER_SEAL_KEYS).toBeDefined();
    expect(environmentOf(synthesize(few), 'VerifyDocument').FORMER_SEAL_KEYS).toBeUndefined();
  });

  test('sealCertificate is read from the function’s own files, and deployment checks that it fits the key', () => {
    const stack = synthesize(few, { sealCertificate: certificate.file });
    for (const part of ['WorkersSealEnvelope', 'VerifyDocument']) {
      expect(environmentOf(stack, part).SEAL_CERTIFICATE).toBe('file:/var/task/seal-certificate.pem');
    }
    const [[, { Properties }] = ['', { Properties: {} }]] = stack.ofType('Custom::SealCertificate');
    expect(Properties.CertifiedKey).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the limits', () => {
  const limited = () =>
    synthesize(few, {
      waf: 'on',
      requestsPerSecond: '500',
      requestBurst: '800',
      publicRequestsPerSecond: '90',
      linkRequestsPerSecond: '3',
      linkRequestBurst: '7',
      requestsPerAddress: '111',
      attemptsPerAddress: '11',
      requestsPerSession: '222',
      sealConcurrency: '3',
      messageConcurrency: '4',
      webhookConcurrency: '5',
      jobConcurrency: '6',
      firstWriteUnits: '16000',
    });
  const methods = ({ ofType }: Synthesized): Record<string, unknown>[] =>
    ofType('AWS::ApiGateway::Stage')[0]?.[1].Properties.MethodSettings;
  const throttles = (routes: Record<string, unknown>[]) =>
    routes.map(({ ThrottlingRateLimit, ThrottlingBurstLimit }) => [ThrottlingRateLimit, ThrottlingBurstLimit]);
  const workers = ({ ofType }: Synthesized) =>
    ofType('AWS::Lambda::EventSourceMapping').flatMap(([, { Properties }]) =>
      Properties.EventSourceArn['Fn::GetAtt'][0].startsWith('Queues') ? [Properties.ScalingConfig] : [],
    );

  test('are those of the account, and shares of its functions, unless the owner says others; routes without a session have a throttle of their own', () => {
    const stack = synthesize(few);
    const [all, ...routes] = methods(stack);
    expect(all).not.toHaveProperty('ThrottlingRateLimit');
    expect(
      routes.map(({ HttpMethod, ResourcePath }) =>
        `${HttpMethod} ${ResourcePath}`.replace('/~1', '/').replaceAll('~1', '/'),
      ),
    ).toEqual([
      'POST /v2/oauth2/token',
      'POST /v2/sign/unauth/{p4}/{p5}/{p6}',
      'POST /v2/template-links/{p3}/{p4}/codes',
      'POST /v2/verify',
    ]);
    expect(throttles(routes)).toEqual([
      [2000, 2000],
      [2000, 2000],
      [10, 50],
      [200, 200],
    ]);
    expect(workers(stack)).toEqual([200, 150, 150, 20].map((MaximumConcurrency) => ({ MaximumConcurrency })));
    expect(stack.json).not.toContain('WarmThroughput');
  });

  test('of the owner reach the stage, its public routes, the web ACL, the workers, and the table with its indexes', () => {
    const stack = limited();
    const [all, ...routes] = methods(stack);
    expect(all).toMatchObject({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 800 });
    expect(throttles(routes)).toEqual([
      [90, 90],
      [90, 90],
      [3, 7],
      [9, 9],
    ]);
    const rules = stack.ofType('AWS::WAFv2::WebACL')[0]?.[1].Properties.Rules;
    expect(
      rules.flatMap(
        ({ Statement }: { Statement: { RateBasedStatement?: { Limit: number } } }) =>
          Statement.RateBasedStatement?.Limit ?? [],
      ),
    ).toEqual([111, 11, 222, 222, 444]);
    expect(workers(stack)).toEqual([3, 4, 5, 6].map((MaximumConcurrency) => ({ MaximumConcurrency })));
    const table = stack.resources.StoreTable0CCFA19B?.Properties;
    for (const { WarmThroughput } of [table, ...table.GlobalSecondaryIndexes]) {
      expect(WarmThroughput).toEqual({ WriteUnitsPerSecond: 16_000, ReadUnitsPerSecond: 16_000 });
    }
  });
});

describe('the web ACL', () => {
  const rules = () => synthesize(few, { waf: 'on' }).ofType('AWS::WAFv2::WebACL')[0]?.[1].Properties.Rules;

  test('blocks by the managed rules, but blocks no upload for its size', () => {
    const groups = rules().flatMap(
      (rule: { Statement: Record<string, unknown> }) => rule.Statement.ManagedRuleGroupStatement ?? [],
    );
    expect(groups.map(({ Name }: { Name: string }) => Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    expect(groups[2].RuleActionOverrides).toContainEqual({ Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } });
    expect(groups[0].RuleActionOverrides).toEqual([]);
  });

  test('counts by session where there is one, by address where there is none, sooner for attempts with credentials', () => {
    const rated = rules().filter((rule: { Statement: Record<string, unknown> }) => rule.Statement.RateBasedStatement);
    const [withoutSession, signIn, user, signer, total] = rated.map(
      ({ Statement }: { Statement: { RateBasedStatement: { Limit: number } } }) => Statement.RateBasedStatement,
    );
    expect(withoutSession).toMatchObject({
      AggregateKeyType: 'IP',
      Limit: 30_000,
      ScopeDownStatement: { NotStatement: { Statement: { OrStatement: { Statements: [{}, {}] } } } },
    });
    expect(JSON.stringify(withoutSession.ScopeDownStatement)).toMatch(/"Name":"authorization".*"Name":"signer"/);
    for (const [rule, header] of [
      [user, 'authorization'],
      [signer, 'signer'],
    ]) {
      expect(rule).toMatchObject({ AggregateKeyType: 'CUSTOM_KEYS', Limit: 150_000 });
      expect(rule.CustomKeys).toMatchObject([{ Header: { Name: header } }]);
      expect(rule).not.toHaveProperty('ScopeDownStatement');
    }
    // Invented tokens must not make an address unlimited.
    expect(total).toEqual({ AggregateKeyType: 'IP', Limit: 300_000, EvaluationWindowSec: 300 });
    expect(signIn).toMatchObject({ AggregateKeyType: 'IP', Limit: 3000 });
    expect(JSON.stringify(signIn.ScopeDownStatement)).toMatch(/\/v2\/oauth2\/token.*\/v2\/sign\/unauth/);
    for (const { Action } of rated) {
      expect(Action.Block.CustomResponse).toMatchObject({ ResponseCode: 429 });
      expect(Action.Block.CustomResponse.ResponseHeaders).toContainEqual({ Name: 'Retry-After', Value: '300' });
    }
    const bodies = synthesize(few, { waf: 'on' }).ofType('AWS::WAFv2::WebACL')[0]?.[1].Properties.CustomResponseBodies;
    expect(JSON.parse(bodies.SlowDown.Content)).toEqual({
      status: 'ERROR',
      error: expect.stringContaining('300 seconds'),
    });
  });

  test('keeps no samples of requests, because the path of a signing link contains its key', () => {
    expect(JSON.stringify(synthesize(few, { waf: 'on' }).ofType('AWS::WAFv2::WebACL'))).not.toContain(
      '"SampledRequestsEnabled":true',
    );
  });
});
