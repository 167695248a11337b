import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import type { Person } from '../api.ts';
import { authenticator } from '../mfa/second-factor.ts';
import { originOf } from '../passkeys/authenticator.ts';
import { ok } from '../stories/envelope.ts';
import { withAuthenticator } from './virtual-authenticator.ts';
import { fill, picture, press, refusal, startVisits, tabTo } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** The pages and the API at a name. */
let home: string;
let restore: () => void;
beforeAll(() => {
  home = originOf(visit.api);
  restore = setEnvironment({ BASE_URL: home, APP_URL: home });
});
afterAll(() => restore());

const signIn = async (page: Page, { email, password }: Person): Promise<void> => {
  await shows(page, 'Sign in');
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
};

const openPasskeys = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Signing in' }).click();
  await press(page, 'Passkeys');
  await page.getByRole('dialog').getByRole('heading', { name: 'Passkeys', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
};

const signOut = async (page: Page): Promise<void> => {
  await press(page, 'Close');
  await page.getByRole('link', { name: 'Account' }).click();
  await press(page, 'Sign out');
  await shows(page, 'Sign in');
};

const addPasskey = async (page: Page, { password }: Person, name: string): Promise<void> => {
  await press(page, 'Add a passkey');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await accessible(page);
  await picture(page, 'passkeys-add');
  await page.getByLabel('Name of the passkey').fill(name);
  await fill(page, { Password: password });
  await press(page, 'Continue');
  await page.getByText(`“${name}” was added.`).waitFor();
};

test('a person adds a passkey, signs in with it alone and as the second factor, and removes it', async () => {
  const ada = await visit.api.signUp();
  const page = await open(`${home}/login`);
  await withAuthenticator(page);
  await signIn(page, ada);
  await shows(page, 'Your envelopes');
  await openPasskeys(page);
  await page.getByText('You have no passkeys yet.').waitFor();
  await accessible(page);
  await addPasskey(page, ada, 'Laptop');
  await page.getByRole('button', { name: /^Laptop Added: / }).waitFor();
  await accessible(page);
  await picture(page, 'passkeys');
  await signOut(page);

  await picture(page, 'passkeys-sign-in');
  await press(page, 'Sign in with a passkey');
  await shows(page, 'Your envelopes');
  await page.reload();
  await shows(page, 'Your envelopes');
  await openPasskeys(page);
  await page.getByRole('button', { name: /^Laptop Last used: / }).waitFor();
  await signOut(page);

  const as = visit.api.as(ada);
  const { code } = authenticator(ok(await as.enrollMfa()).otpauth_url);
  ok(await as.verifyMfaEnrollment({ body: { code: code() } }));
  await signIn(page, ada);
  await shows(page, 'Confirm that it is you');
  await picture(page, 'passkeys-second-factor');
  await press(page, 'Use a passkey');
  await shows(page, 'Your envelopes');

  await openPasskeys(page);
  await page.getByRole('button', { name: /^Laptop/ }).click();
  await page.getByRole('heading', { name: 'Passkey “Laptop”' }).waitFor();
  await accessible(page);
  await fill(page, { 'Name of the passkey': 'Desk' });
  await press(page, 'Save name');
  await page.getByRole('button', { name: /^Desk/ }).click();
  await press(page, 'Remove');
  await page.getByRole('heading', { name: 'Remove “Desk”?' }).waitFor();
  await accessible(page);
  await press(page, 'Remove');
  await page.getByText('“Desk” was removed.').waitFor();
  await page.getByText('You have no passkeys yet.').waitFor();
  await signOut(page);
  await press(page, 'Sign in with a passkey');
  await expect.poll(() => refusal(page)).toBe('The passkey was not accepted. Try again, or sign in another way.');
  expect(ok(await as.getPasskeys())).toEqual([]);
});

test('a passkey that is there proves its owner when another one is added, and a device makes no second one', async () => {
  const ada = await visit.api.signUp();
  const page = await open(`${home}/login`);
  const { devtools, authenticatorId } = await withAuthenticator(page);
  await signIn(page, ada);
  await shows(page, 'Your envelopes');
  await openPasskeys(page);
  await addPasskey(page, ada, 'Phone');
  await press(page, 'Add a passkey');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await fill(page, { Password: 'not the password' });
  await press(page, 'Continue');
  await expect.poll(() => refusal(page)).toBe('The password is wrong.');
  await press(page, 'Use a passkey');
  await expect.poll(() => refusal(page)).toBe('This device has a passkey of your account already.');
  expect(ok(await visit.api.as(ada).getPasskeys())).toHaveLength(1);
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await press(page, 'Use a passkey');
  await expect.poll(() => refusal(page)).toBe('No passkey was used. Try again, or choose another way.');
});

test('passkeys are reached with the keyboard, which goes back where it came from, and fit a narrow screen', async () => {
  const ada = await visit.api.signUp();
  const page = await open(`${home}/login`);
  await page.setViewportSize({ width: 320, height: 640 });
  await withAuthenticator(page);
  await signIn(page, ada);
  await shows(page, 'Your envelopes');
  for (const name of ['Account', 'Signing in']) {
    await tabTo(page, 'link', name);
    await page.keyboard.press('Enter');
  }
  for (const name of ['Passkeys', 'Add a passkey']) {
    await tabTo(page, 'button', name);
    await page.keyboard.press('Enter');
  }
  await tabTo(page, page.getByLabel('Name of the passkey'));
  await page.keyboard.type('A name that is as long as a person may want to give to the security key of a company');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(ada.password);
  await page.keyboard.press('Enter');
  await page.getByText('was added.').waitFor();
  await picture(page, 'passkeys-narrow');
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= 320')).toBe(true);
  await expect.poll(() => page.evaluate("document.querySelector('dialog').scrollWidth <= 320")).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Passkeys');
});

test('at an IP address nothing of passkeys is shown, and signing in works as before', async () => {
  const elsewhere = setEnvironment({ BASE_URL: visit.api.url, APP_URL: visit.api.url });
  try {
    const ada = await visit.api.signUp();
    const page = await open(`${visit.api.url}/login`);
    await shows(page, 'Sign in');
    await expect.poll(() => page.getByText(/passkey/i).count()).toBe(0);
    await signIn(page, ada);
    await shows(page, 'Your envelopes');
    await page.goto(`${visit.api.url}/account?part=security`);
    await shows(page, 'Signing in');
    await expect.poll(() => page.getByText(/passkey/i).count()).toBe(0);
  } finally {
    elsewhere();
  }
});
