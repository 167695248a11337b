import { describe, expect, test } from 'vitest';
import { secondProfile } from '../profiles/second-profile.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { fill, idle, picture, press, refusal, someone, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, newestCode, open, shows, signIn } = visit;

describe('the page to sign in', () => {
  test('lets a person sign up, confirm the address by its code, and sign out', async () => {
    const email = someone();
    const page = await open(`${visit.api.url}/login`);
    await shows(page, 'Sign in');
    await picture(page, 'login');
    await press(page, 'Create an account');
    await shows(page, 'Create an account');
    await page.goBack();
    await shows(page, 'Sign in');
    await press(page, 'Create an account');
    await fill(page, {
      'First name': 'Ada',
      'Last name': 'Lovelace',
      Organization: 'Engines',
      'E-mail address': email,
      Password: 'difference engine',
    });
    await press(page, 'Create an account');
    await shows(page, 'Confirm your e-mail address');
    await picture(page, 'confirm');
    await fill(page, { Code: '000000' });
    await press(page, 'Confirm address');
    await expect.poll(() => refusal(page)).toMatch(/code/i);
    await fill(page, { Code: await newestCode(email) });
    await press(page, 'Confirm address');
    await shows(page, 'Your envelopes');
    await page.getByText('Nothing waits for you.').waitFor();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await shows(page, 'Profile');
    const { access_token: token } = ok(await signIn(email, 'difference engine'));
    const sessions = async () => ok(await visit.api.as({ token }).getSessions()).length;
    const before = await sessions();
    await press(page, 'Sign out');
    await shows(page, 'Sign in');
    await expect.poll(sessions).toBe(before - 1);
    // The browser's Back shows no envelopes.
    await page.goBack();
    await shows(page, 'Sign in');
    await expect
      .poll(() => page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]'))
      .toEqual(['', 0, 0]);
  });

  test('asks a person with an unconfirmed address to confirm it first', async () => {
    const email = someone();
    const body = { email, password: 'difference engine', first_name: 'Ada', last_name: 'L', org_name: 'Engines' };
    ok(await visit.api.anyone.createProfile({ body: { ...body, phone: '' } }));
    const page = await open(`${visit.api.url}/envelopes`);
    await fill(page, { 'E-mail address': email, Password: 'difference engine' });
    await press(page, 'Sign in');
    await shows(page, 'Confirm your e-mail address');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await press(page, 'Send me another code');
    await page.getByText('a code is in your mailbox').waitFor();
    await fill(page, { Code: await newestCode(email) });
    await press(page, 'Confirm address');
    await shows(page, 'Your envelopes');
  });

  test('lists the envelopes that wait for the person and those that the person has sent, in each organization', async () => {
    const ada = await visit.api.signUp({ org_name: 'First Company' });
    const grace = await visit.api.signUp();
    await sendEnvelope(visit.api, grace, [recipient('One', 1, { email: ada.email })], { name: 'For Ada' });
    await sendEnvelope(visit.api, ada, [recipient('One', 1)], { name: 'Sent', no_contact: true });
    await secondProfile(ada);
    const page = await open(`${visit.api.url}/login`);
    await fill(page, { 'E-mail address': ada.email, Password: ada.password });
    await press(page, 'Sign in');
    await shows(page, 'Your envelopes');
    await page.getByRole('link', { name: 'For Ada' }).waitFor();
    await accessible(page);
    await picture(page, 'home');
    await page.getByRole('link', { name: 'Waiting for others' }).click();
    await page.getByRole('link', { name: 'Sent', exact: true }).click();
    await shows(page, 'Sent');
    await page.goBack();
    await shows(page, 'Your envelopes');
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByLabel('Organization').selectOption({ label: 'Second Company' });
    await idle(page);
    await page.goBack();
    await page.getByText('You wait for nobody.').waitFor();
    await page.getByRole('link', { name: 'Waiting for you' }).click();
    await page.getByRole('link', { name: 'For Ada' }).waitFor();
  });
});
