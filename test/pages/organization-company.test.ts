import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { now } from '../../lib/base/clock.ts';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { memberOf } from '../members/member.ts';
import { strokeOnWhite } from '../pictures.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { fill, idle, picture, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens a section as this person, on a desktop. */
const openAs = async ({ email, password }: Person, section: string): Promise<Page> => {
  const page = await open(`${visit.api.url}/organization/${section}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Expects the page to fit on a small phone, light and dark, and to be accessible there. */
const fitsPhones = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  for (const dark of [false, true]) {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await page.setViewportSize(dark ? DESKTOP : { width: 320, height: 640 });
    if (!dark) await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await accessible(page);
    await picture(page, `${name}-${dark ? 'dark' : 'small'}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
};

describe('the settings of the organization', () => {
  test('are saved part by part, say beforehand what they do, and refuse at their inputs', async () => {
    const ada = await visit.api.signUp({ org_name: 'Engines Ltd' });
    const page = await openAs(ada, 'settings');
    await shows(page, 'Settings');
    await part(page, 'Files that are uploaded').getByText('Make fields of PDF forms').waitFor();
    await fitsPhones(page, 'settings');

    const details = part(page, 'Name and address');
    await details.getByLabel('Name of the organization').fill('Engines & Sons');
    await details.getByText('Not saved yet').waitFor();
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByText('Saved', { exact: true }).waitFor();

    const times = part(page, 'Reminders and expiry');
    await times.getByLabel('First reminder').selectOption('After 3 days');
    await times.getByLabel('Further reminders').selectOption('Every 2 days');
    await times.getByLabel('Days until an envelope expires').fill('0');
    await times.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => refusal(page)).toBe('Give a whole number from 1 to 3,650, or leave it empty.');
    await times.getByLabel('Days until an envelope expires').and(page.locator(':focus')).fill('45');
    await times.getByRole('button', { name: 'Save' }).click();
    await times.getByText('Saved', { exact: true }).waitFor();

    const kept = part(page, 'How long things are kept');
    await kept.getByText('Envelopes are kept for good.').waitFor();
    await kept.getByLabel('Days that an envelope is kept after its end').fill('365');
    await kept.getByText(/An envelope that is completed today is deleted on .+ are told on/).waitFor();
    await kept.getByLabel('Days that the log of administration is kept').fill('12');
    await kept.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => refusal(page)).toBe('Give a whole number from 90 to 3,653, or leave it empty.');
    await kept.getByLabel('Days that the log of administration is kept').and(page.locator(':focus')).fill('100');
    await kept.getByRole('button', { name: 'Save' }).click();
    await kept.getByText('Saved', { exact: true }).waitFor();

    const files = part(page, 'Files that are uploaded');
    await files.getByLabel('Make fields of tags in the text').check();
    await files.getByRole('button', { name: 'Save' }).click();
    await files.getByText('Saved', { exact: true }).waitFor();

    const logo = part(page, 'Logo');
    await logo
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await press(page, 'Save the logo');
    await expect.poll(() => refusal(page)).toBe('The picture must be a PNG or a JPEG.');
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: strokeOnWhite() };
    await logo.getByLabel('Choose a picture').setInputFiles(file);
    await logo.getByAltText('The new logo, not saved yet').waitFor();
    await press(page, 'Save the logo');
    await logo.getByAltText('The logo now').waitFor();

    const path = { organization_id: ada.organization_id };
    const saved = ok(await visit.api.as(ada).getOrganization({ path }));
    expect(saved).toMatchObject({ name: 'Engines & Sons', retention_days: 365, event_retention_days: 100 });
    expect(saved.envelope_defaults).toEqual({
      initial_reminder: 259_200_000,
      followup_reminders: 172_800_000,
      max_reminder_days: null,
      expires_after_days: 45,
    });
    expect(saved.pipeline_settings).toMatchObject({ process_tags: true, process_acroforms: false });
    expect(saved.full_logo_url).toContain('/logos/full/');
    await press(page, 'Remove the logo');
    await logo.getByText('No logo: the name stands in its place.').waitFor();
  });

  test('keep what was typed where the connection is lost, and save it when it is back', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'settings');
    const details = part(page, 'Name and address');
    await details.getByLabel('Phone').fill('+49 30 1234567');
    await page.context().setOffline(true);
    await details.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => refusal(page)).toBe('The service cannot be reached. Check your connection and try again.');
    await expect.poll(() => details.getByLabel('Phone').inputValue()).toBe('+49 30 1234567');
    await page.context().setOffline(false);
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByText('Saved', { exact: true }).waitFor();
  });

  test('are shown to nobody who may not change them', async () => {
    const ada = await visit.api.signUp();
    const person = await memberOf(visit.api, ada, 'member');
    const page = await openAs(person, 'settings');
    await shows(page, 'Organization');
    const places = page.getByRole('navigation', { name: 'Sections of the organization' });
    await places.getByRole('link', { name: 'Usage' }).waitFor();
    for (const name of ['Settings', 'Brands', 'Texts of messages', 'Export and deletion']) {
      await expect.poll(() => places.getByRole('link', { name }).count(), { message: name }).toBe(0);
    }
  });
});

describe('brands', () => {
  test('are made, shown beside their form as they are typed, saved, and deleted', async () => {
    const ada = await visit.api.signUp({ org_name: 'Engines Ltd' });
    const page = await openAs(ada, 'brands');
    await shows(page, 'Brands');
    await page.getByText('Default brand').waitFor();
    await press(page, 'New brand');
    await accessible(page);
    await page.getByLabel('Name', { exact: true }).fill('Garden Flats');
    await press(page, 'Create the brand');
    await page.getByRole('heading', { name: 'Garden Flats' }).waitFor();
    const mail = page.locator('.mail');
    await mail.getByText('Garden Flats').first().waitFor();
    await page.getByLabel('Colour', { exact: true }).fill('#ffee00');
    await page.getByText('Words on buttons will be black', { exact: false }).waitFor();
    await page.getByText('hardly seen on the ground of some mails', { exact: false }).waitFor();
    const styleOf = (of: string) => page.locator(of).getAttribute('style');
    await expect.poll(() => styleOf('.mail .wide')).toContain('background: rgb(255, 238, 0)');
    await expect.poll(() => styleOf('.mail .wide')).toContain('color: rgb(17, 17, 17)');
    await expect.poll(() => styleOf('.mock-button')).toContain('color: rgb(0, 0, 0)');
    await page.getByText('Not saved yet').waitFor();
    await fitsPhones(page, 'brand');
    await page.getByLabel('Colour', { exact: true }).fill('green');
    await press(page, 'Save');
    await expect.poll(() => refusal(page)).toBe('Write a colour like #2E7D32.');
    await page.getByLabel('Colour', { exact: true }).fill('#2E7D32');
    const embedding = page.getByLabel('Websites that may show signing');
    await embedding.fill('https://app.example.com\nhttps://a,b');
    await press(page, 'Save');
    await expect.poll(() => refusal(page)).toContain('“https://a,b” is no origin');
    await embedding.fill('https://app.example.com\nhttps://crm.example.com');
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All brands' }).click();
    await page.getByRole('link', { name: 'Garden Flats' }).waitFor();
    await fitsPhones(page, 'brands');
    const path = { organizationid: ada.organization_id };
    const [, made] = ok(await visit.api.as(ada).getBrands({ path }));
    expect(made).toMatchObject({
      key: 'garden-flats',
      name: 'Garden Flats',
      primary_color: '#2E7D32',
      embed_origins: ['https://app.example.com', 'https://crm.example.com'],
    });
    await page.getByRole('link', { name: 'Garden Flats' }).click();
    await press(page, 'Delete the brand');
    await page.getByRole('dialog').getByText('This cannot be undone.', { exact: false }).waitFor();
    await accessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the brand' }).click();
    await page.getByText('The brand “Garden Flats” was deleted.').waitFor();
    expect(ok(await visit.api.as(ada).getBrands({ path }))).toHaveLength(1);
  });

  test('get domains with records to copy and their state in words, and lose them after a question', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'brands');
    await page.locator('.entries a').first().click();
    const pages = part(page, 'Domain of signing pages');
    await pages.getByLabel('Domain for pages').fill('no domain');
    await pages.getByRole('button', { name: 'Add the domain' }).click();
    await expect.poll(() => refusal(page)).toContain('must be a domain name');
    await pages.getByLabel('Domain for pages').and(page.locator(':focus')).fill('sign.example.com');
    await pages.getByRole('button', { name: 'Add the domain' }).click();
    await pages.getByText('Waits for its records').waitFor();
    await expect.poll(() => pages.getByLabel('Name', { exact: true }).first().inputValue()).toBe('sign.example.com');
    const mails = part(page, 'Domain of mails');
    await fill(page, { 'Domain for mails': 'notify.example.com', 'Part before the @': 'contracts' });
    await mails.getByRole('button', { name: 'Add the domain' }).click();
    await mails.getByText('contracts@notify.example.com').waitFor();
    await mails.getByText('signs mails (DKIM)').first().waitFor();
    await fitsPhones(page, 'domains');
    await pages.getByRole('button', { name: 'Verify now' }).click();
    await pages.getByText('Not all records are there yet.', { exact: false }).waitFor();
    await pages.getByRole('button', { name: 'Remove the domain' }).click();
    await accessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the domain' }).click();
    await pages.getByLabel('Domain for pages').waitFor();
  });
});

describe('the usage', () => {
  test('is drawn by day and by month, has its numbers as tables, and stands beside what may be used', async () => {
    // Sent and shown on the same day, also where the day ends meanwhile.
    await using _clock = await visit.api.freezeClock();
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'usage');
    await page.getByText('Nothing was used in this time.').waitFor();
    await accessible(page);
    for (const name of ['One', 'Two']) {
      await sendEnvelope(visit.api, ada, [recipient('Signer', 1)], { name, no_contact: true });
    }
    await visit.api.settle();
    await page.clock.setFixedTime(now());
    await page.reload();
    const made = page.getByRole('region', { name: 'Envelopes made' });
    await made.getByText('2', { exact: true }).first().waitFor();
    await made.getByText('Without a limit').waitFor();
    await made.getByText('As a table').click();
    await expect.poll(() => made.getByRole('row').count()).toBe(31);
    await expect.poll(() => made.getByRole('cell').first().innerText()).toBe('2');
    await fitsPhones(page, 'usage');
    await page.getByLabel('12 months, by month').check();
    await expect.poll(() => made.getByRole('row').count()).toBe(13);
    await expect.poll(() => made.locator('rect:not(.none)').count()).toBe(1);
    await part(page, 'What you may use').getByText('Verification by questions').waitFor();
  });
});

describe('the export and the deletion', () => {
  test('make archives to download', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'leave');
    await press(page, 'Begin the export');
    await page.getByText('The export is being made since', { exact: false }).waitFor();
    await visit.api.settle();
    const file = page.getByRole('link', { name: /^Export .+\.zip$/ });
    await file.waitFor({ timeout: 60_000 });
    const answer = await fetch((await file.getAttribute('href')) ?? '');
    expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 2)]).toEqual([0x50, 0x4b]);
    await accessible(page);
  });

  test('say what happens to what, ask for the name, and end the organization', async () => {
    const ada = await visit.api.signUp({ org_name: 'Engines Ltd' });
    await sendEnvelope(visit.api, ada, [recipient('Signer', 1)], { no_contact: true });
    await visit.api.settle();
    const page = await openAs(ada, 'leave');
    await page.getByText('1 envelope that you can see is still to be signed.', { exact: false }).waitFor();
    await page.getByText('take the protection off first', { exact: false }).waitFor();
    await fitsPhones(page, 'leave');
    await page.getByLabel('Protect the organization from deletion').uncheck();
    await press(page, 'Save');
    await press(page, 'Delete the organization');
    const dialog = page.getByRole('dialog');
    await accessible(page);
    await picture(page, 'leave-confirm');
    await dialog.getByLabel(/^To go on, type/).fill('Engines');
    await dialog.getByRole('button', { name: 'Delete the organization' }).click();
    await expect.poll(() => refusal(page)).toBe('This is not the same as above.');
    await dialog.getByLabel(/^To go on, type/).fill('Engines Ltd');
    await dialog.getByRole('button', { name: 'Delete the organization' }).click();
    await shows(page, 'Sign in');
    const gone = await visit.api.as(ada).getOrganization({ path: { organization_id: ada.organization_id } });
    expect(gone.status).not.toBe(200);
  });

  test('name the organizations below, which come first, and are for owners alone', async () => {
    const ada = await visit.api.signUp();
    const body = { name: 'Small Engines', parent_id: ada.organization_id };
    ok(await visit.api.as(ada).createOrganization({ body }));
    await visit.api.settle();
    const page = await openAs(ada, 'leave');
    await page.getByText('Small Engines').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Delete the organization' }).count()).toBe(0);
    const admin = await memberOf(visit.api, ada, 'admin');
    const theirs = await openAs(admin, 'leave');
    await shows(theirs, 'Organization');
    await theirs.getByRole('link', { name: 'Settings' }).first().waitFor();
    await expect.poll(() => theirs.getByRole('link', { name: 'Export and deletion' }).count()).toBe(0);
  });
});

describe('texts of messages', () => {
  test('are written with placeholders beside the message itself, and go back to the default', async () => {
    const ada = await visit.api.signUp({ org_name: 'Engines Ltd' });
    const page = await openAs(ada, 'texts');
    await page.getByText('Invitation to sign', { exact: true }).first().waitFor();
    await fitsPhones(page, 'texts');
    await page.getByRole('link', { name: /^Mail Invitation to sign/ }).click();
    await page.getByText('The platform’s words are sent.', { exact: false }).waitFor();
    const mail = page.locator('.mail');
    await mail.getByText('A document is waiting for you').waitFor();
    await page.getByLabel('Language of the reader').selectOption('de');
    await mail.locator('.text', { hasText: 'Mietvertrag der Gartenwohnung' }).first().waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Dear ');
    await page.getByRole('button', { name: '{{name}}', exact: true }).click();
    await page.keyboard.type(', please sign.');
    await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Dear {{name}}, please sign.');
    await mail.locator('.text', { hasText: 'Dear Maria Novak, please sign.' }).first().waitFor();
    await fitsPhones(page, 'text');
    await page.getByLabel('Text', { exact: true }).fill('Dear {{nam}}');
    await press(page, 'Save');
    await expect.poll(() => refusal(page)).toContain('{{nam}} is not known');
    await page.getByLabel('Text', { exact: true }).fill('Dear {{name}}, please sign.');
    await press(page, 'Save');
    await page.getByText('Your own text is sent.').waitFor();
    const [own] = ok(await visit.api.as(ada).getNotificationTemplates());
    expect(own).toMatchObject({ text_template: 'Dear {{name}}, please sign.', event_name: 'recipient:invited' });
    await page.getByRole('link', { name: 'All messages' }).click();
    await page.getByText('own text', { exact: false }).first().waitFor();
    await page.goBack();
    await press(page, 'Back to the default');
    await accessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Back to the default' }).click();
    await page.getByText('The platform’s words are sent.', { exact: false }).waitFor();
    await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('');
    expect(ok(await visit.api.as(ada).getNotificationTemplates())).toEqual([]);
  });

  test('are written for one language beside the one for all, previewed in it, and go back to that one', async () => {
    const ada = await visit.api.signUp({ org_name: 'Engines Ltd' });
    const as = visit.api.as(ada);
    const forAll = { type: 'email', event_name: 'recipient:invited', text_template: 'For all, {{name}}.' };
    ok(await as.createNotificationTemplate({ body: forAll }));
    const page = await openAs(ada, 'texts?event=recipient:invited&channel=email');
    await page.getByText('Your own text is sent.').waitFor();
    await page.getByLabel('This text is for readers of').focus();
    await page.getByLabel('This text is for readers of').selectOption('de');
    await page.getByText('Your text for all languages is sent.', { exact: false }).waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.id'), { message: 'the focus stays' })
      .toBe('text-language');
    await expect.poll(() => page.getByLabel('Language of the reader').count()).toBe(0);
    await page.getByLabel('Text', { exact: true }).fill('Guten Tag, {{name}}.');
    await page.getByLabel('This text is for readers of').selectOption('');
    await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('For all, {{name}}.');
    await page.getByLabel('This text is for readers of').selectOption('de');
    await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Guten Tag, {{name}}.');
    const mail = page.locator('.mail');
    await mail.locator('.text', { hasText: 'Guten Tag, Maria Novak.' }).first().waitFor();
    await page.locator('.preview[lang=de]').waitFor();
    await press(page, 'Save');
    await page.getByText('Your own text is sent.').waitFor();
    await accessible(page);
    await fitsPhones(page, 'text-of-a-language');
    const kept = ok(await as.getNotificationTemplates());
    expect(kept.map((one: Record<string, unknown>) => [one.locale, one.text_template])).toEqual([
      [null, 'For all, {{name}}.'],
      ['de', 'Guten Tag, {{name}}.'],
    ]);
    await page.getByRole('link', { name: 'All messages' }).click();
    await page.getByText('own text (All languages and Deutsch)', { exact: false }).waitFor();
    await page.getByRole('link', { name: /^Mail .*Invitation to sign/ }).click();
    await page.getByText('A text of their own is sent to readers of: Deutsch.').waitFor();
    await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('For all, {{name}}.');
    await page.getByLabel('This text is for readers of').selectOption('de');
    await press(page, 'Back to the default');
    const sheet = page.getByRole('dialog');
    await sheet.getByText('its readers get your text for all languages', { exact: false }).waitFor();
    await sheet.getByRole('button', { name: 'Back to the default' }).click();
    await page.getByText('Your text for all languages is sent.', { exact: false }).waitFor();
    expect(ok(await as.getNotificationTemplates())).toHaveLength(1);
  });
});

test('all of it runs from right to left in Arabic', async () => {
  const ada = await visit.api.signUp({ org_name: 'Engines Ltd' });
  const path = { organization_id: ada.organization_id };
  ok(await visit.api.as(ada).updateOrganization({ path, body: { locale: 'ar' } }));
  await sendEnvelope(visit.api, ada, [recipient('Signer', 1)], { no_contact: true });
  await visit.api.settle();
  const page = await openAs(ada, 'settings');
  await page.locator('html[dir=rtl] .outlook').first().waitFor();
  await idle(page);
  const own = ok(await visit.api.as(ada).getBrands({ path: { organizationid: ada.organization_id } }));
  for (const [section, sign] of [
    ['settings', '.outlook'],
    [`brands?brand=${own[0]?.id}`, '.mail'],
    ['usage', '.plot'],
    ['leave', '.effects'],
    ['texts', '.entries'],
    ['texts?event=recipient:invited&channel=sms', '.bubble'],
  ] as const) {
    await page.goto(`${visit.api.url}/organization/${section}`);
    await page.locator(`html[dir=rtl] ${sign}`).first().waitFor();
    await accessible(page);
    await picture(page, `arabic-${section.split('?')[0]}-${sign.slice(1)}`);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: section }).toBe(320);
    await page.setViewportSize(DESKTOP);
  }
});
