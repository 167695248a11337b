import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { DESKTOP } from '../browser.ts';
import { type Dns, startDns } from '../domains/dns-server.ts';
import { newCompany } from '../identity-providers/company.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type HostileProvider,
  startProvider,
} from '../identity-providers/hostile-provider.ts';
import { ok } from '../stories/envelope.ts';
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
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
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
  expect(new URL(page.url()).search).toBe('');
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
