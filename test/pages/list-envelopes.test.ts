import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { now } from '../../lib/base/clock.ts';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens the list at an address as this person. */
const openAs = async ({ email, password }: Person, address = '/envelopes'): Promise<Page> => {
  const page = await open(`${visit.api.url}${address}`);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  await shows(page, 'Your envelopes');
  return page;
};

const sent = (by: Person, name: string, more: Record<string, unknown> = {}) =>
  sendEnvelope(visit.api, by, [recipient('One', 1), recipient('Two', 2)], { name, no_contact: true, ...more });

const tabOf = (page: Page, name: string) => page.getByRole('navigation', { name: 'Parts of the list' }).getByText(name);
const rows = (page: Page) => page.locator('.rows a.name');

describe('the list of envelopes', () => {
  test('has a part for each state, with its number, and begins with the first that has something', async () => {
    const [ada, grace] = [await visit.api.signUp(), await visit.api.signUp()];
    await sendEnvelope(visit.api, grace, [recipient('One', 1, { email: ada.email })], { name: 'For Ada' });
    await sent(ada, 'Open');
    const done = await sendEnvelope(visit.api, ada, [recipient('One', 1)], { name: 'Done', no_contact: true });
    await sign(visit.api, done, 'One');
    const ended = await sent(ada, 'Canceled');
    ok(await visit.api.as(ada).cancelEnvelope({ path: { envelope_id: ended.id }, body: { action: 'cancel' } }));
    ok(await visit.api.as(ada).createDraft({ body: { name: 'Begun' } }));
    await visit.api.settle();
    const page = await openAs(ada);
    await rows(page).getByText('For Ada').waitFor();
    await accessible(page);
    await picture(page, 'list');
    for (const [tab, name] of Object.entries({
      'Waiting for others': 'Open',
      Completed: 'Done',
      Ended: 'Canceled',
      Drafts: 'Begun',
    })) {
      await tabOf(page, tab).click();
      await rows(page).getByText(name, { exact: true }).waitFor();
      await expect.poll(() => rows(page).count()).toBe(1);
      await expect.poll(() => page.locator('.tabs [aria-current]').innerText()).toMatch(new RegExp(`${tab}\\s*1`));
    }
    await page.goBack();
    await rows(page).getByText('Canceled', { exact: true }).waitFor();
  });

  test('says how far each envelope is, whom it waits for, and since when', async () => {
    // Signed and read on the same day, also where the day ends meanwhile.
    await using _clock = await visit.api.freezeClock();
    const ada = await visit.api.signUp();
    const envelope = await sent(ada, 'Lease');
    await sign(visit.api, envelope, 'One');
    const page = await openAs(ada);
    for (const [days, said] of [
      [0, '1 of 2 done · waits for “Two Person” since today'],
      [6, /since (Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/],
      [7, /since \w+ \d+, 20\d\d$/],
    ] as const) {
      // Days of the calendar: where clocks change, a day has 23 or 25 hours.
      const day = now();
      day.setDate(day.getDate() + days);
      await page.clock.setFixedTime(day);
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      await page.getByText(said).waitFor();
    }
  });

  test('finds by words and days, says how many, and has what is filtered in its address', async () => {
    const ada = await visit.api.signUp();
    await sent(ada, 'Lease of the garden flat');
    await sent(ada, 'Loan of a bicycle');
    await visit.api.settle();
    const page = await openAs(ada);
    await page.getByRole('searchbox').fill('gard');
    await page.getByText('1 envelope was found.').waitFor();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(['Lease of the garden flat']);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('gard');
    await page.reload();
    await page.getByText('1 envelope was found.').waitFor();
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Sent until').fill('2020-01-01');
    await page.getByText('Nothing was found.').waitFor();
    await accessible(page);
    await page.locator('.empty').getByRole('button', { name: 'Remove all filters' }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await expect.poll(() => new URL(page.url()).searchParams.get('until')).toBeNull();
  });

  test('shows the envelopes of one template', async () => {
    const ada = await visit.api.signUp();
    const template = ok(await visit.api.as(ada).createTemplate({ body: lease() }));
    const recipients = template.roles.map(({ name }: { name: string }, index: number) => ({
      ...recipient(name, index + 1),
      role_name: name,
    }));
    ok(await visit.api.as(ada).createEnvelope({ body: { template_id: template.id, recipients, name: 'From it' } }));
    await sent(ada, 'Of no template');
    await visit.api.settle();
    const page = await openAs(ada, `/envelopes?tab=waiting&template=${template.id}`);
    await rows(page).getByText('From it').waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  test('shows the envelopes of one person, whom it proposes while one types', async () => {
    const [ada, grace] = [await visit.api.signUp(), await visit.api.signUp()];
    await sendEnvelope(visit.api, ada, [recipient('One', 1, { email: grace.email })], { name: 'To Grace' });
    await sendEnvelope(visit.api, grace, [recipient('One', 1, { email: ada.email })], { name: 'From Grace' });
    await sent(ada, 'Of others');
    await visit.api.settle();
    const page = await openAs(ada, '/envelopes?tab=waiting');
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByText('Filters', { exact: true }).click();
    await page.locator(`datalist option[value="${grace.email}"]`).waitFor({ state: 'attached' });
    await page.getByLabel('Person').fill(grace.email.toUpperCase());
    await page.getByLabel('Person').press('Enter');
    await page.getByText('1 envelope was found.').waitFor();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(['To Grace']);
    await accessible(page);
    await tabOf(page, 'Waiting for you').click();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(['From Grace']);
    await expect.poll(() => new URL(page.url()).searchParams.get('person')).toBe(grace.email.toUpperCase());
  });

  test('shows more of a long list, and the newest first', async () => {
    const ada = await visit.api.signUp();
    for (let number = 1; number <= 21; number++) await sent(ada, `Sent ${number}`);
    const page = await openAs(ada);
    await rows(page).getByText('Sent 21').waitFor();
    await expect.poll(() => rows(page).count()).toBe(20);
    await press(page, 'Show more');
    await rows(page).getByText('Sent 1', { exact: true }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(21);
  });

  test('shows what changes meanwhile by itself', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada);
    await page.getByText('Nothing waits for you.').waitFor();
    await tabOf(page, 'Waiting for others').click();
    await page.getByText('You wait for nobody.').waitFor();
    await sent(ada, 'Just sent');
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await rows(page).getByText('Just sent').waitFor();
  });
});

describe('several envelopes at once', () => {
  test('are chosen and canceled after a question, and the answer says how many', async () => {
    const ada = await visit.api.signUp();
    for (const name of ['One', 'Two', 'Three']) await sent(ada, name);
    const page = await openAs(ada);
    await page.getByLabel('Choose “One”').check();
    await page.getByText('1 is chosen.').waitFor();
    await press(page, 'Choose all that are shown');
    await page.getByLabel('Choose “Three”').uncheck();
    await page.getByText('2 are chosen.').waitFor();
    await accessible(page);
    await picture(page, 'several');
    await press(page, 'Cancel them');
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 envelopes?' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Cancel them' }).click();
    await page.getByText('2 envelopes were canceled.').waitFor();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(['Three']);
  });

  test('are downloaded as one file', async () => {
    const ada = await visit.api.signUp();
    for (const name of ['One', 'Two']) await sent(ada, name);
    const page = await openAs(ada);
    await page.getByLabel('Choose “One”').check();
    await press(page, 'Choose all that are shown');
    const downloading = page.waitForEvent('download');
    await press(page, 'Download them as a ZIP');
    expect((await downloading).suggestedFilename()).toMatch(/^Envelopes \d{4}-\d\d-\d\d\.zip$/);
    await page.getByText('The download has begun.').waitFor();
  });

  test('are reminded', async () => {
    const ada = await visit.api.signUp();
    const email = `reminded-${process.pid}@example.com`;
    await sendEnvelope(visit.api, ada, [recipient('One', 1, { email })], { name: 'Lease' });
    const page = await openAs(ada);
    await page.getByLabel('Choose “Lease”').check();
    await press(page, 'Remind');
    await page.getByText('Reminders for 1 envelope are on their way.').waitFor();
    await visit.api.settle();
    expect(await visit.api.messages(email)).toHaveLength(2);
  });
});

describe('by keyboard alone, the list', () => {
  test('is searched, gone through, chosen from and opened, and the keys can be turned off', async () => {
    const ada = await visit.api.signUp();
    for (const name of ['First', 'Second']) await sent(ada, name);
    const page = await openAs(ada);
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('First');
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await page.getByText('1 is chosen.').waitFor();
    await expect.poll(() => page.getByLabel('Choose “Second”').isChecked()).toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await accessible(page);
    await page.getByLabel('Single keys work').uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement.id')).not.toBe('words');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('jk');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('jk');
  });
});

describe('on a desktop, the list', () => {
  test('stands in columns, and the act that begins an envelope beside the heading', async () => {
    const ada = await visit.api.signUp();
    await sent(ada, 'Lease');
    const page = await openAs(ada);
    await page.setViewportSize(DESKTOP);
    await rows(page).first().waitFor();
    const row = page.locator('.rows > li').first();
    const tops = await row
      .locator(':scope > .name, :scope > .progress, :scope > .badge, :scope > time')
      .evaluateAll((all) =>
        all.map((one) => {
          const { top, height } = one.getBoundingClientRect();
          return Math.round((top + height / 2) / 4);
        }),
      );
    expect(new Set(tops).size).toBe(1);
    await picture(page, 'list-desktop');
  });
});

describe('on the smallest phone, the list', () => {
  test('needs no scrolling sideways, in a language that is written from right to left, too', async () => {
    const ada = await visit.api.signUp();
    await sent(ada, 'A lease of the garden flat with a rather long name that needs several lines');
    const page = await openAs(ada);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByLabel(/^Choose “A lease/).check();
    const widthOf = () => page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(widthOf).toBe(320);
    await picture(page, 'list-320');
    ok(await visit.api.as(ada).updateProfile({ path: { profile_id: ada.profile_id }, body: { locale: 'ar' } }));
    await page.reload();
    await page.getByText('في انتظار آخرين').waitFor();
    await rows(page).first().waitFor();
    await expect.poll(widthOf).toBe(320);
    await picture(page, 'list-ar');
    await page.setViewportSize(DESKTOP);
    await picture(page, 'list-ar-desktop');
  });
});
