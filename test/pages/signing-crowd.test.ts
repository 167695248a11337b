import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP } from '../browser.ts';
import { pdf, recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { picture, press, startVisits } from './visit.ts';

const visit = startVisits();

const NARROWEST = { width: 320, height: 568 };

/** Rows of two fields, so many points apart, and a signature far below. */
const rows = (count: number, apart: number) =>
  Array.from({ length: count }, (_, row) =>
    [72, 230].map((x, column) => ({
      name: `field-${row}-${column}`,
      label: `Field ${row * 2 + column + 1}`,
      role_name: 'One',
      type: column === 0 ? 'textbox' : 'checkbox',
      document_id: 0,
      page: 1,
      x,
      y: 700 - row * apart,
      required: true,
    })),
  ).flat();

const openPages = async (size: { width: number; height: number }, fields: object[]): Promise<Page> => {
  const signer = recipient('One', 1);
  await sendEnvelope(visit.api, await visit.api.signUp(), [signer], {
    fields: [...fields, signatureField('One')],
  });
  const page = await visit.open('about:blank');
  await page.setViewportSize(size);
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await visit.shows(page, 'Read and fill in');
  await page.getByLabel('Pages', { exact: true }).check();
  await page.getByRole('button', { name: 'Signature: Empty' }).waitFor();
  return page;
};

interface Target {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Everything on the page that can be pressed, where it is. */
const targetsOn = (page: Page): Promise<Target[]> =>
  page.locator('.page :is(button, input, select, textarea)').evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { name: one.getAttribute('aria-label') ?? '', left, top, right, bottom };
    }),
  );

/** Targets that cover another one by more than a hair. */
const covering = (targets: Target[]): string[] =>
  targets.flatMap((one, at) =>
    targets
      .slice(at + 1)
      .filter(
        (other) =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5,
      )
      .map((other) => `${one.name} and ${other.name}`),
  );

test('fields too close for a finger are one target on 320 pixels, which leads to the one that was pressed', async () => {
  const page = await openPages(NARROWEST, rows(6, 20));
  const targets = await targetsOn(page);
  expect(targets.map(({ name }) => name)).toEqual(['Signature: Empty', 'Zoom in to fields 1 to 12']);
  for (const { left, top, right, bottom } of targets) {
    expect(Math.min(right - left, bottom - top)).toBeGreaterThanOrEqual(24);
  }
  expect(covering(targets)).toEqual([]);
  await visit.accessible(page);
  await picture(page, 'crowd-320');
  const crowd = page.locator('.crowd');
  const { width = 0, height = 0 } = (await crowd.boundingBox()) ?? {};
  await crowd.click({ position: { x: width - 6, y: height - 6 } });
  const last = page.getByRole('checkbox', { name: 'Field 12' });
  await last.and(page.locator(':focus')).waitFor();
  // It is on the screen, below the bar.
  const { top, bottom } = await last.evaluate((one) => one.getBoundingClientRect());
  expect(top).toBeGreaterThan(48);
  expect(bottom).toBeLessThan(NARROWEST.height);
  await picture(page, 'crowd-320-near');
  const near = await targetsOn(page);
  expect(near).toHaveLength(13);
  expect(covering(near)).toEqual([]);
  await visit.accessible(page);
});

test('a crowd that is reached by keyboard leads to the first field that is due', async () => {
  const page = await openPages(NARROWEST, rows(3, 20));
  await page.locator('.crowd').press('Enter');
  await page.getByRole('button', { name: 'Field 1: Empty' }).and(page.locator(':focus')).waitFor();
});

test('“Next field” zooms in to a field and shows it at once', async () => {
  const page = await openPages(NARROWEST, rows(3, 20));
  for (let times = 0; times < 7; times++) {
    await press(page, 'Next field');
    const due = page.locator('.spot.lit');
    await due.waitFor();
    const dialog = page.getByRole('dialog');
    const opens = (await due.getAttribute('data-field'))?.endsWith('-0');
    if (opens) await dialog.waitFor();
    const { top, bottom, left } = await due.evaluate((one) => one.getBoundingClientRect());
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(NARROWEST.height);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left).toBeLessThan(NARROWEST.width - 24);
    if (opens) {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  }
});

test('with a mouse close rows are filled where they are, and none covers another', async () => {
  const page = await openPages(DESKTOP, rows(8, 15));
  const targets = await targetsOn(page);
  expect(targets).toHaveLength(17);
  expect(covering(targets)).toEqual([]);
  await page.getByLabel('Field 3').fill('Vienna');
  await page.getByLabel('Field 4').check();
  await page.getByText('All saved').waitFor();
  await expect.poll(() => page.locator('.pages > div').evaluate((one) => one.getAttribute('style'))).toContain('100%');
});

test('several documents are named where they begin, and fields of one name by their place', async () => {
  const signer = recipient('One', 1);
  await sendEnvelope(visit.api, await visit.api.signUp(), [signer], {
    documents: ['lease.pdf', 'annex.pdf'].map((name) => ({ name, data: pdf(2) })),
    fields: [signatureField('One'), { ...signatureField('One', 'second'), document_id: 1, page: 2 }],
  });
  const page = await visit.open('about:blank');
  await page.setViewportSize(DESKTOP);
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  for (const name of ['“lease.pdf”', '“annex.pdf”']) await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await page.getByRole('button', { name: 'Signature (“lease.pdf”, page 1) to be filled in' }).waitFor();
  await page.getByRole('button', { name: 'Signature (“annex.pdf”, page 2) to be filled in' }).click();
  await page.locator('.page').nth(3).locator('.spot.lit').waitFor();
  await picture(page, 'several-documents');
});
