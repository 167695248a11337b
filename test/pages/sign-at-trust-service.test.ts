import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { type Envelope, ok } from '../stories/envelope.ts';
import { startPki } from '../trust/test-pki.ts';
import { startTrustService } from '../trust-services/dummy-service.ts';
import { registerService, sendForCertificate } from '../trust-services/signing.ts';
import { fill, picture, press, refusal, seePlaces, startVisits } from './visit.ts';

/** A signer's way through the trust service of the tests and back, with its own pages. */

const visit = startVisits();
const { newestLink, open, shows } = visit;

let sender: Person;
let pki: Awaited<ReturnType<typeof startPki>>;
let dummy: Awaited<ReturnType<typeof startTrustService>>;
let service: string;
beforeAll(async () => {
  pki = await startPki();
  dummy = await startTrustService(pki, { pages: true });
  process.env.TSA_URLS = pki.tsa;
  sender = await visit.api.signUp();
  service = await registerService(visit.api, sender, dummy);
});
afterEach(() => dummy.misbehave({}));
afterAll(async () => {
  await dummy.stop();
  pki.stop();
  delete process.env.TSA_URLS;
});

/** Opens a new envelope and does everything up to the service's first page. */
const leave = async (): Promise<{ page: Page; envelope: Envelope }> => {
  const envelope = await sendForCertificate(visit.api, sender, service);
  const page = await open(await newestLink(envelope.recipients[0]?.email ?? '', `/sign/${envelope.id}`));
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await shows(page, 'Read and fill in');
  await page.getByRole('button', { name: 'Sign here' }).click();
  await page.getByRole('dialog', { name: 'Your signature' }).waitFor();
  await press(page, 'Use it');
  await page.getByText('All saved').waitFor();
  await sign(page);
  return { page, envelope };
};

const sign = async (page: Page): Promise<void> => {
  await press(page, 'Review');
  await seePlaces(page);
  await page
    .locator('.acts')
    .getByRole('button', { name: /^Sign / })
    .click();
  await page.getByRole('button', { name: /^Continue at / }).click();
};

test('a signer goes to the trust service, signs in and approves there, and has signed once back, and the sender sees the certificate', async () => {
  dummy.signIn('theo');
  await dummy.add({ user: 'theo', mode: 'oauth2code', name: 'Theo Quill' });
  const { page, envelope } = await leave();
  await press(page, 'Sign in');
  await press(page, 'Approve');
  await shows(page, 'You have signed');
  await picture(page, 'signed-with-certificate');
  await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(0);
  const { recipients } = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } })) as Envelope;
  expect(recipients[0]).toMatchObject({ status: 'submitted', certificate_signature: { level: 'SES' } });
  const account = await open(`${visit.api.url}/envelopes/${envelope.id}`);
  await fill(account, { 'E-mail address': sender.email, Password: sender.password });
  await press(account, 'Sign in');
  const person = account.getByRole('listitem').filter({ hasText: 'Signer Person' }).first();
  await person.getByText(/Signed with the certificate of .*Theo Quill.*, issued by .+ \(SES\)$/).waitFor();
  await picture(account, 'signed-with-certificate-account');
});

test('a signer who gives a wrong PIN there and then the right one here has signed', async () => {
  dummy.signIn('ada');
  await dummy.add({ user: 'ada', mode: 'explicit', otp: false });
  const { page } = await leave();
  await press(page, 'Sign in');
  const pin = page.locator('#input-pin');
  await pin.fill('9999');
  await press(page, 'Sign with your certificate');
  await expect.poll(() => refusal(page)).toContain('Nothing was signed.');
  await pin.fill('1234');
  await press(page, 'Sign with your certificate');
  await shows(page, 'You have signed');
});

test('a signer who cancels there is told that nothing was signed, and can begin again', async () => {
  dummy.signIn('eve');
  await dummy.add({ user: 'eve', mode: 'implicit' });
  const { page } = await leave();
  await press(page, 'Cancel');
  await expect.poll(() => refusal(page)).toContain('Nothing was signed.');
  await press(page, 'Begin the signature again');
  await page.getByRole('button', { name: /^Continue at / }).click();
  await press(page, 'Sign in');
  await shows(page, 'You have signed');
});
