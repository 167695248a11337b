import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { memberOf } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { fill, isSaved, picture, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens an address as this person, on a desktop. */
const openAs = async ({ email, password }: Person, address = '/templates'): Promise<Page> => {
  const page = await open(`${visit.api.url}${address}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

const one = { roles: [{ name: 'Tenant', type: 'signer', sequence: 1 }] };
const signs = (role_name: string, y = 72) => ({
  name: `${role_name}-signature`,
  role_name,
  type: 'signature',
  page: 1,
  x: 72,
  y,
  required: true,
});
const ofOne = { ...one, fields: [signs('Tenant')] };

const make = (by: Person, name: string, more: Record<string, unknown> = {}) =>
  visit.api
    .as(by)
    .createTemplate({ body: lease({ name, ...ofOne, ...more }) })
    .then(ok);

const rows = (page: Page) => page.locator('.rows.templates a.name');

describe('the list of templates', () => {
  test('leads to a sent envelope in three presses, beside typing who signs', async () => {
    const ada = await visit.api.signUp();
    await make(ada, 'Lease');
    await visit.api.settle();
    const page = await openAs(ada);
    await rows(page).getByText('Lease', { exact: true }).waitFor();
    let presses = 0;
    const pressed = async (name: string): Promise<void> => {
      presses += 1;
      await page.getByRole('button', { name, exact: true }).click();
    };
    await pressed('Send “Lease”');
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByText('Documents and fields come from the template.').waitFor();
    await accessible(page);
    await picture(page, 'template-people');
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Steps' }).getByRole('button').allInnerTexts())
      .toEqual([expect.stringMatching(/People/), expect.stringMatching(/Review/)]);
    await page.keyboard.type('Theo Quill');
    await page.keyboard.press('Enter');
    await page.keyboard.type('from-template@example.com');
    await pressed('Next: Review');
    await pressed('Send');
    await shows(page, 'Lease');
    expect(presses).toBe(3);
    await visit.api.settle();
    expect(await visit.api.messages('from-template@example.com')).toHaveLength(1);
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByText('Used 1 time', { exact: false }).waitFor();
  });

  test('asks for each person of a template in its turn, by Enter alone', async () => {
    const ada = await visit.api.signUp();
    const body = lease({
      name: 'Sale',
      roles: ['Seller', 'Buyer'].map((name, index) => ({ name, type: 'signer', sequence: index + 1 })),
      fields: [signs('Seller'), signs('Buyer', 200)],
    });
    ok(await visit.api.as(ada).createTemplate({ body }));
    await visit.api.settle();
    const page = await openAs(ada);
    await page.getByRole('button', { name: 'Send “Sale”' }).click();
    await page.getByText('Seller signs').waitFor();
    await page.getByLabel('Name', { exact: true }).first().and(page.locator(':focus')).waitFor();
    for (const text of ['Sally Seller', 'seller@example.com', 'Bo Buyer', 'buyer@example.com']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('heading', { name: 'Who gets what' }).waitFor();
    await press(page, 'Send');
    await shows(page, 'Sale');
  });

  test('lets fields be changed for this envelope alone', async () => {
    const ada = await visit.api.signUp();
    const template = await make(ada, 'Lease');
    await visit.api.settle();
    const page = await openAs(ada);
    await page.getByRole('button', { name: 'Send “Lease”' }).click();
    await press(page, 'Change them for this envelope');
    await page.locator('.page img').first().waitFor();
    await page.getByRole('button', { name: /^Signature, “Tenant”, page 1, 1 of 1/ }).focus();
    await page.keyboard.press('Delete');
    await isSaved(page);
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Documents' }).waitFor();
    const { fields } = ok(await visit.api.as(ada).getTemplate({ path: { template_id: template.id } }));
    expect(fields).toHaveLength(1);
  });

  test('has the one first that was used last, finds by words, and keeps what is starred', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada);
    await page.getByText('There is no template yet.').waitFor();
    await accessible(page);
    await picture(page, 'templates-empty');
    await make(ada, 'Never used');
    const used = await make(ada, 'Lease of a flat');
    const recipients = [{ role_name: 'Tenant', first_name: 'Theo', last_name: 'Quill', email: 'theo@example.com' }];
    const body = { template_id: used.id, name: 'Sent', recipients, no_contact: true };
    ok(await visit.api.as(ada).createEnvelope({ body }));
    await visit.api.settle();
    await page.reload();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(['Lease of a flat', 'Never used']);
    await page.getByText('Not used yet').waitFor();
    await accessible(page);
    await picture(page, 'templates');
    for (const dark of [false, true]) {
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      await picture(page, `templates-small-${dark ? 'dark' : 'light'}`);
      await accessible(page);
    }
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Star for “Never used”', pressed: false }).click();
    await page.getByRole('button', { name: 'Star for “Never used”', pressed: true }).waitFor();
    await visit.api.settle();
    await page.getByLabel('Only with a star').check();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(['Never used']);
    await expect.poll(() => new URL(page.url()).searchParams.get('starred')).toBe('true');
    await page.getByLabel('Only with a star').uncheck();
    await page.getByRole('searchbox').fill('flat');
    await page.getByText('1 template was found.').waitFor();
    await page.getByRole('searchbox').fill('nothing like that');
    await page.getByText('Nothing was found.').waitFor();
    await accessible(page);
  });

  test('says what is wrong while it can’t be read, and reads it again', async () => {
    const ada = await visit.api.signUp();
    await make(ada, 'Lease');
    await visit.api.settle();
    const page = await openAs(ada, '/envelopes');
    await shows(page, 'Your envelopes');
    await page.route('**/v2/templates?**', (route) => route.abort());
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/v2/templates?**');
    // An answer that is cut off on its way is none.
    const half = { contentType: 'application/json', body: '{"templates": [{"id"' };
    await page.route('**/v2/templates?**', (route) => route.fulfill(half));
    await press(page, 'Try again');
    await expect.poll(() => refusal(page)).toBe('The service cannot be reached. Check your connection and try again.');
    await page.unroute('**/v2/templates?**');
    await press(page, 'Try again');
    await rows(page).getByText('Lease', { exact: true }).waitFor();
  });

  test('has more on further pages', async () => {
    const ada = await visit.api.signUp();
    for (let number = 1; number <= 21; number++) {
      ok(await visit.api.as(ada).createTemplate({ body: { name: `Template ${number}` } }));
    }
    await visit.api.settle();
    const page = await openAs(ada);
    await expect.poll(() => rows(page).count()).toBe(20);
    await press(page, 'Show more');
    await expect.poll(() => rows(page).count()).toBe(21);
  });

  test('renames, shares, copies and deletes', async () => {
    const ada = await visit.api.signUp();
    const { id: template_id } = await make(ada, 'Lease');
    await visit.api.settle();
    const page = await openAs(ada);
    const more = (name: string) => page.getByRole('button', { name: `More for “${name}”` }).click();
    await more('Lease');
    await accessible(page);
    await picture(page, 'template-acts');
    await press(page, 'Rename');
    await page.getByLabel('Name of the template').fill('Lease 2027');
    await press(page, 'Save the name');
    await rows(page).getByText('Lease 2027').waitFor();
    await more('Lease 2027');
    await page.getByLabel('your organization').click();
    await page.locator('.used').getByText('your organization').waitFor();
    const read = () => visit.api.as(ada).getTemplate({ path: { template_id } });
    expect(ok(await read())).toMatchObject({ name: 'Lease 2027', visibility: 'shared' });
    await more('Lease 2027');
    await press(page, 'Make a copy');
    await shows(page, 'Lease 2027 (copy)');
    await page.goBack();
    await more('Lease 2027');
    await press(page, 'Delete');
    await page.getByRole('heading', { name: 'Delete “Lease 2027”?' }).waitFor();
    await accessible(page);
    await press(page, 'Delete');
    await rows(page).getByText('Lease 2027', { exact: true }).waitFor({ state: 'detached' });
    expect((await read()).status).toBe(404);
  });

  test('offers nobody what the role may not do', async () => {
    const ada = await visit.api.signUp();
    await make(ada, 'Lease', { visibility: 'shared' });
    const grace = await memberOf(visit.api, ada, 'basic_user');
    await visit.api.settle();
    const page = await openAs(grace);
    await rows(page).getByText('Lease', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^(Send|More|New template)/ }).count()).toBe(0);
    await rows(page).getByText('Lease', { exact: true }).click();
    await page.getByText('You can see this template, and not change it.').waitFor();
    await accessible(page);
    await expect.poll(() => page.getByRole('button', { name: /Send|Copy/ }).count()).toBe(0);
  });

  test('is reached by the navigation, which marks the current place', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, '/envelopes');
    await shows(page, 'Your envelopes');
    const places = page.getByRole('navigation', { name: 'Main' });
    const current = () => places.locator('[aria-current]').allInnerTexts();
    await expect.poll(current).toEqual(['Envelopes']);
    await places.getByText('Templates').click();
    await shows(page, 'Your templates');
    await expect.poll(current).toEqual(['Templates']);
    await page.setViewportSize({ width: 320, height: 640 });
    await picture(page, 'places-small');
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});
