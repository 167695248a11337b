import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { leasePdf } from '../bench/page/lease.ts';
import { DESKTOP } from '../browser.ts';
import { recipient, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';
import { press, startVisits } from './visit.ts';

const visit = startVisits();

const PAGES = 12;

/** Opens an envelope of a lease; `before` says what happens to the browser's requests. */
const openLease = async (
  before: (page: Page) => Promise<unknown> = async () => {},
  pages: number = PAGES,
): Promise<Page> => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  await sendEnvelope(visit.api, sender, [signer], {
    documents: [{ name: 'lease.pdf', data: leasePdf(pages).toString('base64') }],
    fields: [],
  });
  const page = await visit.open('about:blank');
  await before(page);
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  return page;
};

/** Takes a picture of the screen, for people who look at it: `PICTURES=folder`. The pages below are long. */
const view = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

const picture = (page: Page, number: number, pages: number = PAGES) =>
  page.getByRole('img', { name: `Page ${number} of ${pages} of “lease.pdf”` });

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
    /img "Page 1 of 12[\s\S]*paragraph: Lease of a Flat/,
  );
});

/**
 * Memory of the browser: nodes of all its documents, also of those that nothing shows any more, and the script's heap.
 */
const heldBy = async (page: Page): Promise<{ nodes: number; bytes: number }> => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('HeapProfiler.collectGarbage');
  await browser.send('Performance.enable');
  const { metrics } = await browser.send('Performance.getMetrics');
  const named = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  await browser.detach();
  return { nodes: named('Nodes'), bytes: named('JSHeapUsedSize') };
};

test('seventy pages of two documents are scrolled with six pictures and flat memory, and a field on the last one is found', async () => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  const note = { ...signatureField('One', 'note'), type: 'textbox', label: 'Note', document_id: 1, page: 8 };
  await sendEnvelope(visit.api, sender, [signer], {
    documents: [
      { name: 'lease.pdf', data: leasePdf(62).toString('base64') },
      { name: 'annex.pdf', data: leasePdf(8).toString('base64') },
    ],
    fields: [note],
  });
  const tens: string[] = [];
  const page = await visit.open('about:blank');
  await page.addInitScript('globalThis.objectUrls = 0; URL.createObjectURL = () => { globalThis.objectUrls += 1; };');
  page.on('response', (answer) => {
    const [, document, from] = /-documents\/([^/]+)\/pages\/filled\?from=(\d+)/.exec(answer.url()) ?? [];
    if (document) tens.push(`${document} ${from}`);
  });
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  const held: number[] = [];
  const goTo = async (number: number): Promise<void> => {
    await page
      .locator('.page')
      .nth(number - 1)
      .evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const name = number > 62 ? `Page ${number - 62} of 8 of “annex.pdf”` : `Page ${number} of 62 of “lease.pdf”`;
    const shown = page.getByRole('img', { name });
    await shown.waitFor();
    // Its text comes with it.
    await page
      .locator('.page')
      .nth(number - 1)
      .locator('.text p')
      .first()
      .waitFor({ state: 'attached' });
    held.push(await page.locator('.page > img').count());
  };
  const scroll = async (from: number, to: number): Promise<void> => {
    for (let number = from; number <= to; number += 5) await goTo(number);
  };
  await scroll(2, 32);
  const before = await heldBy(page);
  await scroll(37, 70);
  await goTo(70);
  await goTo(32);
  const after = await heldBy(page);
  expect(Math.max(...held)).toBeLessThanOrEqual(6);
  expect(after.nodes).toBeLessThan(before.nodes * 1.3);
  // The text of what was read stays: about 1 kB a page.
  expect(after.bytes - before.bytes).toBeLessThan(1_000_000);
  await expect.poll(() => page.evaluate('globalThis.objectUrls')).toBe(0);
  expect(new Set(tens).size).toBe(tens.length);

  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await visit.shows(page, 'Read and fill in');
  await page.getByLabel('Pages', { exact: true }).check();
  await press(page, 'Next field');
  // The field is not there before its page comes near.
  const place = page
    .locator('.page')
    .nth(69)
    .getByRole('button', { name: /^Note: / });
  await place.waitFor();
  // On a phone it opens where there is room to type.
  await page.getByRole('dialog', { name: 'Note' }).getByLabel('Note').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Found');
  await press(page, 'Done');
  await place.and(page.locator(':focus')).waitFor();
  await expect.poll(() => place.innerText()).toBe('Found');
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
  await expect
    .poll(() => large.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(2142);
});

test('pages that are scrolled past are not requested, the counter leads to any page, and what a cut line kept back comes by itself', async () => {
  const asked: string[] = [];
  const page = await openLease(async (tab) => tab.on('request', (request) => asked.push(request.url())), 60);
  await picture(page, 1, 60).waitFor();
  const firstOf = (url: string) => Number(/pages\/filled\?from=(\d+)/.exec(url)?.[1] ?? 0);
  await page.evaluate(`new Promise((done) => {
    const step = (part) => {
      scrollTo(0, document.body.scrollHeight * part);
      if (part < 1) requestAnimationFrame(() => step(part + 1 / 60));
      else done();
    };
    step(0);
  })`);
  await picture(page, 60, 60).waitFor();
  expect(asked.map(firstOf).filter((from) => from > 10 && from < 51)).toEqual([]);
  const number = page.getByLabel('Page', { exact: true });
  await expect.poll(() => number.inputValue()).toBe('60');

  const before = asked.length;
  await number.fill('30');
  await number.press('Enter');
  await picture(page, 30, 60).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.dataset.index')).toBe('29');
  await expect.poll(() => number.inputValue()).toBe('30');
  // The pages on the screen come first, and alone. Those around the place that was left may still come in between.
  const [seen = ''] = asked.slice(before).filter((url) => firstOf(url) > 0 && firstOf(url) < 51);
  expect([29, 30]).toContain(firstOf(seen));
  expect(Number(/count=(\d+)/.exec(seen)?.[1])).toBeLessThan(4);
  for (const [typed, shown] of [
    ['99', 60],
    ['0', 1],
  ] as const) {
    await number.fill(typed);
    await number.press('Enter');
    await picture(page, shown, 60).waitFor();
  }
  await number.fill('x');
  await number.press('Enter');
  await expect.poll(() => number.inputValue()).toBe('1');

  await page.context().setOffline(true);
  await number.fill('45');
  await number.press('Enter');
  await page.getByText('The page is loaded as soon as there is one').first().waitFor();
  await visit.accessible(page);
  await page.context().setOffline(false);
  await picture(page, 45, 60).waitFor();
  await page.getByText('The page is loaded as soon as there is one').first().waitFor({ state: 'detached' });
});

test('page 1 is requested alone, before ten, where an earlier signer has signed on it', async () => {
  const sender = await visit.api.signUp();
  const two = recipient('Two', 2);
  const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1), two], {
    fields: [signatureField('One')],
  });
  await sign(visit.api, envelope, 'One');
  const page = await visit.open(await visit.newestLink(two.email, '/sign/'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await press(page, 'Open the envelope');
  await page.getByRole('img', { name: 'Page 1 of 1 of “contract.pdf”' }).waitFor();
  await page.getByText('One Person,').waitFor({ state: 'attached' });
  const kinds = asked.flatMap((url) => /\.picture|pages\/filled\?.*/.exec(url) ?? []);
  expect(kinds).toEqual(['pages/filled?from=1&count=1', '.picture']);
});

test('the text of all pages is searched without their pictures, and results and outline lead to pages', async () => {
  const asked: string[] = [];
  const page = await openLease(async (tab) => {
    tab.on('request', (request) => asked.push(request.url()));
    // An outline, as other files have one.
    await tab.route('**/text/filled?from=1', async (route) => {
      const answer = await route.fetch();
      const outline = [
        { title: 'Rent', level: 1, page: 20 },
        { title: 'Deposit', level: 2, page: 31 },
      ];
      await route.fulfill({ response: answer, json: { ...(await answer.json()), outline } });
    });
  }, 40);
  await picture(page, 1, 40).waitFor();
  await press(page, 'More');
  await press(page, 'Find');
  const dialog = page.getByRole('dialog', { name: 'Find' });
  await dialog.getByRole('button', { name: /^Deposit/ }).waitFor();
  await visit.accessible(page);
  await view(page, 'find-outline');
  await dialog.getByRole('button', { name: /^Deposit/ }).click();
  await picture(page, 31, 40).waitFor();
  const number = page.getByLabel('Page', { exact: true });
  await expect.poll(() => number.inputValue()).toBe('31');

  await page.setViewportSize(DESKTOP);
  await press(page, 'Find');
  await page.getByLabel('Search in the documents').fill('the LANDLORD');
  await dialog.getByText(/^Results: [1-9]\d+$/).waitFor();
  await visit.accessible(page);
  await view(page, 'find');
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit.accessible(page);
  await view(page, 'find-dark');
  await dialog
    .getByRole('button', { name: /^Page 2\b/ })
    .first()
    .click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => number.inputValue()).toBe('2');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByLabel('Search in the documents').fill('no such words');
  await dialog.getByText('Results: 0').waitFor();
  // The text was read once, and came without pictures.
  const texts = asked.filter((url) => url.includes('/text/filled'));
  expect(texts.length).toBe(new Set(texts).size);
});
