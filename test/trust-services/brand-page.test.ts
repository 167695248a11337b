import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagesOrigin } from '../../lib/people/domains/pages-origin.ts';
import type { Api, Person } from '../api.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';
import { cookieOf } from '../identity-providers/company.ts';
import { ok, prepareToSubmit, recipient, refusalOf, sendEnvelope } from '../stories/envelope.ts';
import { startPki, type TestPki } from '../trust/test-pki.ts';
import { type DummyService, startTrustService } from './dummy-service.ts';
import { comeBack, registerService, type Step, signWithCertificate, startSigning, withCertificate } from './signing.ts';

let api: Api;
let dns: Dns;
let stop: () => Promise<void>;
let pki: TestPki;
let dummy: DummyService;
let sender: Person;
let service: string;
beforeAll(async () => {
  ({ api, dns, stop } = await startApiWithDns());
  pki = await startPki();
  dummy = await startTrustService(pki);
  await dummy.add({ mode: 'implicit' });
  sender = await api.signUp();
  service = await registerService(api, sender, dummy);
});
afterAll(async () => {
  await dummy.stop();
  pki.stop();
  await stop();
});

/** A brand whose pages are at a domain of its own. */
const brandWithPages = async () => {
  const path = { organizationid: sender.organization_id };
  const { id: brandid, key } = ok(await api.as(sender).createBrand({ path, body: { key: 'grove', name: 'Grove' } }));
  const domain = `sign-${process.pid}.grove.example`;
  const at = { ...path, brandid };
  const { dns_records } = ok(await api.as(sender).addBrandAppDomain({ path: at, body: { domain } }));
  dns.publish(dns_records);
  ok(await api.as(sender).verifyBrandAppDomain({ path: at }));
  return { key, origin: pagesOrigin(domain) };
};

test("a signer comes back to the page of the brand's domain, and puts in the next person with the signature", async () => {
  const { key, origin } = await brandWithPages();
  const next = recipient('Next', 2, { first_name: '', last_name: '', email: '', named_by: 'Signer' });
  const people = [withCertificate('Signer', 1, service), next];
  const envelope = await sendEnvelope(api, sender, people, { brand_key: key });
  const signer = await prepareToSubmit(api, envelope, 'Signer');
  const named = [{ role_name: 'Next', first_name: 'Max', last_name: 'Next', email: 'max@next.example' }];
  const elsewhere = await startSigning(api, signer, { named, origin: 'https://elsewhere.example' });
  expect(refusalOf(elsewhere)).toEqual([406, 'invalid']);
  expect(refusalOf(await startSigning(api, signer, { origin }))[1]).toBe('naming_needed');
  const answer = await startSigning(api, signer, { named, origin });
  const step = ok(answer) as Step;
  const { returned } = await comeBack(service, step.redirect_to);
  const page = await api.anyone.getProviderPage({
    path: { organization_id: service },
    query: { state: returned.state },
  });
  expect(String(page.body)).toContain(`data-pages="${origin}"`);
  const again = await startSigning(api, signer, { named, origin }, cookieOf(answer));
  const begun = { signer, step: ok(again) as Step, cookie: cookieOf(answer) };
  expect(ok(await signWithCertificate(api, service, begun))).toMatchObject({ step: 'done' });
  const { recipients } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
  expect(recipients[1]).toMatchObject({ email: 'max@next.example' });
});
