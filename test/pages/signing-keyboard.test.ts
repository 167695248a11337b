import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ok, recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { startVisits, tabTo } from './visit.ts';

const visit = startVisits();

/** The smallest width for which WCAG 2.2 asks that nothing needs to be moved sideways (1.4.10). */
const NARROWEST = { width: 320, height: 568 };

const fitsInWidth = async (page: Page): Promise<void> => {
  const { content, shown } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = (
      globalThis as unknown as { document: { documentElement: { scrollWidth: number; clientWidth: number } } }
    ).document.documentElement;
    return { content: scrollWidth, shown: clientWidth };
  });
  expect(content).toBeLessThanOrEqual(shown);
};

test('a signer gets from the press to the signature with the keyboard alone, on 320 pixels, in the dark, and signs once', async () => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  const town = { ...signatureField('One', 'town'), type: 'textbox', label: 'Town', validator: 'number', y: 600 };
  const envelope = await sendEnvelope(visit.api, sender, [signer], { fields: [town, signatureField('One')] });
  const page = await visit.open('about:blank');
  await page.setViewportSize(NARROWEST);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  const screen = async (title: string): Promise<void> => {
    await visit.shows(page, title);
    await fitsInWidth(page);
    await expect.poll(() => page.locator('h1').count()).toBe(1);
    await expect.poll(() => page.locator('h1').evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  };
  await screen('asks you to sign “An envelope”');
  await tabTo(page, 'button', 'Open the envelope');
  await page.keyboard.press('Enter');
  await screen('An envelope');
  // Paper stays white.
  const paper = page.locator('.page').first();
  await expect
    .poll(() =>
      paper.evaluate(
        (one) =>
          (globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } }).getComputedStyle(
            one,
          ).backgroundColor,
      ),
    )
    .toBe('rgb(255, 255, 255)');
  await tabTo(page, 'checkbox', 'I agree to use electronic records and signatures');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await screen('Read and fill in');
  await tabTo(page, 'textbox', 'Town');
  const isSaid = page.locator('[role=status]').filter({ hasText: 'Only digits' });
  await expect.poll(() => page.getByRole('textbox', { name: 'Town' }).getAttribute('aria-invalid')).toBe('false');
  await page.keyboard.type('V');
  await isSaid.waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('1040');
  await tabTo(page, 'button', /Sign here/);
  await page.keyboard.press('Enter');
  // Screen readers say where the focus goes: the sheet's title, and afterwards what has taken the place of the button.
  await page.getByRole('dialog', { name: 'Your signature' }).and(page.locator(':focus')).waitFor();
  await fitsInWidth(page);
  await tabTo(page, 'button', 'Use it');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove' }).and(page.locator(':focus')).waitFor();
  await page.getByText('Nothing left to fill in').waitFor();
  await tabTo(page, 'button', 'Review');
  await page.keyboard.press('Enter');
  await screen('Review');
  const sign = page.getByRole('button', { name: /^Sign “An envelope”/ });
  // Pressed too early, it leads to what is to be seen first.
  await page.getByRole('img', { name: 'Page 1 of 1 of “contract.pdf”, as it will be sealed' }).waitFor();
  await tabTo(page, 'button', 'Next place');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Signature: Signed' }).and(page.locator(':focus')).waitFor();
  await page.getByText('You have looked at each place.').waitFor({ state: 'attached' });
  await tabTo(page, sign);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await screen('You have signed');
  await visit.api.settle();
  const done = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
  expect(done.status).toBe('complete');
  const signed = done.history_entries.filter(({ event }: { event: string }) => event === 'recipient:submitted');
  expect(signed).toHaveLength(1);
});
