import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readContacts, writeContacts } from '../../lib/pages/browser/organization/contacts/csv.ts';
import { NewContact } from '../../lib/people/contacts/contact-schema.ts';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { memberOf } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';
import { fill, picture, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

const HEAD = 'first_name,last_name,email,phone';
const ADA = { first_name: 'Ada', last_name: 'King', email: 'ada@example.com', phone: null };

describe('a file of contacts', () => {
  test('is read whichever delimiter, order and names of columns it has, with the numbers of its rows', () => {
    const text =
      '\ufeffE-mail address;Note;Given Name;Last name\r\nada@example.com;"a;b\r\nc";Ada;King\r\n\r\n;;Grace;\r\n';
    const read = readContacts(text, []);
    expect(read.good).toEqual([{ row: 2, contact: ADA }]);
    expect(read.bad).toEqual([
      { row: 4, column: 'last_name', fault: 'missing' },
      { row: 4, column: 'email', fault: 'missing' },
    ]);
    expect(readContacts('Vorname,Name,Email\nAda,King,ada@example.com', [], { first_name: 'Vorname' }).missing).toEqual(
      ['last_name'],
    );
    expect(readContacts('', []).missing).toEqual(['first_name', 'last_name', 'email']);
  });

  test('names addresses that are there already, in the address book or in a row above, and leaves them out', () => {
    const text = `${HEAD}\nAda,King,ADA@example.com,\nGrace,Hopper,grace@example.com,\nG,H,Grace@example.com,`;
    const { good, doubles } = readContacts(text, ['ada@example.com']);
    expect(good.map(({ row }) => row)).toEqual([3]);
    expect(doubles).toEqual([
      { row: 2, email: 'ADA@example.com' },
      { row: 4, email: 'Grace@example.com' },
    ]);
  });

  test('has at most a thousand rows', () => {
    const rows = (count: number) =>
      [HEAD, ...Array.from({ length: count }, (_, index) => `A,B,a${index}@example.com,`)].join('\n');
    expect(readContacts(rows(1000), []).good).toHaveLength(1000);
    expect(readContacts(rows(1001), [])).toMatchObject({ isTooLong: true, good: [] });
  });

  test.each([
    ['first_name', 'x'.repeat(101), 'long'],
    ['first_name', 'A\u202eda', 'hidden'],
    ['email', 'ada@nowhere', 'wrong'],
    ['email', `${'a'.repeat(65)}@example.com`, 'wrong'],
    ['phone', 'call me', 'wrong'],
    ['phone', '1'.repeat(41), 'wrong'],
  ] as const)('is refused as the API refuses it: %s %s', (column, value, fault) => {
    const contact = { ...ADA, [column]: value };
    const { bad } = readContacts(`${HEAD}\n${Object.values(contact).join(',')}`, []);
    expect(bad).toEqual([{ row: 2, column, fault }]);
    expect(NewContact.safeParse(contact).success).toBe(false);
    expect(NewContact.safeParse(ADA).success).toBe(true);
  });

  test('is written so that no spreadsheet takes a cell for a formula, and is read as it was', () => {
    const firsts = ['=1+1', '+1', '-1', '@a', 'plain', "'quoted", 'a,b', 'say "hi"'];
    const contacts = firsts.map((first_name, index) => ({
      ...ADA,
      first_name,
      email: `a${index}@example.com`,
      phone: '+1 202 555 0100',
    }));
    const text = writeContacts([...contacts, { ...ADA, first_name: '=a\nb' }]);
    for (const cell of [`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@a"`, `"'=a\nb"`, `"'+1 202 555 0100"`, `"say ""hi"""`]) {
      expect(text).toContain(cell);
    }
    expect(text.startsWith(`\ufeff${HEAD}\r\n`)).toBe(true);
    expect(writeContacts([{ ...ADA, first_name: '\ta', last_name: '\rb' }])).toContain(`"'\ta","'\rb"`);
    expect(readContacts(writeContacts(contacts), []).good.map(({ contact }) => contact)).toEqual(contacts);
  });
});

/** Opens the section as this person, on a desktop. */
const openAs = async ({ email, password }: Person): Promise<Page> => {
  const page = await open(`${visit.api.url}/organization/contacts`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  await shows(page, 'Contacts');
  return page;
};

const contactsOf = (person: Person) => visit.api.as(person).getOrganizationContacts().then(ok);
const rows = (page: Page) => page.locator('.entries > li');

/** Expects what is shown to be accessible and to fit on a small phone in the dark. */
const fits = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await accessible(page);
  await picture(page, `${name}-small`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
};

describe('the address book', () => {
  test('is filled by hand and by a file, searched, changed, exported, and what is deleted comes back', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada);
    const said = (words: string) => page.locator('.notice').getByText(words).waitFor();
    await page.getByText('There are no contacts yet.').waitFor();
    await press(page, 'Add a contact');
    await fill(page, { 'First name': 'Grace', 'Last name': 'Hopper', 'E-mail address': 'grace@example.com' });
    await accessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add a contact' }).click();
    await said('was added');
    await expect.poll(() => rows(page).count()).toBe(1);

    await press(page, 'Import contacts');
    const file = (text: string) => ({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByLabel('File (CSV)').setInputFiles(file('name\nAda'));
    await press(page, 'Continue');
    await expect.poll(() => refusal(page)).toContain('First name, Last name, E-mail address');
    const many = Array.from({ length: 51 }, (_, index) => `Alan,Number ${index},alan${index}@example.com,`);
    const lines = [HEAD, 'Ada,,ada@nowhere,', 'Grace,Hopper,GRACE@example.com,', ...many];
    await page.getByLabel('File (CSV)').setInputFiles(file(lines.join('\n')));
    await press(page, 'Continue');
    await page.getByText('51 rows can be added.').waitFor();
    await page.getByText('Row 2, Last name: is missing.').waitFor();
    await page.getByText('Row 2, E-mail address: is not in the right form.').waitFor();
    await page.getByText('Row 3, E-mail address: GRACE@example.com').waitFor();
    await fits(page, 'contacts-preview');
    const path = '**/v2/organization-contacts';
    await page.route(path, (route) => {
      const { last_name } = route.request().postDataJSON() ?? {};
      return last_name === 'Number 7' ? route.abort() : route.continue();
    });
    await press(page, 'Add 51 contacts');
    await expect.poll(() => refusal(page)).toContain('cannot be reached');
    await page.getByText('7 of 51 added').waitFor();
    await page.unroute(path);
    await press(page, 'Go on with 44 contacts');
    await page.getByText('51 of 51 added').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    expect(await contactsOf(ada)).toHaveLength(52);

    await page.getByText('52 contacts').waitFor();
    await expect.poll(() => rows(page).count()).toBe(50);
    await press(page, 'Show more');
    await expect.poll(() => rows(page).count()).toBe(52);
    await page.getByRole('searchbox').fill('hopper');
    await expect.poll(() => rows(page).count()).toBe(1);
    await fits(page, 'contacts');

    const change = () =>
      rows(page)
        .getByRole('button', { name: /Change/ })
        .click();
    await change();
    await fill(page, { 'Phone (optional)': '+1 202 555 0100' });
    await fits(page, 'contact');
    await press(page, 'Save');
    await said('was changed');
    await rows(page).getByText('+1 202 555 0100').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export as CSV')]);
    expect(await readFile(await download.path(), 'utf8')).toContain(
      `Grace,Hopper,grace@example.com,"'+1 202 555 0100"`,
    );
    await change();
    await press(page, 'Delete the contact');
    await said('was deleted');
    expect(await contactsOf(ada)).toHaveLength(51);
    await press(page, 'Undo');
    await rows(page).getByText('grace@example.com').waitFor();
    expect(await contactsOf(ada)).toHaveLength(52);
  });

  test('is only shown to whoever may not write in it, and isn’t emptied by whoever may only write', async () => {
    const ada = await visit.api.signUp();
    const { id } = ok(await visit.api.as(ada).createOrganizationContact({ body: { ...ADA } }));
    const reader = await memberOf(visit.api, ada, 'basic_user');
    const page = await openAs(reader);
    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: /Change|Add|Import/ }).count()).toBe(0);

    const writer = await memberOf(visit.api, ada, 'member');
    const other = await openAs(writer);
    await rows(other)
      .getByRole('button', { name: /Change/ })
      .click();
    await other.getByRole('button', { name: 'Save' }).waitFor();
    await expect.poll(() => other.getByRole('button', { name: 'Delete the contact' }).count()).toBe(0);
    const refused = await visit.api.as(writer).deleteOrganizationContact({ path: { profile_id: id } });
    expect(refused.headers.get('x-error-code')).toBe('forbidden');
  });
});
