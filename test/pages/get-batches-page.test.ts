import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { makeTemplate, readBatch, tenantAddress } from '../batches/material.ts';
import { ok } from '../stories/envelope.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens an address as this person, on a phone of 320 px. */
const openAs = async ({ email, password }: Person, address: string): Promise<Page> => {
  const page = await open(`${visit.api.url}${address}`);
  await page.setViewportSize({ width: 320, height: 640 });
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

const fitsIn = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

const newest = async (by: Person) => ok(await visit.api.as(by).getBatches()).batches[0];

test('a file is read, its columns are set right, bad cells are named, and the others are sent and canceled', async () => {
  const ada = await visit.api.signUp();
  await makeTemplate(visit.api, ada);
  await visit.api.settle();
  const page = await openAs(ada, '/templates');
  await page.getByRole('button', { name: 'More for “Rental”' }).click();
  await page.getByRole('button', { name: 'Send to many' }).click();
  await shows(page, 'Send to many');
  await press(page, 'Read the file');
  await page.getByText('Choose a file first.').waitFor();
  const text = `Who,E-mail,Rent\nAda Lovelace,${tenantAddress()},950\nAlan Turing,alan@,1\nGrace Hopper,${tenantAddress()},7\n`;
  const buffer = Buffer.from(text);
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'tenants.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Read the file');

  // The first column's name says nothing to the platform.
  const who = page.getByLabel('Who', { exact: true });
  await who.waitFor();
  await expect.poll(() => who.inputValue()).toBe('');
  await expect.poll(() => page.getByLabel('E-mail', { exact: true }).inputValue()).toContain('email');
  await who.selectOption({ label: '“Tenant”: Name' });
  await expect.poll(() => fitsIn(page)).toBe(true);
  await accessible(page);
  await picture(page, 'batch-columns');
  await press(page, 'Save and check the rows');
  await page.getByRole('button', { name: 'Send the others: 2' }).waitFor();
  await page.getByText('Row 3').waitFor();
  await page.getByText('must be an e-mail address like ada@example.com, without quotes and accents').waitFor();
  await expect.poll(() => fitsIn(page)).toBe(true);
  await accessible(page);
  await picture(page, 'batch-problems');

  await press(page, 'Send the others: 2');
  await page.getByText('Sent: 2', { exact: true }).waitFor();
  const { id } = (await newest(ada)) ?? { id: '' };
  await visit.api.settle();
  expect(await readBatch(visit.api, ada, id)).toMatchObject({ status: 'sent', progress: { sent: 2, bad: 1 } });
  await accessible(page);

  await press(page, 'Cancel');
  const dialog = page.getByRole('dialog');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('Sent, then canceled because nobody had opened them: 2').waitFor();
  await page.goto(`${visit.api.url}/batches`);
  await shows(page, 'Send to many');
  await page.getByRole('link', { name: 'Rental' }).waitFor();
  await page.getByText('3 rows').waitFor();
  await expect.poll(() => fitsIn(page)).toBe(true);
});
