import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeMessages } from '../../lib/notify/messages/envelope-messages.ts';
import { readSignatures } from '../../lib/pdf/seal/read-signatures.ts';
import { readWholeEnvelope } from '../../lib/signing/envelopes/reading/read-envelope.ts';
import type { Api, Person } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';
import { type Envelope, ok, openSession, pdf, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let dns: Dns;
let owner: Person;
let stage: Awaited<ReturnType<typeof startApiWithDns>>;
beforeAll(async () => {
  stage = await startApiWithDns();
  ({ api, dns } = stage);
  owner = await api.signUp({ org_name: 'Analytical Engines' });
  await api.as(owner).updateOrganization({
    path: { organization_id: owner.organization_id },
    body: { contact_email: 'office@example.com', primary_color: '#101010', powered_by_label: 'Powered by Engines' },
  });
});
afterAll(() => stage.stop());

const path = () => ({ organizationid: owner.organization_id });

let made = 0;
const newBrand = async (details: Record<string, unknown>) =>
  ok(await api.as(owner).createBrand({ path: path(), body: { key: `brand-${++made}`, ...details } }));

const send = (more: Record<string, unknown> = {}) => sendEnvelope(api, owner, [recipient('Tenant', 1)], more);
const emailOf = (envelope: Envelope): string => envelope.recipients[0]?.email ?? '';
const mailTo = async (envelope: Envelope) => {
  await api.settle();
  const [mail] = (await api.messages(emailOf(envelope))) as (Awaited<ReturnType<Api['messages']>>[number] & {
    from: string;
  })[];
  if (!mail) throw new Error('There is no mail');
  return mail;
};
const inviting = async ({ id }: Envelope) => {
  const about = { event: 'recipient:invited' as const, role_name: 'Tenant' };
  const [one] = envelopeMessages(await readWholeEnvelope(id), about);
  return (await one?.make())?.[0];
};

describe('an envelope without a brand key', () => {
  test('looks like the organization until the default brand is set', async () => {
    const person = await api.signUp({ org_name: 'Plain Ltd' });
    const as = api.as(person);
    const before = await sendEnvelope(api, person, [recipient('Tenant', 1)]);
    expect((await openSession(api, before, 'Tenant')).brand).toMatchObject({ key: 'default', name: 'Plain Ltd' });
    const organizationid = person.organization_id;
    const [{ id }] = (await as.getBrands({ path: { organizationid } })).body;
    await as.updateBrand({
      path: { organizationid, brandid: id },
      body: { name: 'Fancy Ltd', primary_color: '#ABCDEF' },
    });
    const after = await sendEnvelope(api, person, [recipient('Tenant', 1)]);
    expect((await openSession(api, after, 'Tenant')).brand).toMatchObject({
      id,
      key: 'default',
      name: 'Fancy Ltd',
      primary_color: '#ABCDEF',
    });
    expect((await mailTo(after)).from).toMatch(/^"?Fancy Ltd"? </);
    expect((await openSession(api, before, 'Tenant')).brand.name).toBe('Plain Ltd');
  });

  test('needs no more calls than without brands', async () => {
    await send();
    const calls = callsOf('createEnvelope').map(({ command }) => command);
    expect(calls.filter((command) => command === 'BatchGet')).toHaveLength(1);
    expect((await send({ brand_key: 'default' })).brand_key).toBe('default');
    expect(callsOf('createEnvelope').filter(({ command }) => command === 'BatchGet')).toHaveLength(1);
  });
});

describe("an envelope with a brand's key", () => {
  test('shows the brand in its session and mails, and the organization where the brand sets nothing', async () => {
    const look = {
      name: 'Garden Flats',
      full_logo_url: 'https://cdn.example.com/logo.png',
      primary_color: '#2E7D32',
      page_title: 'Sign your lease',
      support_contact: 'help@flats.example',
      locale: 'de-DE',
      timezone: 'Europe/Berlin',
    };
    const brand = await newBrand(look);
    const envelope = await send({ brand_key: brand.key });
    expect(envelope).toMatchObject({ brand_key: brand.key, locale: 'de-DE', timezone: 'Europe/Berlin' });
    const session = await openSession(api, envelope, 'Tenant');
    expect(session.brand).toMatchObject({
      ...look,
      id: brand.id,
      key: brand.key,
      powered_by_label: 'Powered by Engines',
    });
    expect(JSON.stringify(session)).not.toContain('email_dkim');
    const mail = await mailTo(envelope);
    expect(mail.from).toMatch(/^"?Garden Flats"? <no-reply@/);
    for (const shown of ['https://cdn.example.com/logo.png', '#2E7D32', 'Powered by Engines', 'help@flats.example']) {
      expect(mail.html.toLowerCase()).toContain(shown.toLowerCase());
    }
    expect(mail.html).toContain('lang="de"');
  });

  test('keeps the look that it was made with when the brand changes or goes', async () => {
    const brand = await newBrand({ name: 'Before' });
    const envelope = await send({ brand_key: brand.key });
    const at = { ...path(), brandid: brand.id };
    await api.as(owner).updateBrand({ path: at, body: { name: 'After' } });
    expect((await openSession(api, envelope, 'Tenant')).brand.name).toBe('Before');
    await api.as(owner).deleteBrand({ path: at });
    expect((await openSession(api, envelope, 'Tenant')).brand.name).toBe('Before');
    expect(await inviting(envelope)).toMatchObject({ from: { name: 'Before', address: null, reply_to: owner.email } });
  });

  test('has the brand’s words in its seals, after the platform’s own and in quotation marks', async () => {
    const pdf_signature_reason = 'Lease agreed”. Identity of all verified: “yes';
    const brand = await newBrand({ pdf_signature_reason, pdf_signature_location: 'Berlin' });
    const envelope = await send({ brand_key: brand.key });
    await sign(api, envelope, 'Tenant');
    await api.settle();
    const document_id = envelope.documents[0]?.id ?? '';
    const { bytes } = await api.as(owner).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
    const [seal] = await readSignatures(bytes);
    const theirs = '“Lease agreed’. Identity of all verified: ’yes”';
    expect(seal?.reason).toBe(`Sealed by Countersign when all recipients had submitted. The sender adds: ${theirs}`);
    // In the encoding of PDF, 8d and 8e are the marks.
    const place = `8d${Buffer.from('Berlin').toString('hex')}8e`;
    expect(Buffer.from(bytes).toString('latin1')).toMatch(new RegExp(`/Location ?<${place}>`, 'i'));
  });

  test('is refused if the organization has no such brand, even if another organization has', async () => {
    const stranger = await api.signUp();
    const foreign = { path: { organizationid: stranger.organization_id }, body: { key: 'foreign' } };
    ok(await api.as(stranger).createBrand(foreign));
    const answers = await Promise.all(
      ['foreign', 'unknown'].map((brand_key) =>
        api.as(owner).createEnvelope({
          body: {
            name: 'Refused',
            documents: [{ name: 'a.pdf', data: pdf() }],
            recipients: [recipient('Tenant', 1)],
            brand_key,
          },
        }),
      ),
    );
    for (const { status, body } of answers)
      expect([status, body.error]).toEqual([406, expect.stringContaining('brand_key')]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });
});

describe('mails of a brand with a domain of its own', () => {
  test('are sent from its address and name while it is verified, with its reply address', async () => {
    const brand = await newBrand({ name: 'Garden Flats' });
    const at = { ...path(), brandid: brand.id };
    const added = ok(
      await api.as(owner).addBrandEmailDomain({
        path: at,
        body: {
          subdomain: 'notify.flats.example',
          local_part: 'leases',
          display_name: 'Flats Office',
          reply_to: 'office@flats.example',
        },
      }),
    );
    const early = await send({ brand_key: brand.key });
    const pending = await mailTo(early);
    expect(pending.from).toMatch(/^"?Flats Office"? <no-reply@/);
    expect(await inviting(early)).toMatchObject({ from: { address: null, reply_to: owner.email } });

    dns.publish(added.dns_records);
    expect(ok(await api.as(owner).verifyBrandEmailDomain({ path: at })).email_domain_status).toBe('verified');
    const envelope = await send({ brand_key: brand.key });
    expect((await mailTo(envelope)).from).toMatch(/^"?Flats Office"? <leases@notify\.flats\.example>$/);
    expect(await inviting(envelope)).toMatchObject({
      from: { name: 'Flats Office', address: 'leases@notify.flats.example', reply_to: 'office@flats.example' },
    });

    dns.clear();
    expect(ok(await api.as(owner).verifyBrandEmailDomain({ path: at })).email_domain_status).toBe('failed');
    expect(await inviting(envelope)).toMatchObject({
      from: { name: 'Flats Office', address: null, reply_to: owner.email },
    });
    ok(await api.as(owner).removeBrandEmailDomain({ path: at }));
    expect(await inviting(envelope)).toMatchObject({ from: { address: null, reply_to: owner.email } });
  });
});

/** The page at an address of a brand's domain, which no name server of the system knows. */
const pageAt = (address: string): Promise<{ status: number; html: string }> => {
  const { host, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: pathname, headers: { host, accept: 'text/html' } }, async (response) => {
      resolve({ status: response.statusCode ?? 0, html: await text(response) });
    }).on('error', reject);
  });
};

test('links to recipients lead to a verified domain of the brand, and to the platform as soon as its records are gone, which the brand then says', async () => {
  const brand = await newBrand({ name: 'Garden Flats' });
  const at = { ...path(), brandid: brand.id };
  const domain = 'sign.flats.example';
  const added = ok(await api.as(owner).addBrandAppDomain({ path: at, body: { domain } }));
  const envelope = await send({ brand_key: brand.key });
  const hostOfLink = async () => new URL(String({ link: '', ...(await inviting(envelope))?.data }.link)).hostname;
  const own = new URL(api.url).hostname;
  expect(await hostOfLink()).toBe(own);

  dns.publish(added.dns_records);
  expect(ok(await api.as(owner).verifyBrandAppDomain({ path: at })).app_domain_status).toBe('active');
  const remind = { path: { envelope_id: envelope.id, role_name: 'Tenant' }, body: { action: 'remind' } };
  ok(await api.as(owner).updateRecipient(remind));
  const [link] = (await mailTo(envelope)).links.filter((one) => one.includes('/sign/'));
  expect(new URL(link ?? '').hostname).toBe(domain);
  expect(await pageAt(link ?? '')).toMatchObject({ status: 200, html: expect.stringContaining(`${api.url}/assets/`) });

  // The DNS is believed for five minutes. A name server that is silent changes nothing.
  dns.fail('refuses');
  await api.advance('PT6M');
  expect(await hostOfLink()).toBe(domain);
  dns.fail('none');
  dns.clear();
  await api.advance('PT6M');
  ok(await api.as(owner).updateRecipient(remind));
  const [platformLink] = (await mailTo(envelope)).links.filter((one) => one.includes('/sign/'));
  expect(new URL(platformLink ?? '').hostname).toBe(own);
  expect(ok(await api.as(owner).getBrand({ path: at })).app_domain_status).toBe('failed');
  expect(ok(await api.as(owner).verifyBrandAppDomain({ path: at })).app_domain_status).toBe('failed');
  dns.publish(added.dns_records);
  await api.advance('PT6M');
  expect(await hostOfLink()).toBe(own);
});
