import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { swapFile } from '../stories/swap-file.ts';
import { picture, startVisits, tabTo } from './visit.ts';

const visit = startVisits();

const enter = async (page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> => {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
};

const type = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, 'textbox', label);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
};

test('a sender signs in, reminds, corrects, signs, seals again and cancels with the keyboard alone', async () => {
  const sender = await visit.api.signUp();
  const unsealed = await sendEnvelope(visit.api, sender, [recipient('One', 1)], { name: 'Not sealed' });
  const undo = await swapFile(unsealed);
  await sign(visit.api, unsealed, 'One');
  await visit.api.settle();
  const own = recipient('Me', 1, { email: sender.email });
  const one = recipient('One', 1);
  const envelope = await sendEnvelope(visit.api, sender, [own, one], { name: 'A lease' });

  const page = await visit.open(`${visit.api.url}/login`);
  await visit.shows(page, 'Sign in');
  await type(page, 'E-mail address', sender.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(sender.password);
  await page.keyboard.press('Enter');
  await visit.shows(page, 'Your envelopes');
  await page.getByRole('link', { name: 'A lease' }).first().waitFor();
  await visit.accessible(page);

  await enter(page, 'link', 'A lease');
  await visit.shows(page, 'A lease');
  const part = page.getByRole('listitem').filter({ hasText: 'One Person' });
  await tabTo(page, part.getByRole('button', { name: 'Remind' }));
  await page.keyboard.press('Enter');
  await page.getByText('A reminder to “One Person” is on its way.').waitFor();
  const correct = part.getByRole('button', { name: 'Correct' });
  await tabTo(page, correct);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Correct “One Person”' });
  await dialog.waitFor();
  // Escape closes the sheet, and the focus is where it was.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await correct.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await visit.accessible(page);
  await type(page, 'Last name', 'Personne');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Corrected.').waitFor();
  await visit.accessible(page);
  await picture(page, 'envelope-keyboard');
  const opened = page.waitForEvent('popup');
  await enter(page, 'link', 'Sign now');
  const signing = await opened;
  await signing.getByRole('button', { name: 'Open the envelope' }).waitFor();
  await signing.close();

  await enter(page, 'button', 'Cancel the envelope');
  await page.getByRole('dialog', { name: 'Cancel this envelope?' }).waitFor();
  await visit.accessible(page);
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel the envelope' }));
  await page.keyboard.press('Enter');
  await page.getByText('This was canceled.').waitFor();
  expect(ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } })).status).toBe('canceled');

  await enter(page, 'link', 'Envelopes');
  await visit.shows(page, 'Your envelopes');
  await enter(page, 'link', /^Completed/);
  await enter(page, 'link', 'Not sealed');
  await visit.shows(page, 'Not sealed');
  await page.getByText('could not be sealed').first().waitFor();
  await visit.accessible(page);
  await picture(page, 'envelope-not-sealed');
  await undo();
  await enter(page, 'button', 'Seal again');
  await page.getByText('The documents are being sealed.').waitFor();
  await visit.api.settle();
  await page.getByText('Everybody is done. The documents are sealed.').waitFor();
  await enter(page, 'link', 'Account');
  await enter(page, 'button', 'Sign out');
  await visit.shows(page, 'Sign in');
});
