import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { emailRecords, findEmailRecords } from '../../lib/people/domains/email-records.ts';
import { openLookup } from '../../lib/people/domains/lookup.ts';
import { type Dns, startDns } from './dns-server.ts';

const DOMAIN = 'notify.example.com';
const TOKENS = ['one', 'two', 'three'];
const ZONE = 'dkim.eu-x.amazonses.com';
const ALL = { dkim: true, spf: true, dmarc: true };

let dns: Dns;
let restore: () => void;
beforeAll(async () => {
  dns = await startDns();
  restore = setEnvironment({ DNS_SERVERS: dns.address });
});
beforeEach(() => {
  dns.fail('none');
  dns.clear();
});
afterAll(async () => {
  restore();
  await dns.stop();
});

const look = () => findEmailRecords(openLookup(), DOMAIN, TOKENS, ZONE);
const records = () => emailRecords(DOMAIN, TOKENS, ZONE);

describe("a mail domain's records", () => {
  test('are found if they are published as the answer says', async () => {
    dns.publish(records());
    expect(await look()).toEqual(ALL);
  });

  test('are not found in an empty DNS', async () => {
    expect(await look()).toEqual({ dkim: false, spf: false, dmarc: false });
  });

  test.each(['refuses', 'silent'] as const)('are unknown while the name server %s', async (how) => {
    dns.publish(records());
    dns.fail(how);
    expect(await look()).toEqual({ dkim: undefined, spf: undefined, dmarc: undefined });
  });

  test('are valid only with every key of SES', async () => {
    dns.publish(records());
    dns.remove(`two._domainkey.${DOMAIN}`);
    expect(await look()).toEqual({ ...ALL, dkim: false });
    dns.add('CNAME', `two._domainkey.${DOMAIN}`, 'two.dkim.example.net');
    expect(await look()).toEqual({ ...ALL, dkim: false });
    dns.remove(`two._domainkey.${DOMAIN}`);
    dns.add('CNAME', `two._domainkey.${DOMAIN}`, 'TWO.dkim.amazonses.com');
    expect(await look()).toEqual(ALL);
  });

  test.each([
    ['v=spf1 include:amazonses.com -all', true],
    ['v=spf1 mx ip4:192.0.2.1 +include:amazonses.com ?all', true],
    ['V=SPF1 INCLUDE:AMAZONSES.COM -all', true],
    ['v=spf1 include:_spf.example.com ~all', true],
    ['v=spf1 redirect=_spf.example.com', true],
    ['v=spf1 -all', false],
    ['v=spf1 -include:amazonses.com all', false],
    ['v=spf1 include:amazonses.com.example.net -all', false],
    ['v=spf10 include:amazonses.com', false],
    ['include:amazonses.com', false],
  ])('allow SES to send: %s is %s', async (policy, allowed) => {
    dns.add('TXT', '_spf.example.com', 'v=spf1 include:amazonses.com -all');
    dns.add('TXT', DOMAIN, 'unrelated');
    dns.add('TXT', DOMAIN, policy);
    expect((await look()).spf).toBe(allowed);
  });

  test('with two policies allow nothing', async () => {
    dns.add('TXT', DOMAIN, 'v=spf1 include:amazonses.com -all');
    dns.add('TXT', DOMAIN, 'v=spf1 include:amazonses.com ~all');
    expect((await look()).spf).toBe(false);
  });

  test('that include each other don’t loop', async () => {
    dns.add('TXT', DOMAIN, 'v=spf1 include:a.example.com -all');
    dns.add('TXT', 'a.example.com', `v=spf1 include:${DOMAIN} include:a.example.com -all`);
    expect((await look()).spf).toBe(false);
  });

  test.each([
    [`_dmarc.${DOMAIN}`, 'v=DMARC1; p=none;', true],
    ['_dmarc.example.com', 'v=DMARC1;p=reject; rua=mailto:d@example.com', true],
    [`_dmarc.${DOMAIN}`, 'v=DMARC1; rua=mailto:d@example.com', false],
    [`_dmarc.${DOMAIN}`, 'v=DMARC2; p=none', false],
    ['_dmarc.com', 'v=DMARC1; p=reject', false],
  ])('have a DMARC policy: %s %s is %s', async (name, policy, found) => {
    dns.add('TXT', name, policy);
    expect((await look()).dmarc).toBe(found);
  });
});
