import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { QueueName } from '../lib/base/config.ts';

/** The owner's decisions about the shape of the stack. Values that don't change the template are its parameters. */
export interface Settings {
  /** Distinguishes several stacks in one account; null for the only one. */
  stage: string | null;
  /** The API's own domain, with a certificate of this region for it. */
  domain: { name: string; certificateArn: string; zone: { id: string; name: string } | null } | null;
  /** CloudFront for brands' domains, with the domains that have a certificate there; null: none. */
  edge: { domains: readonly string[] } | null;
  /** A web ACL before the API. */
  waf: boolean;
  /** A dashboard in CloudWatch. */
  dashboard: boolean;
  /** True if alarms also watch for slowness and backlogs. */
  moreAlarms: boolean;
  /**
   * The gateway's access log. It needs a role that API Gateway keeps once for the whole account and region: `on` sets
   * it, `existing` relies on one that is set already.
   */
  accessLog: 'off' | 'on' | 'existing';
  /** Bounds on use; where one is null, AWS's quota for the account is the only one. */
  limits: Limits;
  /** Address for alarm mails; null: alarms are only shown in the console. */
  alarmEmail: string | null;
  /** Time for which logs of functions and requests are kept. */
  logRetention: RetentionDays;
  /** True if everything is deleted with the stack, signed documents included. */
  trial: boolean;
  /** A CA's certificate for the seal and its chain, PEM, leaf first; null: deployment issues one. */
  sealCertificate: string | null;
  /** True if the log has a KMS key of its own; otherwise its key is encrypted by the data key. */
  logKey: boolean;
  /** Years for which the bucket locks files of the log (Object Lock); null: it locks none. */
  logLock: number | null;
  /** True if sealed documents are attached to the mails of a completion. */
  attachSealedFiles: boolean;
  /** ARN of the owner's event bus, which webhooks may have as their destination; null: none. */
  eventBus: string | null;
  /** True if X-Ray traces functions. */
  tracing: boolean;
  /**
   * ARNs of roles and users, beside the stack's own roles, that may use the data key through the services that store
   * data.
   */
  dataKeyUsers: readonly string[];
  /** Numbers of the keys for users' tokens: the first one signs, tokens of all are valid. */
  userTokenKeys: readonly number[];
  /** The same for signers' tokens. */
  signerTokenKeys: readonly number[];
  /** Numbers of the seal keys: the first one seals, seals of all count as this platform's. */
  sealKeys: readonly number[];
}

export interface Limits {
  /** Requests a second to the whole API, and how many of them may come at once. */
  requestsPerSecond: number | null;
  requestBurst: number | null;
  /** Requests a second to each route that needs no session. */
  publicRequestsPerSecond: number;
  /** Requests a second to each route of templates' public links, and how many of them may come at once. */
  linkRequestsPerSecond: number;
  linkRequestBurst: number;
  /** The web ACL's, in five minutes: requests without a session, and attempts with credentials, from one address. */
  requestsPerAddress: number;
  attemptsPerAddress: number;
  /** The web ACL's, in five minutes: requests with one token. */
  requestsPerSession: number;
  /** Runs at once of each queue's worker. */
  concurrency: Record<QueueName, number>;
  /** Writes a second for which a new table is prepared. */
  firstWriteUnits: number | null;
}

/** An invalid context value; the message names the key, the value and the rule. */
class ContextError extends Error {
  constructor(key: string, value: string, allowed: string) {
    super(`The context value ${key}=${value} can't be used: ${allowed}.`);
    this.name = 'ContextError';
  }
}

/** Length that Lambda's limit for names leaves beside the stack's own name and the longest operation's. */
const STAGE = /^[a-z]([a-z0-9-]{0,11}[a-z0-9])?$/;
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[A-Za-z0-9-]+$/;
const ZONE = /^Z[A-Z0-9]{1,31}$/;
const EVENT_BUS = /^arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[\w.\-/]{1,256}$/;
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const NUMBERS = /^[1-9]\d?(,[1-9]\d?){0,2}$/;

const DAYS = Object.values(RetentionDays).filter((days) => typeof days === 'number' && days < 9999);

const KEYS = [
  'stage',
  'domain',
  'certificate',
  'hostedZoneId',
  'hostedZoneName',
  'edge',
  'edgeDomains',
  'waf',
  'dashboard',
  'alarms',
  'accessLog',
  'requestsPerSecond',
  'requestBurst',
  'publicRequestsPerSecond',
  'linkRequestsPerSecond',
  'linkRequestBurst',
  'requestsPerAddress',
  'attemptsPerAddress',
  'requestsPerSession',
  'accountConcurrency',
  'sealConcurrency',
  'messageConcurrency',
  'webhookConcurrency',
  'jobConcurrency',
  'firstWriteUnits',
  'alarmEmail',
  'logRetention',
  'trial',
  'sealCertificate',
  'logKey',
  'logLock',
  'attachSealedFiles',
  'eventBus',
  'tracing',
  'dataKeyUsers',
  'userTokenKeys',
  'signerTokenKeys',
  'sealKeys',
] as const;
type ContextKey = (typeof KEYS)[number];

/**
 * Reads the settings from CDK's context (`-c key=value`, `cdk.json`, `cdk.context.json`); every key may be absent.
 * Throws a `ContextError` for an invalid value, and for an unknown plain word: a misspelt `waff=off` would otherwise
 * have no effect. Reads the file that `sealCertificate` names.
 */
export const readSettings = (context: Record<string, unknown>): Settings => {
  const unknown = Object.keys(context).find((key) => /^[A-Za-z]+$/.test(key) && !KEYS.includes(key as ContextKey));
  if (unknown) throw new ContextError(unknown, String(context[unknown]), `the keys are ${KEYS.join(', ')}`);

  const text = (key: ContextKey): string | null => {
    const value = context[key];
    return value === undefined || value === null || value === '' ? null : String(value).trim();
  };
  const matching = (key: ContextKey, pattern: RegExp, allowed: string): string | null => {
    const value = text(key);
    if (value !== null && !pattern.test(value)) throw new ContextError(key, value, allowed);
    return value;
  };
  const oneOf = <T>(key: ContextKey, words: Record<string, T>, otherwise: T): T => {
    const value = text(key);
    if (value === null) return otherwise;
    return words[value] ?? fail(key, value, `allowed are ${Object.keys(words).join(' and ')}`);
  };
  const keyNumbers = (key: 'userTokenKeys' | 'signerTokenKeys' | 'sealKeys'): number[] => {
    const allowed = 'it is one to three different numbers of 1 to 99 with commas between them, such as 2,1';
    const numbers = (matching(key, NUMBERS, allowed) ?? '1').split(',').map(Number);
    return new Set(numbers).size === numbers.length ? numbers : fail(key, numbers.join(), allowed);
  };
  const between = (key: ContextKey, least: number, most: number): number | null => {
    const value = text(key);
    if (value === null) return null;
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : fail(key, value, `it is a whole number of ${least} to ${most}`);
  };
  const waf = oneOf('waf', { on: true, off: false }, false);

  return {
    stage: matching('stage', STAGE, 'up to 13 lower-case letters, digits and hyphens, a letter first'),
    domain: domainOf(matching),
    edge: edgeOf(oneOf('edge', { on: true, off: false }, false), text('edgeDomains')),
    waf,
    dashboard: oneOf('dashboard', { on: true, off: false }, false),
    moreAlarms: oneOf('alarms', { few: false, all: true }, false),
    accessLog: oneOf<Settings['accessLog']>('accessLog', { off: 'off', on: 'on', existing: 'existing' }, 'off'),
    limits: limitsOf({ text, between, waf }),
    alarmEmail: matching('alarmEmail', EMAIL, 'it is one e-mail address'),
    logRetention: retentionOf(text('logRetention')),
    trial: oneOf('trial', { true: true, false: false }, false),
    sealCertificate: certificateOf(text('sealCertificate')),
    logKey: oneOf('logKey', { shared: false, own: true }, false),
    logLock: logLockOf(between('logLock', 1, 100), text('trial')),
    attachSealedFiles: oneOf('attachSealedFiles', { on: true, off: false }, true),
    eventBus: matching('eventBus', EVENT_BUS, 'it is the ARN of an event bus of EventBridge'),
    tracing: oneOf('tracing', { on: true, off: false }, false),
    dataKeyUsers: principalsOf(text('dataKeyUsers')),
    userTokenKeys: keyNumbers('userTokenKeys'),
    signerTokenKeys: keyNumbers('signerTokenKeys'),
    sealKeys: keyNumbers('sealKeys'),
  };
};

const PRINCIPAL = /^arn:aws[a-z-]*:iam::\d{12}:(role|user)\/[\w+=,.@/-]{1,512}\*?$/;

const principalsOf = (names: string | null): string[] => {
  const given = (names ?? '').split(' ').filter((name) => name !== '');
  const wrong = given.find((name) => !PRINCIPAL.test(name));
  return wrong === undefined
    ? given
    : fail('dataKeyUsers', wrong, 'it is ARNs of roles and users of IAM with blanks between them; each may end with *');
};

/** A trial's bucket is emptied with its stack, which a lock would prevent. */
const logLockOf = (years: number | null, trial: string | null): number | null =>
  years !== null && trial === 'true'
    ? fail('logLock', String(years), 'a trial locks nothing: its files go with it')
    : years;

/** The stack's name, which distinguishes its resources from other stacks' of the account. */
export const stackName = ({ stage }: Settings): string => (stage ? `Countersign-${stage}` : 'CountersignStack');

const fail = (key: ContextKey, value: string, allowed: string): never => {
  throw new ContextError(key, value, allowed);
};

/** Range of what an owner may ask of API Gateway; AWS raises an account's quota on request. */
const REQUESTS = [1, 1_000_000] as const;
/** WAF's own range for rates. */
const RATES = [10, 2_000_000_000] as const;
/** Lambda's range for the concurrency of a queue's worker. */
const RUNS = [2, 1000] as const;
/** Functions at once that Lambda gives an account; new ones often have 10, and AWS raises it on request. */
const USUAL_RUNS = 1000;
const ACCOUNT_RUNS = [10, 1_000_000] as const;
/** Shares of the account's functions that each worker may take: the API is left nearly half of them, whatever waits. */
const SHARES: Record<QueueName, number> = { seal: 0.2, message: 0.15, webhook: 0.15, job: 0.02 };
/** The capacity that DynamoDB gives each new table, and a bound against typing errors: preparing a table costs once. */
const WRITES = [4000, 1_000_000] as const;

/**
 * Requests a second to a route of public links, and for how many seconds' worth of them may come at once: a hall of
 * people who read a QR code. Requests beyond it cost nothing, so that a flood of 10,000 within a minute costs less than
 * a cent (`bench:cost`).
 */
const LINK_REQUESTS = 10;
const LINK_REQUESTS_AT_ONCE = 5;

const OF_THE_ACL = ['requestsPerAddress', 'attemptsPerAddress', 'requestsPerSession'] as const;

/**
 * Defaults are no lower than what an account has by default, so that only the owner's decision bounds the API. Three
 * exceptions protect it: each route without a session gets a fifth of API Gateway's usual quota, each route of public
 * links little, because anybody may have found one, and each queue's worker a share of the account's functions.
 */
const limitsOf = ({
  text,
  between,
  waf,
}: {
  text: (key: ContextKey) => string | null;
  between: (key: ContextKey, least: number, most: number) => number | null;
  waf: boolean;
}): Limits => {
  for (const key of OF_THE_ACL) {
    const value = text(key);
    if (value !== null && !waf) fail(key, value, 'only the web ACL counts this: it needs waf=on beside it');
  }
  const requestsPerSecond = between('requestsPerSecond', ...REQUESTS);
  const requestBurst = between('requestBurst', ...REQUESTS);
  if (requestBurst !== null && requestsPerSecond === null) {
    fail('requestBurst', String(requestBurst), 'it needs requestsPerSecond beside it');
  }
  const runs = between('accountConcurrency', ...ACCOUNT_RUNS) ?? USUAL_RUNS;
  const [fewest, most] = RUNS;
  const share = (queue: QueueName): number => Math.min(most, Math.max(fewest, Math.floor(runs * SHARES[queue])));
  const publicRequestsPerSecond = between('publicRequestsPerSecond', ...REQUESTS) ?? 2000;
  if (requestsPerSecond !== null && text('publicRequestsPerSecond') && publicRequestsPerSecond > requestsPerSecond) {
    fail('publicRequestsPerSecond', String(publicRequestsPerSecond), `requestsPerSecond is only ${requestsPerSecond}`);
  }
  const linkRequestsPerSecond = between('linkRequestsPerSecond', ...REQUESTS) ?? LINK_REQUESTS;
  const linkRequestBurst = between('linkRequestBurst', ...REQUESTS) ?? LINK_REQUESTS_AT_ONCE * linkRequestsPerSecond;
  return {
    requestsPerSecond,
    requestBurst: requestBurst ?? requestsPerSecond,
    publicRequestsPerSecond: Math.min(publicRequestsPerSecond, requestsPerSecond ?? publicRequestsPerSecond),
    linkRequestsPerSecond: Math.min(linkRequestsPerSecond, requestsPerSecond ?? linkRequestsPerSecond),
    linkRequestBurst,
    requestsPerAddress: between('requestsPerAddress', ...RATES) ?? 30_000,
    attemptsPerAddress: between('attemptsPerAddress', ...RATES) ?? 3000,
    requestsPerSession: between('requestsPerSession', ...RATES) ?? 150_000,
    concurrency: {
      seal: between('sealConcurrency', ...RUNS) ?? share('seal'),
      message: between('messageConcurrency', ...RUNS) ?? share('message'),
      webhook: between('webhookConcurrency', ...RUNS) ?? share('webhook'),
      job: between('jobConcurrency', ...RUNS) ?? share('job'),
    },
    firstWriteUnits: between('firstWriteUnits', ...WRITES),
  };
};

type Matching = (key: ContextKey, pattern: RegExp, allowed: string) => string | null;

const domainOf = (matching: Matching): Settings['domain'] => {
  const name = matching('domain', HOST, 'it is a host name in lower case, such as sign.example.com');
  const certificateArn = matching('certificate', CERTIFICATE, 'it is the ARN of a certificate in ACM');
  const id = matching('hostedZoneId', ZONE, 'it is the id of a hosted zone in Route 53, such as Z0123456789ABC');
  const zoneName = matching('hostedZoneName', HOST, 'it is a domain in lower case, such as example.com');
  if (!name) {
    const [key, value] =
      Object.entries({ certificate: certificateArn, hostedZoneId: id, hostedZoneName: zoneName }).find(
        ([, given]) => given !== null,
      ) ?? [];
    return key && value ? fail(key as ContextKey, value, 'it needs domain beside it') : null;
  }
  if (!certificateArn) return fail('domain', name, 'it needs certificate beside it, the ARN of a certificate in ACM');
  if (!id !== !zoneName) return fail('domain', name, 'hostedZoneId and hostedZoneName must be given together');
  if (zoneName && name !== zoneName && !name.endsWith(`.${zoneName}`)) {
    return fail('hostedZoneName', zoneName, `${name} must lie in it`);
  }
  return { name, certificateArn, zone: id && zoneName ? { id, name: zoneName } : null };
};

/** A tenant's name is its domain, and names have 128 characters. */
const LONGEST_EDGE_DOMAIN = 128;

const edgeOf = (isOn: boolean, names: string | null): Settings['edge'] => {
  if (!isOn) return names === null ? null : fail('edgeDomains', names, 'it needs edge=on beside it');
  const domains = (names ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const wrong = domains.find((name) => !HOST.test(name) || name.length > LONGEST_EDGE_DOMAIN);
  if (wrong !== undefined || new Set(domains).size < domains.length) {
    fail('edgeDomains', names ?? '', 'it is different host names in lower case, with commas between them');
  }
  return { domains };
};

const retentionOf = (days: string | null): RetentionDays => {
  if (days === null) return RetentionDays.THREE_MONTHS;
  const found = DAYS.find((known) => String(known) === days);
  return (found as RetentionDays | undefined) ?? fail('logRetention', days, `CloudWatch knows ${DAYS.join(', ')} days`);
};

const certificateOf = (file: string | null): string | null => {
  if (file === null) return null;
  try {
    const text = readFileSync(file, 'utf8');
    const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    const [leaf] = blocks.map((block) => new X509Certificate(block));
    if (leaf && !leaf.ca) return `${blocks.join('\n')}\n`;
  } catch {
    // The message below also covers a file that can't be read.
  }
  return fail('sealCertificate', file, "it names a PEM file with the seal key's own certificate first, then its chain");
};
