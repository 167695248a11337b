import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { open, shows } = visit;

/** Opens a part of the account as this person, on a desktop. */
const openAs = async ({ email, password }: Person, part = ''): Promise<Page> => {
  const page = await open(`${visit.api.url}/account${part && `?part=${part}`}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

describe('the account', () => {
  test('is signed out of in two presses from anywhere', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada);
    await shows(page, 'Profile');
    await picture(page, 'account-profile');
    await page.getByRole('link', { name: 'Envelopes' }).click();
    await shows(page, 'Your envelopes');
    await page.getByRole('link', { name: 'Account' }).click();
    await press(page, 'Sign out');
    await shows(page, 'Sign in');
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});
