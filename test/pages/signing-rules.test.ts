import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESKTOP } from '../browser.ts';
import { recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { picture, press, startVisits } from './visit.ts';

const visit = startVisits();

const place = { role_name: 'One', document_id: 0, page: 1, x: 72, width: 200, height: 20, type: 'textbox' };
const damageIs = (value: string) => ({ show: { field: 'damage', is: 'equals', value } });

/** A report of damage: the kind that is chosen shows fields of its own, which are hidden at first. */
const REPORT = [
  {
    name: 'damage',
    type: 'dropdown',
    label: 'Damage',
    options: [
      { id: 'water', label: 'Water' },
      { id: 'mould', label: 'Mould' },
    ],
    required: true,
    y: 700,
  },
  { name: 'leak', label: 'Where it leaks', required: true, settings: { rules: damageIs('water') }, y: 660 },
  { name: 'since', label: 'Since when', settings: { rules: damageIs('water') }, y: 620 },
  { name: 'room', label: 'Which room', required: true, settings: { rules: damageIs('mould') }, y: 580 },
].map((field) => ({ ...place, ...field }));

/** Opens an envelope with these fields as its signer, on the screen to fill it in. */
const openEnvelope = async (fields: object[]): Promise<Page> => {
  const signer = recipient('One', 1);
  await sendEnvelope(visit.api, await visit.api.signUp(), [signer], { fields: [...fields, signatureField('One')] });
  const page = await visit.open(await visit.newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await visit.shows(page, 'Read and fill in');
  return page;
};

const left = (page: Page, words: string) => page.locator('.beside').getByText(words, { exact: true }).waitFor();
const says = (page: Page, words: string) =>
  page.locator('[role=status].unseen').getByText(words, { exact: true }).waitFor();

describe('rules between fields, as somebody fills', () => {
  test('show the fields of the kind of damage that was chosen, and no other', async () => {
    const page = await openEnvelope(REPORT);
    const [leak, room] = [page.getByLabel('Where it leaks', { exact: true }), page.getByLabel('Which room')];
    await left(page, '2 left');
    expect([await leak.count(), await room.count()]).toEqual([0, 0]);
    await picture(page, 'rules-none');
    await page.getByLabel('Damage').selectOption('Water');
    await leak.waitFor();
    await says(page, '2 more fields');
    await left(page, '2 left');
    expect(await room.count()).toBe(0);
    await visit.accessible(page);
    await picture(page, 'rules-water');
    await leak.fill('The kitchen');
    await page.getByLabel('Damage').selectOption('Mould');
    await room.waitFor();
    await says(page, '1 more field 2 fields less');
    expect(await leak.count()).toBe(0);
    await page.getByLabel('Damage').selectOption('Water');
    await leak.waitFor();
    expect(await leak.inputValue()).toBe('The kitchen');
  });

  test('hold on the pages, too', async () => {
    const page = await openEnvelope(REPORT);
    await page.setViewportSize(DESKTOP);
    await page.getByLabel('Pages', { exact: true }).check();
    const spots = page.locator('.page .spot');
    await spots.first().waitFor();
    expect(await spots.count()).toBe(2);
    await page.locator('.page').getByLabel('Damage').selectOption('Mould');
    await page.locator('.page').getByLabel('Which room').waitFor();
    expect(await spots.count()).toBe(3);
    await picture(page, 'rules-pages');
    await press(page, 'Next field');
    await page.getByLabel('Which room').and(page.locator(':focus')).waitFor();
  });
});
