import { CreateEmailIdentityCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
const newDomain = () => `notify-${++made}.example.com`;

/** A new brand of the person, as calls on it. */
const newBrand = async (person: Person, details: Record<string, unknown> = {}) => {
  const organizationid = person.organization_id;
  const created = await api.as(person).createBrand({
    path: { organizationid },
    body: { key: `brand-${++made}`, ...details },
  });
  const path = { organizationid, brandid: created.body.id };
  return brandAt(person, path);
};

const brandAt = (person: Person, path: { organizationid: string; brandid: string }) => ({
  add: (subdomain: unknown, more: Record<string, unknown> = {}) =>
    api.as(person).addBrandEmailDomain({ path, body: { subdomain, local_part: 'contracts', ...more } }),
  verify: () => api.as(person).verifyBrandEmailDomain({ path }),
  remove: () => api.as(person).removeBrandEmailDomain({ path }),
  delete: () => api.as(person).deleteBrand({ path }),
  get: async () => (await api.as(person).getBrand({ path })).body,
});

const codeOf = ({ headers }: { headers: Headers }) => headers.get('x-error-code');

/** The identity as SES has it; undefined where it has none. */
const atSes = (EmailIdentity: string) =>
  new SESv2Client({ maxAttempts: 1 }).send(new GetEmailIdentityCommand({ EmailIdentity })).catch(() => undefined);

describe('addBrandEmailDomain', () => {
  test('makes the domain known to SES and answers what its DNS needs', async () => {
    const brand = await newBrand(owner);
    const domain = newDomain();
    const { status, body } = await brand.add(domain, { display_name: 'Garden Flats', reply_to: 'office@example.net' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email_domain: domain,
      email_local_part: 'contracts',
      email_display_name: 'Garden Flats',
      email_reply_to: 'office@example.net',
      email_reply_to_verified: false,
      email_domain_status: 'pending',
      email_spf_verified: false,
      email_dkim_verified: false,
      email_dmarc_verified: false,
    });
    expect(body.email_dkim_tokens).toHaveLength(3);
    for (const token of body.email_dkim_tokens) {
      const name = `${token}._domainkey.${domain}`;
      expect(body.dns_records).toContainEqual({
        purpose: 'dkim',
        type: 'CNAME',
        name,
        value: `${token}.dkim.amazonses.com`,
      });
    }
    expect(body.dns_records.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
      'dkim',
      'dkim',
      'dkim',
      'spf',
      'dmarc',
      'ownership',
    ]);
    expect((await atSes(domain))?.DkimAttributes?.Tokens).toEqual(body.email_dkim_tokens);
    expect(await brand.get()).toEqual(body);
    expect(callsOf('addBrandEmailDomain').map(({ command }) => command)).toEqual([
      'BatchGet',
      'TransactWrite',
      'CreateEmailIdentity',
      'TransactWrite',
    ]);
  });

  test('again with the same domain changes the rest, and asks SES for nothing', async () => {
    const brand = await newBrand(owner);
    const domain = newDomain();
    const first = await brand.add(domain, { display_name: 'Before' });
    const second = await brand.add(`${domain.toUpperCase()}.`, { local_part: 'leases', display_name: 'After' });
    expect(second.body).toMatchObject({
      email_local_part: 'leases',
      email_display_name: 'After',
      email_dkim_tokens: first.body.email_dkim_tokens,
    });
    expect(callsOf('addBrandEmailDomain').map(({ command }) => command)).toEqual(['BatchGet', 'TransactWrite']);
  });

  test('works for the default brand that nobody has changed yet', async () => {
    const person = await api.signUp();
    const path = { organizationid: person.organization_id };
    const [{ id }] = (await api.as(person).getBrands({ path })).body;
    const brand = brandAt(person, { ...path, brandid: id });
    const { body } = await brand.add(newDomain());
    dns.publish(body.dns_records);
    expect((await brand.verify()).body.email_domain_status).toBe('verified');
  });

  test('answers 400 while the brand has another domain', async () => {
    const brand = await newBrand(owner);
    const domain = newDomain();
    await brand.add(domain);
    const other = await brand.add(newDomain());
    expect([other.status, other.body.error]).toEqual([400, expect.stringContaining(domain)]);
    expect((await brand.get()).email_domain).toBe(domain);
  });

  test.each([
    ['subdomain', 'gmail.com'],
    ['subdomain', 'mail.outlook.com'],
    ['subdomain', 'co.uk'],
    ['subdomain', 'github.io'],
    ['subdomain', 'com.'],
    ['subdomain', 'localhost'],
    ['subdomain', '127.0.0.1'],
    ['subdomain', '_dmarc.example.com'],
    ['subdomain', 'example.com..'],
    ['subdomain', 'xn--zzzz-.com'],
    ['subdomain', 'user@example.com'],
    ['subdomain', ''],
    ['subdomain', 7],
    ['subdomain', undefined],
    ['local_part', 'a b'],
    ['local_part', '.a'],
    ['local_part', 'a..b'],
    ['local_part', 'a@b'],
    ['local_part', 'a"\r\nBcc: x'],
    ['local_part', 'x'.repeat(65)],
    ['local_part', undefined],
    ['display_name', 'x'.repeat(201)],
    ['reply_to', 'nobody'],
  ])('answers 406 to %s %j, and names the field', async (field, value) => {
    const brand = await newBrand(owner);
    const { status, body } = await brand.add('notify.example.com', { [field]: value });
    expect([status, body.error]).toEqual([406, expect.stringContaining(field)]);
    expect((await brand.get()).email_domain).toBeNull();
  });

  test('answers 400 for a domain that the account uses for something else, and doesn’t change it', async () => {
    const domain = newDomain();
    await new SESv2Client({}).send(new CreateEmailIdentityCommand({ EmailIdentity: domain }));
    const before = await atSes(domain);
    const brand = await newBrand(owner);
    expect(codeOf(await brand.add(domain))).toBe('domain_taken');
    expect((await brand.get()).email_domain).toBeNull();
    expect((await atSes(domain))?.DkimAttributes?.Tokens).toEqual(before?.DkimAttributes?.Tokens);
  });
});

describe('verifyBrandEmailDomain', () => {
  test('goes from pending to verified when all records are there, and to failed when one goes', async () => {
    const brand = await newBrand(owner);
    const { body: added } = await brand.add(newDomain());
    const flags = { email_spf_verified: false, email_dkim_verified: false, email_dmarc_verified: false };
    expect((await brand.verify()).body).toMatchObject({ ...flags, email_domain_status: 'pending' });
    const expected: Record<string, string> = {
      dkim: 'email_dkim_verified',
      spf: 'email_spf_verified',
      dmarc: 'email_dmarc_verified',
    };
    for (const [purpose, flag] of Object.entries(expected)) {
      dns.publish(added.dns_records.filter((record: { purpose: string }) => record.purpose === purpose));
      Object.assign(flags, { [flag]: true });
      expect((await brand.verify()).body).toMatchObject(flags);
    }
    const verified = await brand.verify();
    expect(verified.body).toMatchObject({ ...flags, email_domain_status: 'verified' });
    expect(
      callsOf('verifyBrandEmailDomain')
        .map(({ command }) => command)
        .sort(),
    ).toEqual(['BatchGet', 'GetEmailIdentity']);
    dns.remove(added.email_domain);
    expect((await brand.verify()).body).toMatchObject({ email_spf_verified: false, email_domain_status: 'failed' });
    expect((await brand.get()).email_domain_status).toBe('failed');
    dns.publish(added.dns_records.filter(({ purpose }: { purpose: string }) => purpose === 'spf'));
    expect((await brand.verify()).body.email_domain_status).toBe('verified');
  });

  test('answers the three fields of the specification as texts, beside the whole brand', async () => {
    const plain = await newBrand(owner);
    await plain.add(newDomain());
    const { status, body } = await plain.verify();
    expect(status).toBe(200);
    expect(body).toMatchObject({ email_display_name: 'Analytical Engines', locale: 'en', timezone: 'UTC' });
    expect({ ...body, email_display_name: null, locale: null, timezone: null }).toEqual(await plain.get());
    const own = { name: 'Garden Flats', locale: 'de-AT', timezone: 'Europe/Vienna' };
    const set = await newBrand(owner, own);
    await set.add(newDomain());
    const { name: email_display_name, ...rest } = own;
    expect((await set.verify()).body).toMatchObject({ email_display_name, ...rest });
  });

  test('keeps the status when name servers don’t answer', async () => {
    const brand = await newBrand(owner);
    dns.publish((await brand.add(newDomain())).body.dns_records);
    expect((await brand.verify()).body.email_domain_status).toBe('verified');
    const before = await brand.get();
    dns.fail('refuses');
    expect((await brand.verify()).status).toBe(200);
    expect(await brand.get()).toEqual(before);
  });

  test('answers 400 for a brand without a domain', async () => {
    const brand = await newBrand(owner);
    const { status, headers } = await brand.verify();
    expect([status, headers.get('x-error-code')]).toEqual([400, 'domain_absent']);
  });

  test('trusts a reply address of the domain once it is verified, and the caller’s own address at once', async () => {
    const brand = await newBrand(owner);
    const domain = newDomain();
    const { body } = await brand.add(domain, { reply_to: 'Office@Example.com' });
    expect(body.email_reply_to_verified).toBe(false);
    dns.publish(body.dns_records);
    expect((await brand.verify()).body.email_reply_to_verified).toBe(true);
    expect((await brand.add(domain, { reply_to: 'office@example.net' })).body.email_reply_to_verified).toBe(false);
    expect((await brand.verify()).body.email_reply_to_verified).toBe(false);
    expect((await brand.add(domain, { reply_to: owner.email })).body.email_reply_to_verified).toBe(true);
    expect((await brand.add(domain, { reply_to: null })).body).toMatchObject({
      email_reply_to: null,
      email_reply_to_verified: false,
    });
  });
});

describe('a domain', () => {
  test('can’t be blocked by others who ask for it, and belongs to the brand that its records name', async () => {
    const domain = newDomain();
    const [squatter, mine] = [await newBrand(stranger), await newBrand(owner)];
    const { body: theirs } = await squatter.add(domain);
    const { status, body } = await mine.add(domain);
    expect(status).toBe(200);
    dns.publish(body.dns_records);
    // Everything but the token is the same for both brands: this must not help the squatter.
    expect(body.email_dkim_tokens).toEqual(theirs.email_dkim_tokens);
    expect((await squatter.verify()).body).toMatchObject({ email_domain_status: 'pending', email_dkim_verified: true });
    expect((await mine.verify()).body.email_domain_status).toBe('verified');
    expect((await squatter.remove()).status).toBe(200);
    expect((await atSes(domain))?.DkimAttributes?.Tokens).toEqual(body.email_dkim_tokens);
    expect((await mine.verify()).body.email_domain_status).toBe('verified');
    const late = await newBrand(stranger);
    expect((await late.add(domain)).status).toBe(200);
    expect((await late.verify()).body.email_domain_status).toBe('pending');
    expect((await late.delete()).status).toBe(200);
    expect((await mine.verify()).body.email_domain_status).toBe('verified');
  });

  test('stays with the first of two brands that its records name, and changes over when they no longer name the first', async () => {
    const domain = newDomain();
    const [first, second] = [await newBrand(owner), await newBrand(stranger)];
    const [one, other] = [(await first.add(domain)).body, (await second.add(domain)).body];
    const ownership = (brand: typeof one) =>
      brand.dns_records.filter(({ purpose }: { purpose: string }) => purpose === 'ownership');
    dns.publish(one.dns_records);
    await first.verify();
    const theirs = ownership(other)[0];
    dns.add('TXT', theirs.name, theirs.value);
    expect(codeOf(await second.verify())).toBe('domain_taken');
    expect((await first.verify()).body.email_domain_status).toBe('verified');
    dns.remove(theirs.name);
    dns.publish(ownership(other));
    expect((await second.verify()).body.email_domain_status).toBe('verified');
    expect((await first.get()).email_domain_status).toBe('failed');
    expect((await first.verify()).body.email_domain_status).toBe('failed');
    expect((await second.verify()).body.email_domain_status).toBe('verified');
  });

  test('doesn’t go to a squatter when the brand that published its records gives it up', async () => {
    const domain = newDomain();
    const [squatter, mine] = [await newBrand(stranger), await newBrand(owner)];
    await squatter.add(domain);
    const { body } = await mine.add(domain);
    dns.publish(body.dns_records.filter(({ purpose }: { purpose: string }) => purpose !== 'ownership'));
    expect((await mine.verify()).body.email_domain_status).toBe('pending');
    await mine.remove();
    expect((await squatter.verify()).body.email_domain_status).toBe('pending');
    const again = await newBrand(owner);
    const { dns_records } = (await again.add(domain)).body;
    dns.publish(dns_records.filter(({ purpose }: { purpose: string }) => purpose === 'ownership'));
    expect((await again.verify()).body.email_domain_status).toBe('verified');
  });

  test('can be requested by several brands at the same moment', async () => {
    const domain = newDomain();
    const brands = await Promise.all([newBrand(owner), newBrand(stranger), newBrand(owner)]);
    const tries = await Promise.all(brands.map((brand) => brand.add(domain)));
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('is free again when its brand gives it up, and SES forgets it', async () => {
    const brand = await newBrand(owner);
    const domain = newDomain();
    const { body } = await brand.add(domain, { reply_to: owner.email });
    const removed = await brand.remove();
    expect(removed.status).toBe(200);
    expect(removed.body).toMatchObject({
      email_domain: null,
      email_local_part: null,
      email_reply_to: null,
      email_reply_to_verified: false,
      email_domain_status: null,
      email_dkim_tokens: [],
      dns_records: [],
    });
    expect(await atSes(domain)).toBeUndefined();
    expect((await brand.remove()).status).toBe(200);
    const theirs = await (await newBrand(stranger)).add(domain);
    expect(theirs.status).toBe(200);
    expect(theirs.body.email_dkim_tokens).not.toEqual(body.email_dkim_tokens);
  });

  test('is free again when its brand is deleted', async () => {
    const brand = await newBrand(owner);
    const domain = newDomain();
    await brand.add(domain);
    expect((await brand.delete()).status).toBe(200);
    expect(await atSes(domain)).toBeUndefined();
    expect((await (await newBrand(stranger)).add(domain)).status).toBe(200);
  });

  test('that is left over in SES from an earlier brand is created again', async () => {
    const domain = newDomain();
    const Tags = [{ Key: 'countersign-brand', Value: 'gone' }];
    await new SESv2Client({}).send(new CreateEmailIdentityCommand({ EmailIdentity: domain, Tags }));
    const before = await atSes(domain);
    const { status, body } = await (await newBrand(owner)).add(domain);
    expect(status).toBe(200);
    expect(body.email_dkim_tokens).not.toEqual(before?.DkimAttributes?.Tokens);
  });
});
