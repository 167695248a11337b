import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import type { Api, Person } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';

let api: Api;
let dns: Dns;
let owner: Person;
let stranger: Person;
let stage: Awaited<ReturnType<typeof startApiWithDns>>;
beforeAll(async () => {
  stage = await startApiWithDns();
  ({ api, dns } = stage);
  owner = await api.signUp({ org_name: 'Analytical Engines' });
  stranger = await api.signUp();
});
beforeEach(() => {
  dns.fail('none');
  dns.clear();
});
afterAll(() => stage.stop());

let made = 0;
const newDomain = () => `sign-${++made}.example.com`;

const newBrand = async (person: Person) => {
  const organizationid = person.organization_id;
  const created = await api.as(person).createBrand({ path: { organizationid }, body: { key: `brand-${++made}` } });
  const path = { organizationid, brandid: created.body.id };
  return {
    add: (domain: unknown) => api.as(person).addBrandAppDomain({ path, body: { domain } }),
    verify: () => api.as(person).verifyBrandAppDomain({ path }),
    remove: () => api.as(person).removeBrandAppDomain({ path }),
    delete: () => api.as(person).deleteBrand({ path }),
    get: async () => (await api.as(person).getBrand({ path })).body,
  };
};

const codeOf = ({ headers }: { headers: Headers }) => headers.get('x-error-code');

describe("a brand's domain for web pages", () => {
  test('is answered with its DNS records: the target, and a token of this brand alone', async () => {
    const brand = await newBrand(owner);
    const domain = newDomain();
    const { status, body } = await brand.add(domain);
    expect(status).toBe(200);
    expect(body).toMatchObject({ app_domain: domain, app_domain_status: 'pending', app_domain_cf_id: null });
    expect(body.dns_records).toEqual([
      { purpose: 'address', type: 'CNAME', name: domain, value: 'countersign.localhost' },
      { purpose: 'ownership', type: 'TXT', name: `_countersign.${domain}`, value: body.app_domain_dcv_token },
    ]);
    const theirs = await (await newBrand(stranger)).add(domain);
    expect(theirs.body.app_domain_dcv_token).not.toBe(body.app_domain_dcv_token);
    expect((await brand.add(domain)).body).toEqual(body);
  });

  test('goes from pending to active when both records are there, and to failed when one goes', async () => {
    const brand = await newBrand(owner);
    const { body } = await brand.add(newDomain());
    const [address, ownership] = body.dns_records;
    expect((await brand.verify()).body.app_domain_status).toBe('pending');
    dns.publish([address]);
    expect((await brand.verify()).body.app_domain_status).toBe('pending');
    dns.add('TXT', ownership.name, 'something else');
    expect((await brand.verify()).body.app_domain_status).toBe('pending');
    dns.publish([ownership]);
    expect((await brand.verify()).body.app_domain_status).toBe('active');
    expect(callsOf('verifyBrandAppDomain').map(({ command }) => command)).toEqual(['BatchGet', 'Get', 'TransactWrite']);
    dns.fail('refuses');
    expect((await brand.verify()).body.app_domain_status).toBe('active');
    dns.fail('none');
    dns.remove(address.name);
    dns.add('CNAME', address.name, 'elsewhere.example.net');
    expect((await brand.verify()).body.app_domain_status).toBe('failed');
    dns.remove(address.name);
    dns.publish([address]);
    expect((await brand.verify()).body.app_domain_status).toBe('active');
  });

  test('is not active before this platform answers there: a link must not lead to nobody, or to somebody else', async () => {
    const brand = await newBrand(owner);
    dns.publish((await brand.add(newDomain())).body.dns_records);
    const impostor = createServer((_, response) => response.end('{"keys":[{"kid":"another"}]}')).listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    const elsewhere = setEnvironment({ APP_URL: `http://127.0.0.1:${(impostor.address() as AddressInfo).port}` });
    try {
      expect((await brand.verify()).body.app_domain_status).toBe('pending');
      impostor.close();
      impostor.closeAllConnections();
      await once(impostor, 'close');
      expect((await brand.verify()).body.app_domain_status).toBe('pending');
    } finally {
      elsewhere();
    }
    expect((await brand.verify()).body.app_domain_status).toBe('active');
  });

  test('leads to the edge where the deployment has one', async () => {
    const withoutEdge = setEnvironment({ EDGE_HOST: 'D111.cloudfront.net' });
    try {
      const brand = await newBrand(owner);
      const { body } = await brand.add(newDomain());
      expect(body.dns_records[0]).toMatchObject({ purpose: 'address', value: 'd111.cloudfront.net' });
      dns.publish(body.dns_records);
      expect((await brand.verify()).body.app_domain_status).toBe('active');
    } finally {
      withoutEdge();
    }
  });

  test('is answered with the three fields of the specification as texts', async () => {
    const brand = await newBrand(owner);
    await brand.add(newDomain());
    const { body } = await brand.verify();
    expect(body).toMatchObject({ email_display_name: 'Analytical Engines', locale: 'en', timezone: 'UTC' });
  });

  test('belongs to the brand that proves it, and then to no other', async () => {
    const domain = newDomain();
    const [mine, theirs, late] = await Promise.all([newBrand(owner), newBrand(stranger), newBrand(stranger)]);
    dns.publish((await mine.add(domain)).body.dns_records);
    const records = (await theirs.add(domain)).body.dns_records;
    expect((await theirs.verify()).body.app_domain_status).toBe('pending');
    expect((await mine.verify()).body.app_domain_status).toBe('active');
    expect((await late.add(domain)).status).toBe(200);
    expect((await late.verify()).body.app_domain_status).toBe('pending');
    dns.add('TXT', records[1].name, records[1].value);
    expect(codeOf(await theirs.verify())).toBe('domain_taken');
    expect((await mine.remove()).body).toMatchObject({ app_domain: null, app_domain_status: null, dns_records: [] });
    expect((await theirs.verify()).body.app_domain_status).toBe('active');
    // Another owner of the domain, who publishes their own token alone.
    const [, own] = (await mine.add(domain)).body.dns_records;
    dns.remove(own.name);
    dns.publish([own]);
    expect((await mine.verify()).body.app_domain_status).toBe('active');
    expect((await theirs.get()).app_domain_status).toBe('failed');
  });

  test('is free again when its brand is deleted', async () => {
    const domain = newDomain();
    const mine = await newBrand(owner);
    dns.publish((await mine.add(domain)).body.dns_records);
    await mine.verify();
    expect((await mine.delete()).status).toBe(200);
    expect((await (await newBrand(stranger)).add(domain)).status).toBe(200);
  });

  test('must be removed before another is added', async () => {
    const brand = await newBrand(owner);
    await brand.add(newDomain());
    expect(codeOf(await brand.add(newDomain()))).toBe('domain_present');
    await brand.remove();
    expect((await brand.add(newDomain())).status).toBe(200);
    expect((await (await newBrand(owner)).remove()).status).toBe(200);
  });

  test('must exist before it can be verified', async () => {
    expect(codeOf(await (await newBrand(owner)).verify())).toBe('domain_absent');
  });

  test.each([
    'gmail.com',
    'sign.yahoo.co.uk',
    'co.uk',
    'localhost',
    '10.0.0.1',
    '_acme.example.com',
    'example.com..',
    'a/b.com',
    '',
    null,
    7,
  ])('is refused if it is malformed: %j', async (domain) => {
    const { status, body } = await (await newBrand(owner)).add(domain);
    expect([status, body.error]).toEqual([406, expect.stringContaining('domain')]);
  });
});
