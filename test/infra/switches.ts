export type Context = Record<string, string>;

/** Context with a certificate, a zone and a file. */
export const DOMAIN = {
  domain: 'sign.example.com',
  certificate: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000',
};
export const ZONE = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

/** Every switch of docs/deploying.md, but the seal's certificate, whose file is made first. */
export const SWITCHES: Record<string, Context> = {
  'a stage': { stage: 'test' },
  'a domain': { ...DOMAIN },
  'a domain and its zone': { ...DOMAIN, ...ZONE },
  'an edge': { edge: 'on', edgeDomains: 'sign.acme.example, sign.flats.example' },
  'a web ACL': { waf: 'on' },
  'limits of the web ACL': {
    waf: 'on',
    requestsPerSession: '222',
    requestsPerAddress: '111',
    attemptsPerAddress: '11',
  },
  'a dashboard': { dashboard: 'on' },
  'all alarms': { alarms: 'all' },
  'an access log with a role that is there': { accessLog: 'existing' },
  'an access log': { accessLog: 'on' },
  'limits of the gateway': {
    requestsPerSecond: '500',
    requestBurst: '800',
    publicRequestsPerSecond: '90',
    linkRequestsPerSecond: '3',
    linkRequestBurst: '7',
  },
  'a small account': { accountConcurrency: '100' },
  'shares of the workers': {
    sealConcurrency: '3',
    messageConcurrency: '4',
    webhookConcurrency: '5',
    jobConcurrency: '6',
  },
  'a prepared table': { firstWriteUnits: '16000' },
  'an address for alarms': { alarmEmail: 'ops@example.com' },
  'a year of logs': { logRetention: '365' },
  'a trial': { trial: 'true' },
  'a key of the log': { logKey: 'own' },
  'a lock of the log': { logLock: '10' },
  'mails without documents': { attachSealedFiles: 'off' },
  'an event bus': { eventBus: 'arn:aws:events:eu-central-1:123456789012:event-bus/signing' },
  tracing: { tracing: 'on' },
  'another user of the data key': { dataKeyUsers: 'arn:aws:iam::123456789012:role/backup-*' },
  'two keys of users': { userTokenKeys: '2,1' },
  'two keys of signers': { signerTokenKeys: '2,1' },
  'two seal keys': { sealKeys: '2,1' },
};

/** All switches at once. A trial excludes the lock of the log, and has a combination of its own. */
export const EVERYTHING: Context = { ...Object.assign({}, ...Object.values(SWITCHES)), trial: 'false' };

const { logLock: _, ...UNLOCKED } = EVERYTHING;
export const EVERYTHING_IN_A_TRIAL: Context = { ...UNLOCKED, trial: 'true' };
