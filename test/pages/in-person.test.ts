import { describe, expect, test } from 'vitest';
import { ok, recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { fill, press, seePlaces, startVisits } from './visit.ts';

const visit = startVisits();
const { openTab, shows } = visit;

const NOTE = { name: 'note', role_name: 'One', type: 'textbox', label: 'Note', document_id: 0, page: 1, x: 72, y: 300 };

/** The page on the host's device, and how it is handed to the signer. */
const hosted = async () => {
  const sender = await visit.api.signUp();
  const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1)], {
    fields: [NOTE, signatureField('One')],
  });
  const path = { envelope_id: envelope.id, role_name: 'One' };
  const { link } = ok(await visit.api.as(sender).createInPersonLink({ path }));
  const { page } = await openTab(link);
  await press(page, 'Open the envelope');
  await shows(page, 'Hand this device to “One Person”');
  return { sender, envelope, link, page };
};

describe('on the device of a host', () => {
  test('the page says who should hold the device, and goes back to the host without the signer’s data', async () => {
    const { sender, envelope, link, page } = await hosted();
    expect(await page.locator('main').innerText()).not.toContain('contract.pdf');
    await press(page, 'I am “One Person”');
    await page.getByLabel('I agree to use electronic records and signatures').check();
    await press(page, 'Agree and continue');
    await fill(page, { 'Note (optional)': 'A secret of the signer' });
    await expect.poll(() => page.getByLabel('Note (optional)').getAttribute('autocomplete')).toBe('off');
    await page.getByRole('button', { name: 'Sign here' }).click();
    await press(page, 'Use it');
    await page.getByText('All saved').waitFor();
    await press(page, 'Review');
    await seePlaces(page);
    await page.getByRole('button', { name: /^Sign “/ }).click();
    await shows(page, 'Give this device back to');
    expect(ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } })).status).toBe('complete');
    const left = await page.content();
    for (const own of ['A secret of the signer', 'One Person', 'contract.pdf']) expect(left).not.toContain(own);
    await expect.poll(() => page.url()).not.toContain(link.split('/').at(-1));
    await expect
      .poll(() => page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'))
      .toEqual([0, 0, '']);
    // Neither the browser's Back nor the link shows anything of it again.
    await page.goBack();
    await shows(page, 'Give this device back to');
    await page.goto(link);
    await press(page, 'Open the envelope');
    await shows(page, 'Give this device back to');
    expect(await page.content()).not.toContain('A secret of the signer');
  });

  test('a signer who stops leaves only saved values, and can continue another time', async () => {
    const { link, page } = await hosted();
    await press(page, 'I am “One Person”');
    await page.getByLabel('I agree to use electronic records and signatures').check();
    await press(page, 'Agree and continue');
    await fill(page, { 'Note (optional)': 'Half done' });
    await page.getByRole('heading', { name: 'Read and fill in' }).click();
    await press(page, 'More');
    await press(page, 'Stop and give the device back');
    await shows(page, 'Give this device back to');
    expect(await page.content()).not.toContain('Half done');
    await expect.poll(() => page.url()).not.toContain(link.split('/').at(-1));
    await page.goto(link);
    await press(page, 'Open the envelope');
    await shows(page, 'Hand this device to “One Person”');
    expect(await page.content()).not.toContain('Half done');
    await press(page, 'I am “One Person”');
    await expect.poll(() => page.getByLabel('Note (optional)').inputValue()).toBe('Half done');
  });
});
