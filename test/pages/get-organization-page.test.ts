import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP, PHONE } from '../browser.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens an address as this person, on a desktop. */
const openAs = async ({ email, password }: Person, address = '/organization'): Promise<Page> => {
  const page = await open(`${visit.api.url}${address}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections of the organization' });

describe('the organization’s room', () => {
  test('is reached by the navigation, and has its sections at the side', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, '/envelopes');
    await shows(page, 'Your envelopes');
    const places = page.getByRole('navigation', { name: 'Main' });
    await places.getByText('Organization').click();
    await shows(page, 'Organization');
    await expect.poll(() => places.locator('[aria-current]').allInnerTexts()).toEqual(['Organization']);
    await picture(page, 'organization');
    await sections(page).getByRole('link', { name: 'Members' }).click();
    await shows(page, 'Members');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/organization/members');
    await expect.poll(() => sections(page).locator('[aria-current]').allInnerTexts()).toEqual(['Members']);
    await page.goBack();
    await shows(page, 'Organization');
  });

  test('has its sections below a button on a phone, also in the dark and from right to left', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, '/organization/members');
    await shows(page, 'Members');
    for (const [width, dark] of [
      [PHONE.width, false],
      [320, true],
    ] as const) {
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.setViewportSize({ width, height: 640 });
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await accessible(page);
      await picture(page, `organization-members-${width}`);
    }
    await sections(page).getByRole('button', { name: 'Members', expanded: false }).click();
    await accessible(page);
    await picture(page, 'organization-sections-small');
    await sections(page).getByRole('link', { name: 'Overview' }).click();
    await shows(page, 'Organization');
    await sections(page).getByRole('button', { name: 'Overview', expanded: false }).waitFor();
  });

  test('leads from a section that there is not to the overview', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, '/organization/nowhere');
    await shows(page, 'Organization');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/organization');
  });

  test('speaks the language of its user with words that come with it', async () => {
    const ada = await visit.api.signUp();
    await visit.api.as(ada).updateProfile({ path: { profile_id: ada.profile_id }, body: { locale: 'ar-EG' } });
    const page = await openAs(ada, '/organization/members');
    await shows(page, 'الأعضاء');
    await page.getByRole('navigation', { name: 'أقسام المؤسسة' }).getByText('نظرة عامة').waitFor();
    await picture(page, 'organization-members-arabic');
  });
});
