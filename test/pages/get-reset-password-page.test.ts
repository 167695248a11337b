import { describe, expect, test } from 'vitest';
import { ok } from '../stories/envelope.ts';
import { fill, idle, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { newestCode, newestLink, open, shows, signIn } = visit;

describe('a password', () => {
  test('is reset with the code that the page sends by mail', async () => {
    const ada = await visit.api.signUp();
    const page = await open(`${visit.api.url}/reset-password`);
    await shows(page, 'Reset your password');
    await fill(page, { 'E-mail address': ada.email });
    await press(page, 'Send me a code');
    await shows(page, 'Choose a new password');
    await fill(page, { 'Code from the mail': '00000000', 'New password': 'bernoulli numbers' });
    await press(page, 'Set password');
    await expect.poll(() => refusal(page)).toMatch(/code/i);
    await fill(page, { 'Code from the mail': await newestCode(ada.email) });
    await press(page, 'Set password');
    await shows(page, 'Your password is changed');
    expect((await signIn(ada.email, ada.password)).status).not.toBe(200);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await shows(page, 'Sign in');
    await expect.poll(() => page.getByLabel('E-mail address').inputValue()).toBe(ada.email);
    await fill(page, { Password: 'bernoulli numbers' });
    await press(page, 'Sign in');
    await shows(page, 'Your envelopes');
  });

  test('is reset through the mail’s link without typing a code, and another code can be requested', async () => {
    const ada = await visit.api.signUp();
    ok(await visit.api.anyone.resetPassword({ body: { email: ada.email } }));
    const page = await open(await newestLink(ada.email, '/reset-password#'));
    await shows(page, 'Choose a new password');
    await expect.poll(() => page.getByLabel('Code from the mail').isVisible()).toBe(false);
    await press(page, 'Send me another code');
    await page.getByLabel('Code from the mail').waitFor();
    await idle(page);
    await fill(page, { 'Code from the mail': await newestCode(ada.email), 'New password': 'bernoulli numbers' });
    await press(page, 'Set password');
    await shows(page, 'Your password is changed');
    expect((await signIn(ada.email, 'bernoulli numbers')).status).toBe(200);
  });
});
