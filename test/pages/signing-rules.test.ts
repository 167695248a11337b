import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESKTOP } from '../browser.ts';
import { textOfFirstPage } from '../pdf/tools.ts';
import { ok, prepareToSubmit, recipient, sendEnvelope, setField, signatureField, submit } from '../stories/envelope.ts';
import { picture, press, seePlaces, startVisits } from './visit.ts';

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
  { name: 'days', label: 'Days', settings: { rules: damageIs('mould') }, y: 540 },
  {
    name: 'more',
    label: 'More days',
    settings: { rules: { show: { field: 'days', is: 'above', value: '2' } } },
    y: 500,
  },
  { name: 'name', label: 'Name', y: 460 },
].map((field) => ({ ...place, ...field }));

/** A bill whose total is computed and rounded. */
const BILL = [
  { name: 'net', label: 'Net', y: 700 },
  { name: 'costs', label: 'Costs', y: 660 },
  {
    name: 'total',
    label: 'Total',
    settings: {
      rules: { value: { round: { product: [{ sum: [{ field: 'net' }, { field: 'costs' }] }, '1.19'] }, digits: 2 } },
      number: { decimals: 2 },
    },
    y: 620,
  },
].map((field) => ({ ...place, ...field }));

/** Opens an envelope with these fields as its signer, on the screen to fill it in. */
const openEnvelope = async (
  fields: object[],
  prepare: (context: ReturnType<Page['context']>) => Promise<void> = async () => {},
): Promise<Page> => {
  const signer = recipient('One', 1);
  await sendEnvelope(visit.api, await visit.api.signUp(), [signer], { fields: [...fields, signatureField('One')] });
  const page = await visit.open('about:blank');
  await prepare(page.context());
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
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
    await expect.poll(async () => [await leak.count(), await room.count()]).toEqual([0, 0]);
    await picture(page, 'rules-none');
    await page.getByLabel('Damage').selectOption('Water');
    await leak.waitFor();
    await says(page, '2 more fields');
    await left(page, '2 left');
    await expect.poll(() => room.count()).toBe(0);
    await visit.accessible(page);
    await picture(page, 'rules-water');
    await leak.fill('The kitchen');
    await page.getByLabel('Damage').selectOption('Mould');
    await room.waitFor();
    await says(page, '2 more fields 2 fields less');
    await expect.poll(() => leak.count()).toBe(0);
    await page.getByLabel('Damage').selectOption('Water');
    await leak.waitFor();
    await expect.poll(() => leak.inputValue()).toBe('The kitchen');
  });

  test('leave on the sealed document only what was shown, also after a reload', async () => {
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1);
    const { id: envelope_id } = await sendEnvelope(visit.api, sender, [signer], {
      fields: [...REPORT, signatureField('One')],
    });
    const page = await visit.open(await visit.newestLink(signer.email, '/sign/'));
    await press(page, 'Open the envelope');
    await page.getByLabel('I agree to use electronic records and signatures').check();
    await press(page, 'Agree and continue');
    await page.getByLabel('Damage').selectOption('Water');
    const leak = page.getByLabel('Where it leaks', { exact: true });
    await leak.fill('Below the kitchen');
    await page.getByLabel('Damage').selectOption('Mould');
    await page.getByLabel('Which room').fill('Bedroom');
    await press(page, 'Sign here');
    await press(page, 'Use it');
    await page.locator('.ink img').waitFor();
    await page.getByText('All saved').waitFor();
    await page.reload();
    await page.getByLabel('Which room').waitFor();
    await expect.poll(() => leak.count()).toBe(0);
    await page.getByLabel('Damage').selectOption('Water');
    await leak.waitFor();
    await expect.poll(() => leak.inputValue()).toBe('Below the kitchen');
    await leak.fill('');
    await page.keyboard.press('Tab');
    await left(page, '1 left');
    await page.getByLabel('Damage').selectOption('Mould');
    await left(page, 'Nothing left to fill in');
    await press(page, 'Review');
    await page.getByText('What you fill in').click();
    await page.getByRole('button', { name: /Which room/ }).waitFor();
    await expect.poll(() => page.getByText('Where it leaks').count()).toBe(0);
    await seePlaces(page);
    await page.getByRole('button', { name: /^Sign “/ }).click();
    await visit.shows(page, 'You have signed');
    await visit.api.settle();
    const as = visit.api.as(sender);
    const { documents, fields } = ok(await as.getEnvelope({ path: { envelope_id } }));
    expect(fields.map(({ name, value }) => [name, value])).toContainEqual(['leak', null]);
    const document_id = documents.find(({ type }) => type === 'attachment')?.id ?? '';
    const { bytes } = await as.getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
    const text = await textOfFirstPage(bytes);
    expect([text.includes('Bedroom'), text.includes('kitchen')]).toEqual([true, false]);
  });

  test('show again what another’s submit has changed before one signs it, and keep what was typed', async () => {
    const sender = await visit.api.signUp();
    const signer = recipient('Ben', 1);
    const sent = await sendEnvelope(visit.api, sender, [recipient('Ada', 1), signer], {
      fields: [
        { ...place, role_name: 'Ada', name: 'ada', label: 'Of Ada', y: 700 },
        { ...place, role_name: 'Ben', name: 'ben', label: 'Of Ben', y: 660 },
        {
          ...place,
          ...{ role_name: 'Ben', name: 'more', label: 'Dogs', y: 620 },
          settings: { rules: { show: { field: 'ada', is: 'filled' } } },
        },
        signatureField('Ada'),
        { ...signatureField('Ben'), x: 300 },
      ],
    });
    const page = await visit.open(await visit.newestLink(signer.email, '/sign/'));
    await press(page, 'Open the envelope');
    await page.getByLabel('I agree to use electronic records and signatures').check();
    await press(page, 'Agree and continue');
    await page.getByLabel('Of Ben').fill('Kept');
    await press(page, 'Sign here');
    await press(page, 'Use it');
    await page.locator('.ink img').waitFor();
    await page.getByText('All saved').waitFor();
    await press(page, 'Review');
    await seePlaces(page);
    const ada = await prepareToSubmit(visit.api, sent, 'Ada');
    ok(await setField(visit.api, ada, 'ada', 'x'));
    ok(await submit(visit.api, ada));
    await page.getByRole('button', { name: /^Sign “/ }).click();
    await page.getByText('Others have signed meanwhile, and that changes what is asked of you.').waitFor();
    await page.getByText('then sign: “Dogs”').waitFor();
    await visit.accessible(page);
    await picture(page, 'rules-changed');
    await expect.poll(() => page.getByLabel('Of Ben').inputValue()).toBe('Kept');
    await page.getByLabel('Dogs').fill('Two');
    await page.keyboard.press('Tab');
    await press(page, 'Review');
    await seePlaces(page);
    await page.getByRole('button', { name: /^Sign “/ }).click();
    await visit.shows(page, 'You have signed');
    const { events } = ok(await visit.api.as(sender).getEnvelopeAudit({ path: { envelope_id: sent.id } }));
    expect(events.filter(({ data }) => data.rules_seen === 'stated').map(({ role_name }) => role_name)).toEqual([
      'Ben',
    ]);
  });

  test('hold on the pages, too', async () => {
    const page = await openEnvelope(REPORT);
    await page.setViewportSize(DESKTOP);
    await page.getByLabel('Pages', { exact: true }).check();
    const spots = page.locator('.page .spot');
    await spots.first().waitFor();
    await expect.poll(() => spots.count()).toBe(3);
    await page.locator('.page').getByLabel('Damage').selectOption('Mould');
    await page.locator('.page').getByLabel('Which room').waitFor();
    await expect.poll(() => spots.count()).toBe(5);
    await picture(page, 'rules-pages');
    await press(page, 'Next field');
    await page.getByLabel('Which room').and(page.locator(':focus')).waitFor();
  });

  test('compute a value at once, which nobody can type', async () => {
    const page = await openEnvelope(BILL);
    const total = page.locator('output');
    await expect.poll(() => total.innerText()).toBe('Empty');
    await page.getByLabel('Net').fill('100,50');
    await page.getByLabel('Costs').fill('9.5');
    await page.keyboard.press('Tab');
    await expect.poll(() => total.innerText()).toBe('130.90');
    await visit.accessible(page);
    await picture(page, 'rules-computed');
    await page.getByLabel('Pages', { exact: true }).check();
    await page.locator('.page .mark').getByText('130.90').waitFor();
    await page.getByRole('button', { name: 'Costs: 9.5' }).click();
    await page.getByRole('dialog').getByLabel('Costs').fill('10');
    await press(page, 'Done');
    await page.locator('.page .mark').getByText('131.50').waitFor();
    await says(page, '“Total” is now “131.50”');
  });

  test('hand the focus of a field that goes to the next one that is there', async () => {
    const page = await openEnvelope(REPORT);
    await page.getByLabel('Damage').selectOption('Mould');
    const days = page.getByRole('textbox', { name: 'Days (optional)', exact: true });
    const [more, name] = [page.getByLabel('More days'), page.getByLabel('Name')];
    await days.fill('3');
    await page.keyboard.press('Tab');
    await more.waitFor();
    await days.fill('2');
    await page.keyboard.press('Tab');
    await name.and(page.locator(':focus')).waitFor();
    await expect.poll(() => more.count()).toBe(0);
  });

  test('hold without a connection', async () => {
    const page = await openEnvelope(REPORT);
    await page.getByLabel('Damage').waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Damage').selectOption('Mould');
    await page.getByLabel('Which room').fill('The bedroom');
    await page.getByLabel('Damage').selectOption('Water');
    await page.getByLabel('Where it leaks', { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Which room').count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByText('All saved').waitFor();
  });

  test('show nothing and let nobody go on before they can be evaluated', async () => {
    let isHeld = true;
    const page = await openEnvelope(REPORT, async (context) => {
      await context.route(/signing-rules-words|part-evaluate/, (route) => (isHeld ? route.abort() : route.continue()));
    });
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await expect
      .poll(async () => [await page.locator('[data-field]').count(), await page.getByText('Review').count()])
      .toEqual([0, 0]);
    isHeld = false;
    await press(page, 'Try again');
    await left(page, '2 left');
  });

  test('are loaded only where an envelope has some', async () => {
    const page = await openEnvelope([{ ...place, name: 'town', label: 'Town', y: 700 }]);
    await page.getByLabel('Town').waitFor();
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.filter((name) => /rules|evaluate/.test(name))).toEqual([]);
  });
});
