import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { tableSchema } from '../../infra/local/engines/resources.ts';
import { kebabCase, pascalCase } from '../../infra/names.ts';
import { filePatterns } from '../../lib/aws/files/kinds.ts';
import { accessOf, type FileVerb } from '../../lib/http/contract.ts';
import { splitRoute } from '../../lib/http/route.ts';
import { AGGREGATES, grantsOf } from '../../lib/storage/access.ts';
import { DUE_PARTITIONS } from '../../lib/storage/due.ts';
import { type Synthesized, synthesize } from './stack.ts';

const contracts = operations.map(({ contract }) => contract);
let stack: Synthesized;
beforeAll(() => {
  stack = synthesize(contracts);
});

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

const statementsOf = (role: string): Statement[] =>
  (stack.resources[role]?.Properties.Policies ?? []).flatMap(
    (policy: { PolicyDocument: { Statement: Statement[] } }) => policy.PolicyDocument.Statement,
  );

const functions = () => stack.ofType('AWS::Lambda::Function');
const roleOf = (properties: { Role: { 'Fn::GetAtt': [string] } }): string => properties.Role['Fn::GetAtt'][0];
const operationFunction = (id: string) => {
  const found = functions().filter(
    ([name]) => name.replace(/^Operations|[0-9A-F]{8}$/g, '') === pascalCase(kebabCase(id)),
  );
  if (found.length !== 1) throw new Error(`${id} has ${found.length} functions`);
  return found[0]?.[1].Properties;
};
/** The resource, and what follows of its ARN: `StoreTable0CCFA19B/index/gsi1`. */
const placeOf = (resource: unknown): string => {
  const { 'Fn::Join': joined, 'Fn::GetAtt': arn } = resource as {
    'Fn::Join'?: [string, unknown[]];
    'Fn::GetAtt'?: string[];
  };
  if (arn) return String(arn[0]);
  return (joined?.[1] ?? []).map((part) => (typeof part === 'string' ? part : placeOf(part))).join('');
};
const isOnTable = ({ Action, Resource }: Statement): boolean =>
  [Action].flat().some((action) => action.startsWith('dynamodb:') && !/Stream|Records|Shard/.test(action)) &&
  [Resource].flat().some((resource) => /^StoreTable0CCFA19B(\/index\/gsi\d)?$/.test(placeOf(resource)));
const leadingKeys = (condition: Statement['Condition']): string[] =>
  ([condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat() as string[]).sort();
const TABLE_ACTIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'ConditionCheckItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
].map((action) => `dynamodb:${action}`);
const actionsOf = (role: string) => statementsOf(role).flatMap(({ Action }) => [Action].flat());

describe('roles', () => {
  test('belong to one function each', () => {
    const roles = functions().map(([, { Properties }]) => roleOf(Properties));
    expect(new Set(roles).size).toBe(functions().length);
  });

  test('allow no action by a pattern', () => {
    for (const [id, { Properties }] of stack.ofType('AWS::IAM::Role')) {
      expect(JSON.stringify(Properties.Policies ?? [])).not.toMatch(/"Action":"[^"]*\*|"Action":\[[^\]]*\*/);
      const shared: { Ref?: string }[] = stack.resources[id]?.Properties.ManagedPolicyArns ?? [];
      const ofAws = shared.filter(({ Ref }) => stack.resources[Ref ?? '']?.Type !== 'AWS::IAM::ManagedPolicy');
      expect(ofAws, id).toEqual([]);
    }
  });

  test('allow any resource only for actions that have no resources', () => {
    const everywhere = functions()
      .flatMap(([, { Properties }]) => statementsOf(roleOf(Properties)))
      .filter(({ Resource }) => [Resource].flat().includes('*'))
      .flatMap(({ Action }) => [Action].flat());
    const allowed = ['dynamodb:ListStreams'];
    expect(everywhere.filter((action) => !allowed.includes(action))).toEqual([]);
  });

  test('can’t publish to a topic: text messages go to phones', () => {
    const publishing = functions()
      .flatMap(([, { Properties }]) => statementsOf(roleOf(Properties)))
      .filter(({ Action }) => [Action].flat().includes('sns:Publish'));
    expect(publishing.length).toBeGreaterThan(0);
    for (const one of publishing) {
      expect(one).toMatchObject({ Effect: 'Allow', NotResource: 'arn:*:sns:*:*:*' });
      expect(one).not.toHaveProperty('Resource');
    }
  });

  test('put events on the owner’s bus alone, only in the workers that call webhooks, and not without a bus', () => {
    const bus = 'arn:aws:events:eu-central-1:123456789012:event-bus/signing';
    const putting = ({ ofType }: Synthesized) =>
      ofType('AWS::IAM::Role').flatMap(([id, { Properties }]) =>
        (Properties.Policies ?? [])
          .flatMap(({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) => PolicyDocument.Statement)
          .filter(({ Action }: Statement) => [Action].flat().some((action) => action.startsWith('events:')))
          .map(({ Action, Resource }: Statement) => [
            id.replace(/(ServiceRole|Role)?[0-9A-F]{8}$/, ''),
            Action,
            Resource,
          ]),
      );
    const knowing = ({ ofType }: Synthesized) =>
      ofType('AWS::Lambda::Function').flatMap(([id, { Properties }]) => {
        const { EVENT_BUS } = Properties.Environment?.Variables ?? {};
        return EVENT_BUS === undefined ? [] : [[id.replace(/[0-9A-F]{8}$/, ''), EVENT_BUS]];
      });
    expect([putting(stack), knowing(stack)]).toEqual([[], []]);
    const own = synthesize(contracts, { eventBus: bus });
    expect(putting(own).toSorted()).toEqual([
      ['WorkersDeliverWebhook', 'events:PutEvents', bus],
      ['WorkersRunTurns', 'events:PutEvents', bus],
    ]);
    const pages = contracts.filter(({ id, access }) => id.endsWith('Page') && access.eventBus).map(({ id }) => id);
    expect(pages).toContain('getOrganizationSectionPage');
    const named = (id: string): string => `Operations${id[0]?.toUpperCase()}${id.slice(1)}`;
    expect(knowing(own).toSorted()).toEqual([
      ['OperationsCreateWebhookReceiver', bus],
      ...pages.map((id): [string, string] => [named(id), bus]).toSorted(),
      ['WorkersDeliverWebhook', bus],
      ['WorkersRunTurns', bus],
      ['WorkersWriteLog', bus],
    ]);
  });

  test('of operations allow exactly what the contract declares on the table, its indexes and the bucket', () => {
    for (const contract of contracts) {
      const { id, access } = contract;
      const statements = statementsOf(roleOf(operationFunction(id)));
      const onTable = statements.filter(isOnTable).map(({ Action, Resource, Condition }) => ({
        actions: [Action].flat().map((action) => action.replace('dynamodb:', '')),
        resources: [Resource].flat().map((resource) => placeOf(resource).replace(/^StoreTable0CCFA19B$/, 'table')),
        families: leadingKeys(Condition),
      }));
      const granted = grantsOf(accessOf(contract)).map(({ resources, ...grant }) => ({
        ...grant,
        resources: resources.map((resource) =>
          resource === 'table' ? resource : `StoreTable0CCFA19B/index/${resource}`,
        ),
      }));
      expect(onTable, id).toEqual(granted);
      const verbs = { get: 's3:GetObject', put: 's3:PutObject', delete: 's3:DeleteObject' };
      const onFiles = statements
        .flatMap(({ Action, Resource }) =>
          [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${action} ${placeOf(resource)}`)),
        )
        .filter((one) => one.startsWith('s3:'));
      const declared = Object.entries(access.files ?? {}).flatMap(([verb, kinds]) =>
        kinds.map((kind) => `${verbs[verb as FileVerb]} StoreDocumentsA9151043/${filePatterns[kind]}`),
      );
      expect(onFiles.sort(), id).toEqual(declared.sort());
    }
  });

  test('reach only families of keys: none reaches the whole table, none may scan it', () => {
    const families = new Set(Object.values(AGGREGATES).flatMap(({ keys }) => keys.map(({ pk }) => pk)));
    for (const [id, { Properties }] of functions()) {
      const shared = (stack.resources[roleOf(Properties)]?.Properties.ManagedPolicyArns ?? []).flatMap(
        ({ Ref }: { Ref: string }) => stack.resources[Ref]?.Properties.PolicyDocument.Statement ?? [],
      );
      for (const one of [...statementsOf(roleOf(Properties)), ...shared].filter(isOnTable)) {
        const keys = leadingKeys(one.Condition);
        expect(keys.length, id).toBeGreaterThan(0);
        expect(
          keys.filter((key) => !families.has(key) || !/^[A-Z]+#/.test(key)),
          id,
        ).toEqual([]);
        expect(
          [one.Action].flat().filter((action) => !TABLE_ACTIONS.includes(action)),
          id,
        ).toEqual([]);
      }
    }
  });

  test('that write accounts, sessions, or keys that give access are these, and no others', () => {
    const writing = (family: string) =>
      functions()
        .filter(([, { Properties }]) =>
          statementsOf(roleOf(Properties)).some(
            ({ Action, Condition }) =>
              [Action].flat().some((action) => /^dynamodb:(Put|Update|Delete|BatchWrite)Item$/.test(action)) &&
              leadingKeys(Condition).includes(family),
          ),
        )
        .map(([id]) => id.replace(/^(Operations|Workers)|[0-9A-F]{8}$/g, ''))
        .sort();
    expect(writing('USER#*')).toEqual([
      'AcceptOrganizationInvitation',
      'ActOnOrganizationMember',
      'Authenticate',
      'ChangePassword',
      'ChangeScimResource',
      'ConnectIdentity',
      'CreateOrganization',
      'CreatePasskey',
      'CreateProfile',
      'CreateScimResource',
      'DeleteOrganization',
      'DeleteOrganizationMember',
      'DeletePasskey',
      'DeleteProfile',
      'DeleteScimResource',
      'DisableMfa',
      'DisconnectIdentity',
      'EndBrowserSession',
      'EndSessionsByProvider',
      'EnrollMfa',
      'KeepBrowserSession',
      'RegenerateBackupCodes',
      'RenewBrowserSession',
      'ReplaceScimResource',
      'ResetPassword',
      'RevokeOrganizationMemberSession',
      'RevokeOrganizationMemberSessions',
      'RevokeOtherSessions',
      'RevokeSession',
      'RevokeToken',
      'RunJob',
      'SendMessage',
      'SignInWithPasskey',
      'SignInWithProvider',
      'StartIdentityConnection',
      'StartPasskey',
      'SwitchProfile',
      'UpdateNotificationPreferences',
      'UpdatePasskey',
      'UpdateProfile',
      'VerifyEmail',
      'VerifyMfaEnrollment',
    ]);
    expect(writing('APIKEY#*')).toEqual([
      'Authenticate',
      'CreateApiKey',
      'CreateOrganization',
      'DeleteApiKey',
      'RotateApiKey',
      'RunJob',
      'UpdateApiKey',
    ]);
    expect(writing('OAUTHAPP#*')).toEqual([
      // Notes the day of the last use, as of API keys.
      'Authenticate',
      'CreateOauthApp',
      'DeleteOauthApp',
      'RotateOauthApp',
      'RunJob',
      'UpdateOauthApp',
    ]);
    expect(writing('EMAIL#*')).toEqual([
      'AcceptOrganizationInvitation',
      'CreateOrganization',
      'CreateProfile',
      'CreateScimResource',
      'DeleteOrganization',
      'DeleteOrganizationMember',
      'DeleteProfile',
      'DeleteScimResource',
      'ResetPassword',
      'RunJob',
      'SignInWithProvider',
      'SwitchProfile',
      'UpdateNotificationPreferences',
      'VerifyEmail',
    ]);
    expect(writing('CHALLENGE#*')).toEqual([
      'AcceptOrganizationInvitation',
      'Authenticate',
      'SignInWithPasskey',
      'SignInWithProvider',
    ]);
    expect(writing('OAUTHCODE#*')).toEqual(['AnswerAuthorization', 'Authenticate']);
    expect(writing('SEALED#*')).toEqual(['RunJob', 'SealEnvelope']);
  });

  test('of functions that only read files write nothing but their rate counters and what webhooks report', () => {
    const written = (id: string) =>
      statementsOf(roleOf(operationFunction(id)))
        .filter(({ Action }) =>
          [Action].flat().some((action) => /^dynamodb:(Put|Update|Delete|BatchWrite)Item$/.test(action)),
        )
        .flatMap(({ Condition }) => leadingKeys(Condition))
        .toSorted();
    expect([...new Set(written('verifyDocument'))]).toEqual(['ATTEMPTS#verify#*', 'IDEMPOTENCY#*']);
    for (const id of ['getEnvelopeDocument', 'getEnvelopesZip']) expect(written(id), id).toEqual(['OUTBOX#*']);
    for (const id of ['getEnvelopeDocumentPage', 'getTemplateDocument']) expect(written(id), id).toEqual([]);
  });

  test('let only the sealing worker write where sealed documents are', () => {
    const writers = functions()
      .filter(([, { Properties }]) =>
        statementsOf(roleOf(Properties)).some(
          ({ Action, Resource }) =>
            [Action].flat().includes('s3:PutObject') && JSON.stringify(Resource).includes('/sealed-'),
        ),
      )
      .map(([id]) => id);
    expect(writers).toEqual([expect.stringMatching(/^WorkersSealEnvelope/)]);
  });

  test('let the function that reads XML of SAML providers read the provider and write its answer, and nothing else', () => {
    const own = contracts.find(({ id }) => id === 'takeSamlAnswer');
    expect(own && grantsOf(accessOf(own))).toEqual([
      {
        actions: ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'],
        resources: ['table'],
        families: ['IDENTITYPROVIDER#*'],
      },
      { actions: ['PutItem', 'UpdateItem'], resources: ['table'], families: ['SAMLANSWER#*'] },
    ]);
  });

  test('share three policies: users’ operations the one that reads sessions, writing ones that of Idempotency-Keys, acts that of events', () => {
    const shared = Object.fromEntries(
      stack.ofType('AWS::IAM::ManagedPolicy').map(([id, { Properties }]) => [id, Properties.PolicyDocument.Statement]),
    );
    const [session = '', marks = '', acts = ''] = ['Session', 'Idempotency', 'Act'].map((name) =>
      Object.keys(shared).find((id) => id.startsWith(`Operations${name}Access`)),
    );
    const Resource = { 'Fn::GetAtt': ['StoreTable0CCFA19B', 'Arn'] };
    const on = (...families: string[]) => ({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': families } });
    expect(shared).toEqual({
      [session]: [
        {
          Effect: 'Allow',
          Action: 'dynamodb:BatchGetItem',
          Resource,
          Condition: on('USER#*', 'ORG#*', 'APIKEY#*', 'OAUTHAPP#*'),
        },
      ],
      [marks]: [
        {
          Effect: 'Allow',
          Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
          Resource,
          Condition: on('IDEMPOTENCY#*'),
        },
      ],
      [acts]: [{ Effect: 'Allow', Action: 'dynamodb:PutItem', Resource, Condition: on('ADMINISTRATION#*') }],
    });
    for (const { id, session: kind, access, route, event, unrepeatable } of contracts) {
      const forUsers = kind === 'user' || kind === 'both' || access.session === true;
      const isMarked = splitRoute(route).method !== 'GET' && !unrepeatable;
      const expected = [...(forUsers ? [session] : []), ...(isMarked ? [marks] : []), ...(event ? [acts] : [])];
      const attached = stack.resources[roleOf(operationFunction(id))]?.Properties.ManagedPolicyArns ?? [];
      expect(attached, id).toEqual(expected.map((Ref) => ({ Ref })));
    }
  });

  test("sign users' tokens in ten functions, signers' tokens in four others, and seals in one", () => {
    const signing = (key: string) =>
      functions()
        .filter(([, { Properties }]) =>
          statementsOf(roleOf(Properties)).some(
            ({ Action, Resource }) =>
              [Action].flat().includes('kms:Sign') && [Resource].flat().some((one) => placeOf(one) === key),
          ),
        )
        .map(([id]) => id.replace(/^(Operations|Workers)|[0-9A-F]{8}$/g, ''))
        .sort();
    expect(signing('KeysTokenKey76CF97D7')).toEqual([
      'AcceptOrganizationInvitation',
      'Authenticate',
      'CreateOrganization',
      'CreateProfile',
      'DeleteOrganization',
      'DeleteProfile',
      'RenewBrowserSession',
      'SignInWithPasskey',
      'SignInWithProvider',
      'SwitchProfile',
      'VerifyEmail',
    ]);
    expect(signing('KeysSignerTokenKeyC905B4E1')).toEqual([
      'CreateInPersonLink',
      'StartSigningSession',
      'VerifySigner',
      'VerifySignerAtProvider',
    ]);
    // Deployment makes the seal key sign its own certificate.
    expect(signing('KeysSealKey3B1F7C33')).toEqual(['KeysPrepareKeys', 'SealEnvelope']);
  });

  test('of operations may sign with the keys that the contract declares, and know no other', () => {
    const ids = {
      'user-token': 'KeysTokenKey76CF97D7',
      'signer-token': 'KeysSignerTokenKeyC905B4E1',
      seal: 'KeysSealKey3B1F7C33',
    };
    const variables = { 'user-token': 'USER_TOKEN_KEY', 'signer-token': 'SIGNER_TOKEN_KEY', seal: 'SEAL_KEY' };
    for (const { id, access } of contracts) {
      const { Environment, ...Properties } = operationFunction(id);
      const allowed = statementsOf(roleOf(Properties))
        .filter(({ Action }) => [Action].flat().includes('kms:Sign'))
        .flatMap(({ Resource }) => [Resource].flat().map(placeOf));
      const declared = access.keys ?? [];
      expect(allowed, id).toEqual(declared.map((key) => ids[key]));
      const given = Object.values(variables).filter((name) => name in Environment.Variables);
      expect(given, id).toEqual(declared.map((key) => variables[key]));
    }
  });

  test('that sign or send belong to contracts that declare it', () => {
    for (const { id, access } of contracts) {
      const actions = actionsOf(roleOf(operationFunction(id)));
      expect(actions.includes('ses:SendEmail'), id).toBe(access.send?.includes('email') ?? false);
      expect(actions.includes('sqs:SendMessage'), id).toBe((access.queues ?? []).length > 0);
    }
  });
});

describe('functions', () => {
  test('run on Node.js 24 and arm64 with one log for all, not traced by default', () => {
    for (const [id, { Properties }] of functions()) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogGroup: { Ref: expect.stringContaining('FunctionLogs') }, LogFormat: 'JSON' },
      });
      expect(Properties.TracingConfig, id).toBeUndefined();
    }
  });

  test('are traced where the owner wants it, but those that the minute calls', () => {
    for (const [id, { Properties }] of synthesize([], { tracing: 'on' }).ofType('AWS::Lambda::Function')) {
      const everyMinute = /^WorkersRun(Schedule|Retries|Turns)/.test(id);
      expect(Properties.TracingConfig?.Mode, id).toBe(everyMinute ? undefined : 'Active');
    }
  });

  test('time out before the gateway does', () => {
    for (const { id } of contracts) expect(operationFunction(id).Timeout).toBeLessThanOrEqual(29);
  });

  test('have environments within the 4 kB that Lambda allows', () => {
    for (const [id, { Properties }] of functions()) {
      const variables = Object.entries((Properties.Environment?.Variables ?? {}) as Record<string, unknown>);
      const size = variables.reduce(
        (sum, [name, value]) => sum + name.length + (SIZES[name] ?? String(value).length),
        0,
      );
      expect(size, id).toBeLessThan(4096);
    }
  });
});

describe('the log of evidence', () => {
  const roleOf = (text: string) =>
    stack.ofType('AWS::IAM::Role').filter(([, { Properties }]) => JSON.stringify(Properties.Policies).includes(text));

  test('is written by its worker alone, and deleted by nobody', () => {
    const writers = stack
      .ofType('AWS::IAM::Role')
      .filter(([, { Properties }]) =>
        ((Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[])
          .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
          .some(
            ({ Action, Resource }) =>
              JSON.stringify(Action).includes('s3:PutObject') && JSON.stringify(Resource).includes('/log/*'),
          ),
      );
    expect(writers.map(([id]) => id)).toEqual([expect.stringMatching(/^WorkersWriteLog/)]);
    const denied = stack
      .ofType('AWS::S3::BucketPolicy')
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as (Statement & { Effect: string })[])
      .filter(({ Effect, Resource }) => Effect === 'Deny' && JSON.stringify(Resource).includes('/log/*'));
    expect(denied).toMatchObject([
      { Principal: { AWS: '*' }, Action: expect.arrayContaining(['s3:DeleteObject', 's3:DeleteObjectVersion']) },
    ]);
    expect(denied[0]).not.toHaveProperty('Condition');
  });

  test('has a key that KMS opens for its worker alone, or one of its own', () => {
    expect(roleOf('"kms:EncryptionContext:use":"log"').map(([id]) => id)).toEqual([
      expect.stringMatching(/^WorkersWriteLog/),
    ]);
    const own = synthesize([], { logKey: 'own', logLock: '10', attachSealedFiles: 'off' });
    const sending = own
      .ofType('AWS::Lambda::Function')
      .filter(([, { Properties }]) => 'ATTACH_SEALED_FILES' in (Properties.Environment?.Variables ?? {}));
    expect(sending.map(([id]) => id)).toEqual([expect.stringMatching(/^WorkersSendMessage/)]);
    const keys = own.ofType('AWS::KMS::Key').map(([, { Properties }]) => Properties.KeySpec);
    expect(keys).toContain('ECC_NIST_EDWARDS25519');
    const [[, worker] = ['', { Properties: {} }]] = own
      .ofType('AWS::Lambda::Function')
      .filter(([id]) => id.startsWith('WorkersWriteLog'));
    expect(worker.Properties.Environment.Variables).toMatchObject({ LOG_KEY: expect.anything(), LOG_LOCK_YEARS: '10' });
    expect(worker.Properties.Environment.Variables).not.toHaveProperty('DATA_KEY');
    const locked = own.ofType('AWS::S3::Bucket').filter(([, { Properties }]) => Properties.ObjectLockEnabled);
    expect(locked.map(([id]) => id)).toEqual([expect.stringMatching(/^StoreDocuments/)]);
  });
});

/** The longest resolved values of the variables: three keys of each kind. */
const SIZES: Record<string, number> = {
  SEAL_CERTIFICATE: 1900,
  USER_TOKEN_JWKS: 700,
  SIGNER_TOKEN_JWKS: 700,
  FORMER_SEAL_KEYS: 129,
  POWERTOOLS_SERVICE_NAME: 25,
  BASE_URL: 200,
  APP_URL: 200,
  TSA_URLS: 300,
  TRUST_SERVICES: 850,
  TRUSTED_LISTS: 300,
  SIGNER_ISSUERS: 130,
  MAIL_FROM: 200,
  TABLE_NAME: 120,
  BUCKET_NAME: 63,
  USER_TOKEN_KEY: 90,
  SIGNER_TOKEN_KEY: 90,
  SEAL_KEY: 90,
  QUEUE_SEAL_URL: 150,
  QUEUE_MESSAGE_URL: 150,
  QUEUE_WEBHOOK_URL: 150,
  QUEUE_JOB_URL: 150,
};

describe('the gateway', () => {
  const body = () => stack.ofType('AWS::ApiGateway::RestApi')[0]?.[1].Properties.Body;
  const paths = () => Object.keys(body().paths);

  test('has every route, and answers preflights on each without a function', () => {
    const routes = Object.entries(body().paths as Record<string, Record<string, { operationId?: string }>>);
    const ids = routes.flatMap(([, methods]) => Object.values(methods).flatMap(({ operationId }) => operationId ?? []));
    expect(ids.sort()).toEqual(contracts.map(({ id }) => id).sort());
    for (const [, methods] of routes) {
      expect(methods.options).toMatchObject({ 'x-amazon-apigateway-integration': { type: 'mock' } });
    }
  });

  test('calls functions by their names', () => {
    for (const { id, route } of contracts) {
      const { method } = splitRoute(route);
      const [uri] = Object.values(
        body().paths as Record<
          string,
          Record<string, { operationId?: string; 'x-amazon-apigateway-integration': { uri: { 'Fn::Sub': string } } }>
        >,
      )
        .map((methods) => methods[method.toLowerCase()])
        .filter((found) => found?.operationId === id)
        .map((found) => found?.['x-amazon-apigateway-integration'].uri['Fn::Sub']);
      expect(uri, id).toContain(`:function:${operationFunction(id).FunctionName['Fn::Sub']}/invocations`);
    }
  });

  test('has one variable name for all siblings', () => {
    const names = new Map<string, Set<string>>();
    for (const path of paths()) {
      const segments = path.split('/');
      segments.forEach((segment, index) => {
        if (!segment.startsWith('{')) return;
        const parent = segments.slice(0, index).join('/');
        names.set(parent, (names.get(parent) ?? new Set()).add(segment));
      });
    }
    for (const [parent, siblings] of names) expect(siblings.size, parent).toBe(1);
  });

  test('stays within the 300 resources that an API may have', () => {
    const nodes = new Set(
      paths().flatMap((path) => path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))),
    );
    expect(nodes.size).toBeLessThan(300);
  });

  test('answers its own errors in the ERROR envelope, readable from any origin', () => {
    const responses = Object.values(
      body()['x-amazon-apigateway-gateway-responses'] as Record<
        string,
        { responseTemplates: Record<string, string>; responseParameters: Record<string, string> }
      >,
    );
    for (const { responseTemplates, responseParameters } of responses) {
      const error = JSON.parse(responseTemplates['application/json'] ?? '');
      expect(Object.keys(error)).toEqual(['status', 'error']);
      expect(error).toMatchObject({ status: 'ERROR', error: expect.not.stringContaining('{') });
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
      });
    }
  });
});

describe('asynchronous work', () => {
  test('has a dead-letter queue and an alarm on it for every queue', () => {
    const queues = stack.ofType('AWS::SQS::Queue');
    const work = queues.filter(([, { Properties }]) => Properties.RedrivePolicy);
    const dead = queues.filter(([, { Properties }]) => !Properties.RedrivePolicy).map(([id]) => id);
    expect(work).toHaveLength(4);
    // One for all queues, so that one redrive returns everything to where it was; one for the stream; one for the
    // schedule.
    expect(dead).toHaveLength(3);
    const alarms = JSON.stringify(stack.ofType('AWS::CloudWatch::Alarm'));
    for (const [, { Properties }] of work) {
      expect(dead).toContain(Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]);
    }
    for (const id of dead) expect(alarms).toContain(id);
  });

  test('is called by the stream, the queues and the clock; a queue worker reports the failed messages of a batch', () => {
    const sources = stack.ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
    const queues = sources.filter(({ StartingPosition }) => !StartingPosition);
    const [stream, log, ...others] = sources
      .filter(({ StartingPosition }) => StartingPosition)
      .toSorted((a, b) => a.BatchSize - b.BatchSize);
    expect(others).toEqual([]);
    for (const source of [stream, log]) {
      expect(source).toMatchObject({ BisectBatchOnFunctionError: true, DestinationConfig: { OnFailure: {} } });
      // An outage of hours uses up no number of tries, and what is given up can be read for as long again.
      expect(source).toMatchObject({ MaximumRecordAgeInSeconds: 12 * 60 * 60 });
      expect(source.MaximumRetryAttempts ?? -1).toBe(-1);
    }
    // Sealings of a minute share a checkpoint of the log.
    expect(log).toMatchObject({ MaximumBatchingWindowInSeconds: 60 });
    const dispatcher = stack.resources[stream.FunctionName.Ref];
    expect(dispatcher?.Properties.Environment.Variables.STREAM_DEAD_LETTERS_URL).toEqual({
      Ref: stream.DestinationConfig.OnFailure.Destination['Fn::GetAtt'][0],
    });
    expect(queues).toHaveLength(4);
    for (const queue of queues) expect(queue.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    const rules = stack.ofType('AWS::Events::Rule').map(([, { Properties }]) => Properties);
    for (const { ScheduleExpression } of rules) expect(ScheduleExpression).toBe('rate(1 minute)');
    expect(rules).toHaveLength(3);
  });

  test('that is due runs for each partition by itself; retries, and webhooks that are slow, in functions of their own', () => {
    const rules = stack.ofType('AWS::Events::Rule').map(([, { Properties }]) => Properties.Targets);
    const targets = rules.flat() as { Arn: { 'Fn::GetAtt': [string] }; Input: string }[];
    const called = targets.map(({ Arn, Input }) => [Arn['Fn::GetAtt'][0].replace(/[0-9A-F]{8}$/, ''), Input]);
    expect(called.sort()).toEqual([
      ['WorkersRunRetries', '{}'],
      ...DUE_PARTITIONS.map((_, shard) => ['WorkersRunSchedule', JSON.stringify({ shard })]),
      ['WorkersRunTurns', '{}'],
    ]);
  });

  test('hears of bounces and complaints, of the set that every mail is sent with', () => {
    const [[, destination] = ['', { Properties: {} }]] = stack.ofType('AWS::SES::ConfigurationSetEventDestination');
    const { MatchingEventTypes, SnsDestination } = destination.Properties.EventDestination;
    expect(MatchingEventTypes).toEqual(['bounce', 'complaint']);
    const subscriptions = stack.ofType('AWS::SNS::Subscription').map(([, { Properties }]) => Properties);
    expect(subscriptions).toMatchObject([
      {
        Protocol: 'lambda',
        TopicArn: SnsDestination.TopicARN,
        Endpoint: { 'Fn::GetAtt': [expect.stringMatching(/^WorkersRecordBounces/), 'Arn'] },
      },
    ]);
    const set = destination.Properties.ConfigurationSetName;
    for (const [id, { Properties }] of functions()) {
      const variables = Properties.Environment?.Variables ?? {};
      if ('MAIL_FROM' in variables) expect(variables.MAIL_EVENTS, id).toEqual(set);
    }
  });

  test('hides its messages for longer than a run may take', () => {
    const seconds = new Map(functions().map(([id, { Properties }]) => [id, Properties.Timeout as number]));
    for (const [, { Properties }] of stack.ofType('AWS::Lambda::EventSourceMapping')) {
      const queue = stack.resources[Properties.EventSourceArn['Fn::GetAtt'][0]];
      if (queue?.Type !== 'AWS::SQS::Queue') continue;
      expect(queue.Properties.VisibilityTimeout).toBeGreaterThan(seconds.get(Properties.FunctionName.Ref) ?? 0);
    }
  });
});

describe('data that must outlive the stack', () => {
  test('keeps its logical ids, because a changed one would make a new, empty resource', () => {
    const kept = Object.entries(stack.resources)
      .filter(
        ([, { DeletionPolicy, Type }]) =>
          DeletionPolicy?.startsWith('Retain') && !Type.startsWith('AWS::ApiGateway') && !Type.startsWith('AWS::IAM'),
      )
      .map(([id, { Type }]) => `${id} ${Type}`);
    expect(kept.sort()).toEqual([
      'KeysSealKey3B1F7C33 AWS::KMS::Key',
      'KeysSignerTokenKeyC905B4E1 AWS::KMS::Key',
      'KeysTokenKey76CF97D7 AWS::KMS::Key',
      'StoreAccessLogF76F7953 AWS::S3::Bucket',
      'StoreDataKey06CD085E AWS::KMS::Key',
      'StoreDocumentsA9151043 AWS::S3::Bucket',
      'StoreTable0CCFA19B AWS::DynamoDB::Table',
    ]);
  });

  test('has the keys and indexes of the table that the local platform makes', () => {
    const [table] = stack.ofType('AWS::DynamoDB::Table').map(([, { Properties }]) => Properties);
    const local = tableSchema('any');
    expect(table.KeySchema).toEqual(local.KeySchema);
    expect(table.GlobalSecondaryIndexes).toEqual(local.GlobalSecondaryIndexes);
    const named = (attributes: { AttributeName: string }[]) => attributes.map((one) => JSON.stringify(one)).sort();
    expect(named(table.AttributeDefinitions)).toEqual(named(local.AttributeDefinitions));
  });

  test('is encrypted, restorable and never public', () => {
    const [table] = stack.ofType('AWS::DynamoDB::Table').map(([, { Properties }]) => Properties);
    expect(table).toMatchObject({
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
    });
    for (const [id, { Properties }] of stack.ofType('AWS::SQS::Queue')) {
      expect(Properties.KmsMasterKeyId, id).toEqual({ 'Fn::GetAtt': ['StoreDataKey06CD085E', 'Arn'] });
    }
    for (const [id, { Properties }] of stack.ofType('AWS::Logs::LogGroup')) {
      expect(Properties.KmsKeyId, id).toEqual({ 'Fn::GetAtt': ['StoreDataKey06CD085E', 'Arn'] });
    }
    for (const [, { Properties }] of stack.ofType('AWS::S3::Bucket')) {
      expect(Properties.BucketEncryption).toBeDefined();
      expect(Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
    expect(
      stack
        .ofType('AWS::S3::BucketPolicy')
        .every(([, policy]) => JSON.stringify(policy).includes('aws:SecureTransport')),
    ).toBe(true);
  });
});

describe('the key of the data', () => {
  const users = (made: Synthesized) => {
    const { Statement } = made.resources.StoreDataKey06CD085E?.Properties.KeyPolicy ?? {};
    const anybody = Statement.filter(({ Principal }: { Principal: { AWS?: unknown } }) => Principal.AWS === '*');
    return { Statement, anybody };
  };

  test('serves the roles of this stack and whom the owner names, and no others of the account', () => {
    const named = 'arn:aws:iam::123456789012:role/backup-*';
    for (const [made, ...more] of [[stack], [synthesize([], { dataKeyUsers: named }), named]] as const) {
      const { anybody } = users(made);
      expect(anybody).toHaveLength(1);
      expect(anybody[0].Condition.StringEquals).toHaveProperty(['kms:ViaService']);
      const [own, ...others] = [anybody[0].Condition.ArnLike['aws:PrincipalArn']].flat();
      expect(JSON.stringify(own)).toMatch(/:role\/CountersignStack-\*"/);
      expect(others).toEqual(more);
    }
  });

  test('is administered by the account, so that no owner is locked out and backups go on by the rights of their roles', () => {
    const { Statement } = users(stack);
    expect(JSON.stringify(Statement[0].Principal)).toContain(':root');
    expect(Statement[0]).toMatchObject({ Action: 'kms:*', Effect: 'Allow' });
    expect(Statement[0]).not.toHaveProperty('Condition');
  });

  test('serves CloudWatch Logs for the log groups of this stack, and for no others', () => {
    const { KeyPolicy } = stack.resources.StoreDataKey06CD085E?.Properties ?? {};
    const mayUse = KeyPolicy.Statement.filter(({ Principal }: { Principal: { Service?: unknown } }) =>
      JSON.stringify(Principal.Service ?? '').includes('logs.'),
    );
    expect(mayUse).toHaveLength(1);
    const [pattern] = Object.values<{ 'Fn::Join': [string, unknown[]] }>(mayUse[0].Condition.ArnLike);
    expect(pattern?.['Fn::Join'][1].slice(-4)).toEqual([
      { Ref: 'AWS::AccountId' },
      ':log-group:',
      { Ref: 'AWS::StackName' },
      '-*',
    ]);
    for (const [id, { Properties }] of stack.ofType('AWS::Logs::LogGroup')) {
      // CloudFormation's own names begin with the stack's.
      expect(Properties.LogGroupName, id).toBeUndefined();
    }
  });
});

describe('an update', () => {
  test('publishes routes only after the functions behind them', () => {
    const [[, deployment] = ['', { DependsOn: [] }]] = stack.ofType('AWS::ApiGateway::Deployment');
    const operationIds = functions().flatMap(([id]) => (id.startsWith('Operations') ? id : []));
    expect(operationIds.length).toBe(contracts.length);
    expect(deployment.DependsOn).toEqual(expect.arrayContaining(operationIds));
  });

  test('waits minutes for the functions of its custom resources, not an hour', () => {
    const custom = Object.entries(stack.resources).filter(([, { Type }]) => Type.startsWith('Custom::'));
    expect(custom.length).toBeGreaterThan(0);
    for (const [id, { Properties }] of custom) expect(Number(Properties.ServiceTimeout), id).toBeLessThan(20 * 60);
  });

  test('changes nothing outside of the stack, and keeps everything in one region', () => {
    const types = new Set(Object.values(stack.resources).map(({ Type }) => Type));
    expect(types).not.toContain('AWS::ApiGateway::Account');
    for (const type of types) expect(type).not.toMatch(/CloudFront|GlobalTable|MultiRegion|ReplicaKey|Stack(Set)?$/);
    expect(stack.json).not.toMatch(/ReplicationConfiguration|ReplicaRegions|"Replicas"|"MultiRegion":true|"EDGE"/);
  });
});

describe('the template', () => {
  test('names no account, no region and no machine', () => {
    // Twelve digits in a row are an account, unless they are a part of a hash.
    expect(stack.json).not.toMatch(/(?<![0-9a-f])\d{12}(?![0-9a-f])/);
    expect(stack.json).not.toMatch(/"\/(home|work|tmp|root|Users)\//);
    expect(stack.json).not.toMatch(/(us|eu|ap)-[a-z]+-\d/);
    expect(Object.keys(stack.parameters)).toEqual(
      expect.arrayContaining(['PublicBaseUrl', 'MailFrom', 'SignerAppUrl', 'TsaUrls']),
    );
  });
});
