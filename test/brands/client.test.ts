import {
  addBrandEmailDomain,
  createBrand,
  createEnvelope,
  deleteBrand,
  getBrand,
  getBrands,
  removeBrandEmailDomain,
  updateBrand,
  updateBrandLogo,
  updateBrandThumbnail,
  verifyBrandEmailDomain,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { base64, follow, join, openLink, pdf, picture, refusal } from '../compat/client.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';

let api: Api;
let dns: Dns;
let stage: Awaited<ReturnType<typeof startApiWithDns>>;
beforeAll(async () => {
  stage = await startApiWithDns();
  ({ api, dns } = stage);
});
afterAll(() => stage.stop());

test('the published client does all that it offers for brands', async () => {
  const { endpoint, profile, email } = await join(api);
  const org = profile.organization_id;
  const brand = await createBrand(endpoint, org, { key: 'flats', name: 'Flats', primary_color: '#2E7D32' });
  expect((await getBrands(endpoint, org)).map(({ key }) => key)).toEqual(['default', 'flats']);
  expect(await getBrand(endpoint, org, brand.id)).toEqual(brand);
  const changed = await updateBrand(endpoint, org, brand.id, { page_title: 'Sign', timezone: 'Europe/Berlin' });
  expect(changed).toMatchObject({ name: 'Flats', page_title: 'Sign', timezone: 'Europe/Berlin' });

  endpoint.api.defaults.adapter = 'fetch';
  const file = new File([picture()], 'logo.png', { type: 'image/png' });
  await updateBrandLogo(endpoint, org, brand.id, file);
  const pictured = await updateBrandThumbnail(endpoint, org, brand.id, file);
  for (const url of [pictured.full_logo_url, pictured.thumbnail_url]) {
    expect(await follow(url ?? '')).toMatchObject({ status: 200, type: 'image/png' });
  }

  const params = { subdomain: 'notify.flats.example', local_part: 'leases', display_name: 'Flats' };
  const added = await addBrandEmailDomain(endpoint, org, brand.id, params);
  expect(added).toMatchObject({ email_domain: 'notify.flats.example', email_domain_status: 'pending' });
  dns.add('TXT', 'notify.flats.example', 'v=spf1 include:amazonses.com ~all');
  dns.add('TXT', '_dmarc.flats.example', 'v=DMARC1; p=none');
  for (const token of added.email_dkim_tokens) {
    dns.add('CNAME', `${token}._domainkey.notify.flats.example`, `${token}.dkim.amazonses.com`);
  }
  expect((await verifyBrandEmailDomain(endpoint, org, brand.id)).email_domain_status).toBe('verified');

  const recipient = { role_name: 'Tenant', first_name: 'Ada', last_name: 'L', email, type: 'signer' as const };
  await createEnvelope(endpoint, {
    name: 'Lease',
    brand_key: 'flats',
    initial_reminder: 0,
    followup_reminders: 0,
    documents: [{ name: 'lease.pdf', data: base64(pdf()) }],
    recipients: [{ ...recipient, sequence: 1, order: 1, delegator: false, message: '' }],
    fields: [{ document_id: 0, name: 'note', role_name: 'Tenant', type: 'textbox', page: 1, x: 72, y: 72 }],
  });
  const { session } = await openLink(api, email);
  expect(session.brand).toMatchObject({ key: 'flats', name: 'Flats', full_logo_url: pictured.full_logo_url });

  expect((await removeBrandEmailDomain(endpoint, org, brand.id)).email_domain_status).toBeNull();
  await deleteBrand(endpoint, org, brand.id);
  expect((await refusal(getBrand(endpoint, org, brand.id))).status).toBe(404);
  const [last] = await getBrands(endpoint, org);
  expect((await refusal(deleteBrand(endpoint, org, last?.id ?? ''))).status).toBe(400);
});
