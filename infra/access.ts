import { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { type FileKind, filePatterns } from '../lib/aws/files/kinds.ts';
import { LOG_CONTEXT } from '../lib/aws/keys/log-key.ts';
import type { Access, FileVerb } from '../lib/http/contract.ts';
import { PROVIDER_CONTEXT } from '../lib/people/identity-providers/client-secret.ts';
import { ACT_GRANT, type Grant, grantsOf, IDEMPOTENCY_GRANT, SESSION_GRANT } from '../lib/storage/access.ts';
import { statement } from './function-maker.ts';
import type { MailEvents } from './mail-events.ts';
import type { Queues } from './queues.ts';
import type { Keys } from './signing-keys.ts';
import type { Store } from './store.ts';

/** Resources that functions use, and the owner's decisions about them. */
export interface Platform {
  /** The name of the stack, which distinguishes several of an account. */
  name: string;
  store: Store;
  queues: Queues;
  keys: Keys;
  mailEvents: MailEvents;
  baseUrl: string;
  appUrl: string;
  /** The host that domains of brands lead to; null for the host of the pages. */
  edgeHost: string | null;
  mailFrom: string;
  signUp: string;
  messagesPerDay: string;
  administratorEmail: string;
  timestampAuthorities: string;
  /** Environment variables of the platform's own clients at Google and Microsoft. */
  socialClients: Record<string, string>;
  /** Trust services for all organizations, JSON; empty if there are none. */
  trustServices: string;
  /** Trusted lists with the fingerprints of their signers; empty if there are none. */
  trustedLists: string;
  /** Fingerprints of issuers that certify persons; empty if none are known. */
  signerIssuers: string;
  /** Years for which the bucket locks files of the log; null if it locks none. */
  logLock: number | null;
  attachSealedFiles: boolean;
  /** ARN of the owner's event bus; null if there is none. */
  eventBus: string | null;
}

const FILE_ACTIONS = { get: 's3:GetObject', put: 's3:PutObject', delete: 's3:DeleteObject' } as const;

/** Creating an identity also tags it, which is a separate action. */
const IDENTITY_ACTIONS = {
  create: ['ses:CreateEmailIdentity', 'ses:TagResource'],
  get: ['ses:GetEmailIdentity'],
  delete: ['ses:DeleteEmailIdentity'],
} as const;

/** Grants that most functions share: one policy for all of them keeps the template small. */
export const sharedPolicies = (scope: Construct, { store }: Platform): Map<Grant, ManagedPolicy> =>
  new Map([
    [SESSION_GRANT, new ManagedPolicy(scope, 'SessionAccess', { statements: [tableStatement(store, SESSION_GRANT)] })],
    [
      IDEMPOTENCY_GRANT,
      new ManagedPolicy(scope, 'IdempotencyAccess', { statements: [tableStatement(store, IDEMPOTENCY_GRANT)] }),
    ],
    [ACT_GRANT, new ManagedPolicy(scope, 'ActAccess', { statements: [tableStatement(store, ACT_GRANT)] })],
  ]);

/**
 * The IAM statement of a grant. The leading key is the partition key: of the table, or of the queried index. Every
 * granted action has one; `ForAllValues` would also allow a scan, which has none.
 */
const tableStatement = ({ table: { tableArn } }: Store, { actions, resources, families }: Grant): PolicyStatement =>
  statement(
    actions.map((action) => `dynamodb:${action}`),
    resources.map((resource) => (resource === 'table' ? tableArn : `${tableArn}/index/${resource}`)),
    { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': families } },
  );

/**
 * The IAM statements for a contract's or worker's declared access: exactly that, on exactly the platform's resources.
 */
export const statementsFor = (
  access: Access,
  { store, queues, keys, mailEvents, eventBus }: Platform,
): PolicyStatement[] => {
  const statements = grantsOf(access).map((grant) => tableStatement(store, grant));
  for (const [verb, kinds] of Object.entries(access.files ?? {}) as [FileVerb, readonly FileKind[]][]) {
    const objects = kinds.map((kind) => store.bucket.arnForObjects(filePatterns[kind]));
    statements.push(statement([FILE_ACTIONS[verb]], objects));
  }
  // Listing is an action on the bucket, not on its objects.
  if (access.filesList) statements.push(statement(['s3:ListBucket'], [store.bucket.bucketArn]));
  const queueArns = (access.queues ?? []).map((name) => queues.work[name].queueArn);
  if (queueArns.length > 0) statements.push(statement(['sqs:SendMessage'], queueArns));
  const keyArns = (access.keys ?? []).map((name) => keys.signing[name].keyArn);
  if (keyArns.length > 0) statements.push(statement(['kms:Sign'], keyArns));
  if (access.dataKey) statements.push(dataKeyStatement(store.key, 'envelope_id', '*'));
  if (access.providerKey) statements.push(dataKeyStatement(store.key, PROVIDER_CONTEXT, '*'));
  if (access.logKey) statements.push(logKeyStatement(store.key, keys.log));
  const identities = [
    ...(access.send?.includes('email') ? ['ses:SendEmail'] : []),
    ...(access.identities ?? []).flatMap((verb) => IDENTITY_ACTIONS[verb]),
  ];
  if (identities.length > 0) {
    statements.push(
      statement(identities, [Stack.of(store).formatArn({ service: 'ses', resource: 'identity', resourceName: '*' })]),
    );
  }
  if (access.send?.includes('email')) statements.push(statement(['ses:SendEmail'], [mailEvents.set.arn]));
  // A text message has no resource to name; topics have, and are excluded.
  if (access.send?.includes('sms')) {
    statements.push(new PolicyStatement({ actions: ['sns:Publish'], notResources: ['arn:*:sns:*:*:*'] }));
  }
  if (access.send?.includes('events') && eventBus !== null)
    statements.push(statement(['events:PutEvents'], [eventBus]));
  return statements;
};

/** Data keys of one purpose alone: the context is part of what is encrypted. */
const dataKeyStatement = ({ keyArn }: Key, name: string, value: string): PolicyStatement =>
  statement(['kms:GenerateDataKey', 'kms:Decrypt'], [keyArn], {
    StringLike: { [`kms:EncryptionContext:${name}`]: value },
  });

const logKeyStatement = (dataKey: Key, own: Key | undefined): PolicyStatement => {
  if (own) return statement(['kms:Sign', 'kms:GetPublicKey'], [own.keyArn]);
  return dataKeyStatement(dataKey, 'use', LOG_CONTEXT.use);
};

const kmsKey = ({ keyArn }: Key): string => `kms:${keyArn}`;

/** The environment (`lib/base/config.ts`) of a function with this access: only the variables that it uses. */
export const environmentFor = (access: Access, platform: Platform): Record<string, string> => {
  const { store, queues, keys } = platform;
  return {
    BASE_URL: platform.baseUrl,
    APP_URL: platform.appUrl,
    TABLE_NAME: store.table.tableName,
    BUCKET_NAME: store.bucket.bucketName,
    ...Object.fromEntries(
      (access.queues ?? []).map((name) => [`QUEUE_${name.toUpperCase()}_URL`, queues.work[name].queueUrl]),
    ),
    ...(access.keys?.includes('user-token') ? { USER_TOKEN_KEY: kmsKey(keys.signing['user-token']) } : {}),
    ...(access.keys?.includes('signer-token') ? { SIGNER_TOKEN_KEY: kmsKey(keys.signing['signer-token']) } : {}),
    ...(access.dataKey || access.providerKey ? { DATA_KEY: kmsKey(store.key) } : {}),
    ...(access.keys?.includes('seal')
      ? { SEAL_KEY: kmsKey(keys.signing.seal), SEAL_CERTIFICATE: keys.sealCertificate }
      : {}),
    ...(access.keys?.includes('seal') || access.timestampAuthorities
      ? { TSA_URLS: platform.timestampAuthorities }
      : {}),
    ...(access.logKey ? logEnvironment(platform) : {}),
    ...(access.sealCertificate
      ? {
          SEAL_CERTIFICATE: keys.sealCertificate,
          ...(keys.formerSealKeys ? { FORMER_SEAL_KEYS: keys.formerSealKeys } : {}),
        }
      : {}),
    ...(platform.edgeHost !== null && usesBrands(access) ? { EDGE_HOST: platform.edgeHost } : {}),
    ...(platform.eventBus !== null && (access.eventBus || access.send?.includes('events'))
      ? { EVENT_BUS: platform.eventBus }
      : {}),
    ...(access.messagesPerDay ? { MESSAGES_PER_DAY: platform.messagesPerDay } : {}),
    ...(access.socialClients ? platform.socialClients : {}),
    ...(access.trustServices ? { TRUST_SERVICES: platform.trustServices } : {}),
    ...(access.signatureLevels ? { TRUSTED_LISTS: platform.trustedLists, SIGNER_ISSUERS: platform.signerIssuers } : {}),
    ...(access.signUp ? { SIGN_UP: platform.signUp, ADMINISTRATOR_EMAIL: platform.administratorEmail } : {}),
    ...(access.send?.includes('email')
      ? {
          MAIL_FROM: platform.mailFrom,
          MAIL_EVENTS: platform.mailEvents.set.name,
          ...(platform.attachSealedFiles ? {} : { ATTACH_SEALED_FILES: 'off' }),
        }
      : {}),
  };
};

const usesBrands = ({ read = [], change = [] }: Access): boolean => read.includes('brand') || change.includes('brand');

const logEnvironment = ({ store, keys, logLock }: Platform): Record<string, string> => ({
  ...(keys.log ? { LOG_KEY: kmsKey(keys.log) } : { DATA_KEY: kmsKey(store.key) }),
  ...(logLock === null ? {} : { LOG_LOCK_YEARS: String(logLock) }),
});

/**
 * Further variables of operations' functions. Workers have no sessions, and no room for these in their environments.
 */
export const sessionEnvironment = ({ keys }: Platform): Record<string, string> => ({
  USER_TOKEN_JWKS: keys.tokenJwks.user,
  SIGNER_TOKEN_JWKS: keys.tokenJwks.signer,
});
