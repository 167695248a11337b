import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { DESKTOP } from '../browser.ts';
import { type Dns, startDns } from '../domains/dns-server.ts';
import { readyDraft, tenant } from '../drafts/material.ts';
import { newCompany, proveDomain } from '../identity-providers/company.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type HostileProvider,
  startProvider,
} from '../identity-providers/hostile-provider.ts';
import { answerOf, encode, newSamlKey, requestIn, rightParts } from '../identity-providers/saml-provider.ts';
import { ok } from '../stories/envelope.ts';
import { startTrustService, WRONG } from '../trust-services/dummy-service.ts';
import { sendProtected } from '../verification/ceremony.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

let dns: Dns;
let provider: HostileProvider;
let restore: () => void;
beforeAll(async () => {
  dns = await startDns();
  provider = await startProvider();
  restore = setEnvironment({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
  restore();
  await provider.stop();
  await dns.stop();
});

/** Expects what is shown to be accessible and to fit on a small phone in the dark. */
const fits = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await accessible(page);
  await picture(page, `${name}-small`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
};

test('an owner proves a domain, enters the provider, tests it, and a member signs in there from the sign-in page', async () => {
  const { owner, domain, path } = await newCompany(visit.api);
  const page = await open(`${visit.api.url}/organization/sign-in`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': owner.email, Password: owner.password });
  await press(page, 'Sign in');
  await shows(page, 'Sign-in');
  await fill(page, { Domain: domain });
  await press(page, 'Add the domain');
  await page.getByText('Not proven yet').waitFor();
  await press(page, `Check ${domain}`);
  await page.getByText('The record was not found.').waitFor();
  const { domains } = ok(await visit.api.as(owner).getIdentityProvider({ path }));
  dns.publish(domains.map(({ dns_record }) => dns_record));
  await press(page, `Check ${domain}`);
  await page.getByText('Proven', { exact: true }).waitFor();

  await fill(page, {
    'Name on the button': 'Example AD',
    Issuer: provider.issuer,
    'Client ID (Entra: Application (client) ID)': CLIENT_ID,
    'Client secret': CLIENT_SECRET,
  });
  await page.getByLabel('Members can sign in there').check();
  await page.getByRole('region', { name: 'Your identity provider' }).getByRole('button', { name: 'Save' }).click();
  const isTest = page.getByRole('button', { name: 'Test the sign-in' });
  await isTest.waitFor();
  await fits(page, 'sign-in-section');

  provider.signIn({ sub: 'grace', email: `grace@${domain}`, given_name: 'Grace', family_name: 'Hopper' });
  await isTest.click();
  await page.getByText('This person can sign in.').waitFor();
  await page.getByText(`grace@${domain}`).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await fits(page, 'sign-in-test');

  const stranger = await open(`${visit.api.url}/login`);
  await stranger.setViewportSize(DESKTOP);
  await fill(stranger, { 'E-mail address': `grace@${domain}` });
  await stranger.getByLabel('Password').focus();
  const way = stranger.getByRole('button', { name: /^Continue with/ });
  await way.waitFor();
  await fits(stranger, 'sign-in-way');
  await way.click();
  await stranger.waitForURL(/\/envelopes$/);
  const members = ok(await visit.api.as(owner).getOrganizationMembers());
  expect(members.map(({ email }) => email)).toContain(`grace@${domain}`);
});

test('an owner makes a token for the directory, says which roles its groups have, and takes the token back', async () => {
  const { owner, path } = await newCompany(visit.api);
  const page = await open(`${visit.api.url}/organization/sign-in`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': owner.email, Password: owner.password });
  await press(page, 'Sign in');
  await press(page, 'Make a token');
  const token = await page.getByRole('dialog').getByLabel('Token of the directory').inputValue();
  const asDirectory = { headers: { authorization: `Bearer ${token}` } };
  expect((await visit.api.request('GET', '/scim/v2/Users', {}, asDirectory)).status).toBe(200);
  await press(page, 'I have kept it');
  await page.getByText('Token made').waitFor();

  await fill(page, { 'Group 1': 'Legal' });
  await page.getByLabel('Role of group 1').selectOption('admin');
  await page.getByLabel('Hand over as soon as the directory deactivates somebody').check();
  await page.getByRole('region', { name: 'Directory (SCIM)' }).getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Group 2', { exact: true }).waitFor();
  expect(ok(await visit.api.as(owner).getDirectory({ path }))).toMatchObject({
    role_groups: [{ group: 'Legal', role: 'admin' }],
    hands_over: true,
    heir_id: null,
  });
  await fits(page, 'directory');

  const row = page.getByRole('listitem').filter({ hasText: 'Token made' });
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await visit.api.request('GET', '/scim/v2/Users', {}, asDirectory)).status).toBe(401);
});

test('an owner registers a trust service, is told if it cannot be reached, changes and removes it', async () => {
  const { owner } = await newCompany(visit.api);
  const trust = await startTrustService(null);
  trust.misbehave({ answers: { info: WRONG.isDown } });
  const page = await open(`${visit.api.url}/organization/sign-in`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': owner.email, Password: owner.password });
  await press(page, 'Sign in');
  await press(page, 'Add a trust service');
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries({
    'Name of the trust service': 'Example Trust',
    'Address of the trust service': trust.url,
    'Client ID': 'countersign',
    'Client secret': 'a secret of ours',
  }))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  const add = dialog.getByRole('button', { name: 'Add a trust service' });
  await add.click();
  await dialog.getByText('The trust service cannot be reached.').waitFor();
  await accessible(page);
  trust.misbehave({});
  await add.click();
  await page.getByText(trust.url, { exact: true }).waitFor();
  const path = { organization_id: owner.organization_id };
  const services = async () => ok(await visit.api.as(owner).getTrustServices({ path }));
  const [added] = await services();
  expect(added).toMatchObject({ name: 'Example Trust', api: 'v2', has_client_secret: true });
  const uri = page.getByLabel('Redirect URI, to be registered there');
  await expect.poll(() => uri.inputValue()).toBe(added?.redirect_uri);
  await fits(page, 'trust-services');

  await page.getByRole('button', { name: /^Change/ }).click();
  await dialog.getByLabel('Name of the trust service', { exact: true }).fill('Example Trust AG');
  await dialog.getByRole('button', { name: /^Change/ }).click();
  await page.getByText('Example Trust AG', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Remove.*Example Trust AG/ }).click();
  expect((await services()).map(({ name }) => name)).toEqual(['Example Trust AG']);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(async () => (await services()).length).toBe(0);
  await trust.stop();
});

test("an owner registers another company's provider, and a recipient signs in there before the document is shown", async () => {
  const { owner } = await newCompany(visit.api);
  const page = await open(`${visit.api.url}/organization/sign-in`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': owner.email, Password: owner.password });
  await press(page, 'Sign in');
  await press(page, 'Add the company');
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries({
    'Name of the company': 'Partner Inc.',
    Issuer: provider.issuer,
    'Client ID (Entra: Application (client) ID)': CLIENT_ID,
    'Client secret': CLIENT_SECRET,
  }))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Add the company' }).click();
  const uri = page.getByLabel('Redirect URI, to be registered there');
  const id = (await uri.inputValue()).split('/').at(-1) ?? '';
  await fits(page, 'recipient-providers');

  const email = `theo@partner-${process.pid}.example`;
  const details = { email, auth_methods: ['oidc'], identity_provider: id };
  await sendProtected(visit.api, owner, details);
  const signing = await open(await visit.newestLink(email, '/sign/'));
  await press(signing, 'Open the envelope');
  await signing.getByLabel('I agree to use electronic records and signatures').check();
  await press(signing, 'Agree and continue');
  await shows(signing, 'Verify that it is you');
  await accessible(signing);
  provider.signIn({ sub: 'eve', email: 'eve@partner.example', email_verified: true });
  await press(signing, 'Sign in at your company');
  await signing
    .getByText(`You have signed in there as “eve@partner.example”. These documents are for “${email}”.`)
    .waitFor();
  await signing.getByText('4 attempts left.').waitFor();
  await picture(signing, 'at-provider-refused');
  provider.signIn({ sub: 'theo', email, email_verified: true });
  await press(signing, 'Sign in at your company');
  await signing.getByLabel('label-secret').waitFor();
  await expect.poll(() => new URL(signing.url()).pathname).toMatch(/^\/sign\//);
  await expect.poll(() => signing.evaluate('sessionStorage.length')).toBe(0);

  // The editor lets the sender demand a claim in the place of the address.
  const draft_id = await readyDraft(visit.api, owner);
  const draft = { path: { draft_id } };
  const phone = { email: null, phone: '+12025550123' };
  const problemsOf = async () =>
    ok(await visit.api.as(owner).getDraftProblems(draft)).problems.map(({ code }: { code: string }) => code);
  const bare = [tenant({ auth_methods: ['oidc'] })];
  ok(await visit.api.as(owner).updateDraft({ ...draft, body: { roles: bare } }));
  expect(await problemsOf()).toEqual(['provider_missing']);
  const roles = [tenant({ ...phone, auth_methods: ['oidc'], identity_provider: id })];
  ok(await visit.api.as(owner).updateDraft({ ...draft, body: { roles } }));
  expect(await problemsOf()).toEqual(['recipient_address_missing']);
  await page.goto(`${visit.api.url}/drafts/${draft_id}`);
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'People' }).click();
  await page.getByText('Language, verification, message').click();
  await page.getByLabel('Claim', { exact: true }).fill('employee_number');
  await page.getByLabel('Value', { exact: true }).focus();
  await page.getByText('Claim and value belong together.').waitFor();
  await page.getByLabel('Value', { exact: true }).fill('4711');
  await page.getByLabel('Claim', { exact: true }).focus();
  await fits(page, 'draft-claim');
  const claimOf = async () => ok(await visit.api.as(owner).getDraft(draft)).roles[0]?.identity_claim;
  await expect.poll(claimOf).toEqual({ name: 'employee_number', value: '4711' });
  expect(await problemsOf()).toEqual([]);
});

test('an owner pastes the metadata of a SAML provider, and a member signs in from here and, after a question, from there', async () => {
  const { owner, domain, path } = await newCompany(visit.api);
  await proveDomain(visit.api, dns, { owner, domain, path }, domain);
  const { entity_id, acs_url } = ok(await visit.api.as(owner).getIdentityProvider({ path }));
  const key = await newSamlKey();
  const grace = { subject: 'grace', email: `grace@${domain}` };
  // On another site than the platform, so that no cookie of its own comes with the form.
  const idp = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://localhost').searchParams.has('SAMLRequest');
    const id = asked ? requestIn(`http://localhost${request.url}`).id : null;
    const answer = encode(
      answerOf(rightParts({ issuer: 'urn:example:idp', entity_id, acs_url, request: id }, grace), key),
    );
    response.setHeader('content-type', 'text/html');
    response.end(
      `<form method="post" action="${acs_url}"><input name="SAMLResponse" value="${answer}"></form><script>document.forms[0].submit()</script>`,
    );
  });
  await new Promise<void>((resolve) => idp.listen(0, resolve));
  const sso = `http://localhost:${(idp.address() as AddressInfo).port}/sso`;
  const certificate = key.certificate.replace(/-----[A-Z ]+-----|\s/g, '');
  const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:example:idp"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${sso}"/></IDPSSODescriptor></EntityDescriptor>`;
  try {
    const page = await open(`${visit.api.url}/organization/sign-in`);
    await page.setViewportSize(DESKTOP);
    await fill(page, { 'E-mail address': owner.email, Password: owner.password });
    await press(page, 'Sign in');
    await page.getByLabel('Protocol').selectOption('saml');
    await page.getByLabel('Identifier (Entity ID)').waitFor();
    await expect.poll(() => page.getByLabel('Identifier (Entity ID)').inputValue()).toBe(entity_id);
    await expect.poll(() => page.getByLabel('Reply URL (Assertion Consumer Service URL)').inputValue()).toBe(acs_url);
    await fill(page, { 'Metadata of your provider': 'not this' });
    await press(page, 'Fill in from the metadata');
    await page.getByText('This is not the metadata').waitFor();
    await fill(page, { 'Metadata of your provider': metadata, 'Name on the button': 'Example IdP' });
    await press(page, 'Fill in from the metadata');
    await page.getByText('Filled in. Save it below.').waitFor();
    await fill(page, { 'Attribute with the e-mail address': 'email' });
    await page.getByLabel('Members can sign in there').check();
    await page.getByLabel('Sign-ins may begin at the provider').check();
    await page.getByRole('region', { name: 'Your identity provider' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Good until').waitFor();
    await fits(page, 'sign-in-saml');

    const member = await open(`${visit.api.url}/login`);
    await fill(member, { 'E-mail address': grace.email });
    await member.getByLabel('Password').focus();
    await member.getByRole('button', { name: /^Continue with/ }).click();
    await member.waitForURL(/\/envelopes$/);

    const tile = await open(sso);
    const go = tile.getByRole('button', { name: /^Sign in as .*grace@/ });
    await go.waitFor();
    await fits(tile, 'sign-in-offer');
    await go.click();
    await tile.waitForURL(/\/envelopes$/);
  } finally {
    idp.close();
  }
});
