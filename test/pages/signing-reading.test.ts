import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { leasePdf } from '../bench/page/lease.ts';
import { recipient, sendEnvelope } from '../stories/envelope.ts';
import { press, startVisits } from './visit.ts';

const visit = startVisits();

const PAGES = 32;

/** Opens an envelope of a lease; `before` says what happens to the browser's requests. */
const openLease = async (before: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  await sendEnvelope(visit.api, sender, [signer], {
    documents: [{ name: 'lease.pdf', data: leasePdf(PAGES).toString('base64') }],
    fields: [],
  });
  const page = await visit.open('about:blank');
  await before(page);
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  return page;
};

const picture = (page: Page, number: number) =>
  page.getByRole('img', { name: `Page ${number} of ${PAGES} of lease.pdf` });

test('the first page needs only the request for its picture, and its text can be read, found and selected', async () => {
  const asked: string[] = [];
  const page = await openLease(async (tab) => tab.on('request', (request) => asked.push(request.url())));
  await picture(page, 1).waitFor();
  const title = page.getByText('Lease of a Flat');
  await title.waitFor();
  await visit.shows(page, 'An envelope');
  const [session, next] = asked.slice(asked.findIndex((url) => url.includes('/v2/sign/')));
  expect(session).toContain('/v2/sign/unauth/');
  expect(next).toMatch(/\/1-\w+\.picture\?/);
  // Its place in the picture: 72 of 612 points from the left, 103.5 wide.
  const box = await title.boundingBox();
  const sheet = await page.locator('.page').first().boundingBox();
  const scale = (sheet?.width ?? 0) / 612;
  expect(Math.abs((box?.x ?? 0) - (sheet?.x ?? 0) - 72 * scale)).toBeLessThan(3);
  expect(Math.abs((box?.width ?? 0) - 103.5 * scale)).toBeLessThan(3);
  const selected = await title.evaluate((line) => {
    const selection = line.ownerDocument.getSelection();
    selection?.selectAllChildren(line);
    return selection?.toString().trim();
  });
  expect(selected).toBe('Lease of a Flat');
  expect(await page.locator('.page').first().ariaSnapshot()).toMatch(
    /img "Page 1 of 32[\s\S]*paragraph: Lease of a Flat/,
  );
});

test('at most six pages have a picture after any scrolling, and pages are requested ten at a time', async () => {
  const tens: string[] = [];
  const page = await openLease(async (tab) =>
    tab.on('response', (answer) => {
      const from = /\/pages\/filled\?from=(\d+)/.exec(answer.url())?.[1];
      if (from) tens.push(from);
    }),
  );
  await picture(page, 1).waitFor();
  const held: number[] = [];
  for (const number of [4, 9, 14, 19, 24, 29, 32]) {
    await page
      .locator('.page')
      .nth(number - 1)
      .evaluate((one) => one.scrollIntoView({ block: 'center' }));
    await picture(page, number).waitFor();
    held.push(await page.locator('.page > img').count());
  }
  expect(Math.max(...held)).toBeLessThanOrEqual(6);
  expect(await picture(page, 1).count()).toBe(0);
  expect([...new Set(tens)].toSorted()).toEqual(['1', '11', '21', '31']);
});

test('an expired picture link is renewed, and zooming loads a picture of twice the size', async () => {
  let refused = 0;
  const page = await openLease((tab) =>
    tab.route(/\/2-\w+\.picture/, (route) => {
      refused += 1;
      return refused === 1 ? route.fulfill({ status: 403 }) : route.continue();
    }),
  );
  await picture(page, 2).waitFor();
  await expect
    .poll(() => picture(page, 2).evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1071);
  expect(refused).toBe(2);
  for (let times = 0; times < 3; times++) await press(page, 'Zoom in');
  for (let times = 0; times < 3; times++) await press(page, 'Zoom out');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (let times = 0; times < 2; times++) await press(page, 'Zoom in');
  const large = page.locator('img[src*=".large"]').first();
  await large.waitFor();
  expect(await large.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(2142);
});
