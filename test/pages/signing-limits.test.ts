import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { picture, press, startVisits } from './visit.ts';

const visit = startVisits();

const text = (name: string, label: string, y: number, more: object) => ({
  ...{ name, label, role_name: 'One', document_id: 0, page: 1, x: 72, y, width: 200, height: 20, type: 'textbox' },
  ...more,
});

const FIELDS = [
  text('account', 'Account', 700, { validator: 'iban' }),
  text('member', 'Member', 660, { settings: { pattern: 'M-\\d{4}', validator_message: 'It is on your card' } }),
  text('rent', 'Rent', 620, { settings: { number: { min: 100, decimals: 2, unit: 'EUR' } } }),
  text('total', 'Total', 580, {
    settings: { rules: { value: { product: [{ field: 'rent' }, '12'] } }, number: { max: 6000, unit: 'EUR' } },
  }),
];

const openEnvelope = async (fields: object[]): Promise<{ page: Page; files: string[] }> => {
  const signer = recipient('One', 1);
  await sendEnvelope(visit.api, await visit.api.signUp(), [signer], { fields: [...fields, signatureField('One')] });
  const page = await visit.open('about:blank');
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await visit.shows(page, 'Read and fill in');
  return { page, files };
};

const says = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor();

test('a signer sees while typing what a field takes, and the sender’s own words in marks', async () => {
  const { page } = await openEnvelope(FIELDS);
  const account = page.getByLabel('Account');
  await account.fill('DE89 3704 0044 0532 0130 01');
  await says(page, 'This is no valid IBAN. Please check each character.');
  await account.fill('DE89 3704 0044 0532 0130 00');
  const member = page.getByLabel('Member');
  await member.fill('M-12');
  await says(page, 'This does not have the expected form. Message of the sender: “It is on your card”');
  await expect.poll(() => account.getAttribute('aria-invalid')).toBe('false');
  await visit.accessible(page);
  await picture(page, 'limits');
  await member.fill('M-1234');
  const rent = page.getByLabel('Rent (EUR)');
  await rent.fill('1.234');
  await says(page, 'This is no number like 1234.5.');
  await rent.fill('50');
  await says(page, 'The number must be at least 100.');
  await rent.fill('600,50');
  await rent.blur();
  await says(page, 'The number must be at most 6000.');
  await expect.poll(() => rent.getAttribute('aria-invalid')).toBe('false');
  await picture(page, 'limits-computed');
});

test('the checks are loaded only where a field limits its text', async () => {
  const isCheck = (url: string) => /\/(?:part-check|signing-limits-words)-/.test(url);
  const limited = await openEnvelope(FIELDS);
  const plain = await openEnvelope([text('name', 'Name', 700, {})]);
  expect([limited.files.some(isCheck), plain.files.some(isCheck)]).toEqual([true, false]);
});
