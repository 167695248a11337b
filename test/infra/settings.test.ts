import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { functionNameOf } from '../../infra/areas.ts';
import { readSettings, stackName } from '../../infra/settings.ts';
import { makeCertificateFile } from './certificates.ts';
import { DOMAIN, ZONE } from './switches.ts';

let certificate: Awaited<ReturnType<typeof makeCertificateFile>>;
beforeAll(async () => {
  certificate = await makeCertificateFile();
});
afterAll(() => certificate.remove());

describe('the settings', () => {
  test('need no context', () => {
    expect(readSettings({ 'aws:cdk:enable-path-metadata': false, '@aws-cdk/core:flag': true })).toEqual({
      stage: null,
      domain: null,
      edge: null,
      waf: false,
      dashboard: false,
      moreAlarms: false,
      accessLog: 'off',
      limits: {
        requestsPerSecond: null,
        requestBurst: null,
        publicRequestsPerSecond: 2000,
        linkRequestsPerSecond: 10,
        linkRequestBurst: 50,
        requestsPerAddress: 30_000,
        attemptsPerAddress: 3000,
        requestsPerSession: 150_000,
        concurrency: { seal: 200, message: 150, webhook: 150, job: 20 },
        firstWriteUnits: null,
      },
      alarmEmail: null,
      logRetention: 90,
      trial: false,
      sealCertificate: null,
      logKey: false,
      logLock: null,
      attachSealedFiles: true,
      eventBus: null,
      tracing: false,
      dataKeyUsers: [],
      userTokenKeys: [1],
      signerTokenKeys: [1],
      sealKeys: [1],
    });
  });

  test('are read from the words of a command line as from the values of a JSON file', () => {
    const words = {
      waf: 'on',
      dashboard: 'on',
      alarms: 'all',
      accessLog: 'existing',
      trial: 'true',
      logRetention: '365',
      userTokenKeys: '2,1',
      signerTokenKeys: '4',
      sealKeys: '3',
    };
    const values = {
      waf: 'on',
      dashboard: 'on',
      alarms: 'all',
      accessLog: 'existing',
      trial: true,
      logRetention: 365,
      userTokenKeys: '2,1',
      signerTokenKeys: 4,
      sealKeys: 3,
    };
    expect(readSettings(values)).toEqual(readSettings(words));
    expect(readSettings(words)).toMatchObject({
      waf: true,
      dashboard: true,
      moreAlarms: true,
      accessLog: 'existing',
      trial: true,
      userTokenKeys: [2, 1],
      signerTokenKeys: [4],
      sealKeys: [3],
    });
  });

  test('take a domain with its certificate, with and without the zone', () => {
    expect(readSettings(DOMAIN).domain).toEqual({
      name: 'sign.example.com',
      certificateArn: DOMAIN.certificate,
      zone: null,
    });
    expect(readSettings({ ...DOMAIN, ...ZONE }).domain?.zone).toEqual({ id: 'Z0123456789ABC', name: 'example.com' });
  });

  test('let the owner say every limit; a bound of the whole API bounds public routes, too', () => {
    const { limits } = readSettings({
      requestsPerSecond: 500,
      publicRequestsPerSecond: '100',
      linkRequestsPerSecond: '30',
      waf: 'on',
      requestsPerAddress: '10',
      attemptsPerAddress: 100,
      requestsPerSession: '2000000000',
      sealConcurrency: 50,
      webhookConcurrency: '2',
      firstWriteUnits: 40_000,
    });
    expect(limits).toEqual({
      requestsPerSecond: 500,
      requestBurst: 500,
      publicRequestsPerSecond: 100,
      linkRequestsPerSecond: 30,
      linkRequestBurst: 150,
      requestsPerAddress: 10,
      attemptsPerAddress: 100,
      requestsPerSession: 2_000_000_000,
      concurrency: { seal: 50, message: 150, webhook: 2, job: 20 },
      firstWriteUnits: 40_000,
    });
    expect(readSettings({ requestsPerSecond: '500', requestBurst: '900' }).limits).toMatchObject({
      requestBurst: 900,
      publicRequestsPerSecond: 500,
    });
  });

  test.each([
    [10, { seal: 2, message: 2, webhook: 2, job: 2 }],
    [100, { seal: 20, message: 15, webhook: 15, job: 2 }],
    [3000, { seal: 600, message: 450, webhook: 450, job: 60 }],
  ])('leave the API its share of an account with %s functions at once', (accountConcurrency, concurrency) => {
    expect(readSettings({ accountConcurrency }).limits.concurrency).toEqual(concurrency);
  });

  test("take the seal's certificate from a file, and only the certificates in it", () => {
    expect(readSettings({ sealCertificate: certificate.file }).sealCertificate).toBe(certificate.pem);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['stage', { stage: 'Über' }, 'lower-case letters'],
    ['stage', { stage: 'a-stage-with-a-long-name' }, '13'],
    ['domain', { ...DOMAIN, domain: 'https://sign.example.com' }, 'sign.example.com'],
    ['domain', { domain: 'sign.example.com' }, 'certificate'],
    ['certificate', { ...DOMAIN, certificate: 'arn:aws:iam::1:x' }, 'ACM'],
    ['certificate', { certificate: DOMAIN.certificate }, 'domain'],
    ['hostedZoneId', { ...DOMAIN, ...ZONE, hostedZoneId: '/hostedzone/Z1' }, 'Z0123456789ABC'],
    ['hostedZoneName', { ...DOMAIN, ...ZONE, hostedZoneName: 'example.org' }, 'sign.example.com must lie in it'],
    ['domain', { ...DOMAIN, hostedZoneName: 'example.com' }, 'together'],
    ['waf', { waf: 'maybe' }, 'on and off'],
    ['edgeDomains', { edgeDomains: 'sign.acme.example' }, 'it needs edge=on'],
    ['edgeDomains', { edge: 'on', edgeDomains: 'sign.acme.example,https://x.example' }, 'different host names'],
    ['edgeDomains', { edge: 'on', edgeDomains: 'a.example.com,a.example.com' }, 'different host names'],
    ['dashboard', { dashboard: 'true' }, 'on and off'],
    ['alarms', { alarms: 'none' }, 'few and all'],
    ['accessLog', { accessLog: 'yes' }, 'off and on and existing'],
    ['requestsPerSecond', { requestsPerSecond: '0' }, 'whole number of 1 to'],
    ['requestsPerSecond', { requestsPerSecond: '1e3' }, 'whole number of 1 to'],
    ['requestBurst', { requestBurst: '10' }, 'requestsPerSecond beside it'],
    ['publicRequestsPerSecond', { requestsPerSecond: '50', publicRequestsPerSecond: '51' }, 'only 50'],
    ['linkRequestsPerSecond', { linkRequestsPerSecond: '0' }, 'whole number of 1 to'],
    ['requestsPerAddress', { requestsPerAddress: '9', waf: 'on' }, 'whole number of 10 to'],
    ['requestsPerSession', { requestsPerSession: '1000' }, 'waf=on'],
    ['sealConcurrency', { sealConcurrency: 1 }, 'whole number of 2 to 1000'],
    ['accountConcurrency', { accountConcurrency: 9 }, 'whole number of 10 to'],
    ['dataKeyUsers', { dataKeyUsers: '*' }, 'ARNs of roles and users'],
    ['eventBus', { eventBus: 'signing' }, 'ARN'],
    ['tracing', { tracing: 'yes' }, 'on and off'],
    ['firstWriteUnits', { firstWriteUnits: '3999' }, 'whole number of 4000'],
    ['firstWriteUnit', { firstWriteUnit: '4000' }, 'firstWriteUnits'],
    ['alarmEmail', { alarmEmail: 'nobody' }, 'e-mail address'],
    ['logRetention', { logRetention: '100' }, '90, 120'],
    ['trial', { trial: 'yes' }, 'true and false'],
    ['sealCertificate', { sealCertificate: '/no/such/file' }, 'PEM file'],
    ['sealCertificate', { sealCertificate: 'package.json' }, 'PEM file'],
    ['userTokenKeys', { userTokenKeys: 'new' }, '2,1'],
    ['userTokenKeys', { userTokenKeys: '1,1' }, 'different'],
    ['signerTokenKeys', { signerTokenKeys: '2,2' }, 'different'],
    ['tokenKeys', { tokenKeys: '2' }, 'userTokenKeys, signerTokenKeys'],
    ['sealKeys', { sealKeys: '0' }, '1 to 99'],
    ['alarmMail', { alarmMail: 'ops@example.com' }, 'alarmEmail'],
  ])('refuse a bad %s (%j), naming the key and what is allowed', (key, context, allowed) => {
    const act = () => readSettings(context);
    expect(act).toThrow(`The context value ${key}=`);
    expect(act).toThrow(allowed);
  });

  test("name the stack; with the longest stage, every function's name is within Lambda's 64 characters", () => {
    expect(stackName(readSettings({}))).toBe('CountersignStack');
    const longest = stackName(readSettings({ stage: 'a234567890123' }));
    for (const { contract } of operations) {
      expect(`${longest}-api-${functionNameOf(contract)}`.length).toBeLessThanOrEqual(64);
    }
  });
});
