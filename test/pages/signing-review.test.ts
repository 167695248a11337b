import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { leasePdf } from '../bench/page/lease.ts';
import { DESKTOP, PHONE } from '../browser.ts';
import { textsOf } from '../pdf/tools.ts';
import { ok, pdf, recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { FIELDS } from '../stories/fields.ts';
import { picture, press, seePlaces, startVisits } from './visit.ts';

const visit = startVisits();

const agree = async (page: Page, link: string): Promise<void> => {
  await page.goto(link);
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await visit.shows(page, 'Read and fill in');
  await page.getByLabel('Form', { exact: true }).check();
};

/** A browser that speaks British English, as `navigator` says it; its clock is in Vienna. */
const briton = async (size: { width: number; height: number }) => {
  const { page } = await visit.openTab();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Vienna' });
  await page.addInitScript("Object.defineProperty(navigator, 'languages', { get: () => ['en-GB'] })");
  await page.setViewportSize(size);
  return page;
};

const sign = (page: Page) => page.getByRole('button', { name: 'Sign “An envelope” as “One Person”' });

/** Texts without what readers of files put between letters as they like. */
const flat = (text: string): string => text.replace(/[\s\u2066-\u2069]/g, '');

test('the review shows every kind of value on its page as it is sealed, and says which language decides', async () => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  const due = { ...FIELDS[3], name: 'due', label: 'Due', x: 300, settings: { date_format: 'yyyy-MM-dd' } };
  const envelope = await sendEnvelope(visit.api, sender, [signer], {
    fields: [...FIELDS, due, signatureField('One')],
  });
  const page = await briton(DESKTOP);
  await agree(page, await visit.newestLink(signer.email, '/sign/'));
  await page.getByLabel('Town').fill('Wien, 12/01/2026');
  await page.getByLabel('Notes').fill('Two lines\nof notes');
  for (const date of ['Born on', 'Due']) await page.getByLabel(date).fill('2026-12-01');
  await page.getByLabel('Pets').selectOption({ label: 'A cat' });
  await page.getByLabel('Keys received').check();
  await page.getByLabel('Yearly').check();
  const proof = { name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf(), 'base64') };
  await page.getByLabel('Proof').setInputFiles(proof);
  await page.getByRole('button', { name: 'Initial here' }).click();
  await press(page, 'Use it');
  await page.getByRole('button', { name: 'Sign here' }).click();
  await press(page, 'Use it');
  await page.getByText('All saved').waitFor();
  // The page on which one fills has the same text as the one that is reviewed.
  await page.getByLabel('Pages', { exact: true }).check();
  await page.locator('[data-field=born]').getByText('1 Dec 2026').waitFor();
  await page.locator('[data-field=due]').getByText('2026-12-01').waitFor();
  await press(page, 'Review');
  await visit.shows(page, 'Review');
  await page.getByRole('img', { name: 'Page 1 of 1 of “contract.pdf”, as it will be sealed' }).waitFor();
  await page.getByText('written in British English, in the time zone Europe/Vienna.').waitFor();
  await page.getByText('chose another form for some dates.').waitFor();
  await visit.accessible(page);
  await picture(page, 'review-desktop');

  const values = {
    Town: 'Wien, 12/01/2026',
    Notes: 'Two lines\nof notes',
    'Born on': '1 Dec 2026',
    Due: '2026-12-01',
    Pets: 'A cat',
    Proof: 'Attached: \u2068proof.pdf\u2069',
  };
  const reviewed = flat(await page.locator('.page .text').innerText());
  for (const [label, text] of Object.entries(values)) {
    expect(reviewed).toContain(flat(text));
    await page.getByRole('img', { name: `${label}: ${text}` }).waitFor();
  }
  // The small print under the signature, and the time, in the same form.
  expect(reviewed).toMatch(/OnePerson,\d\d?[A-Z][a-z]{2,3}20\d\d/);
  expect(reviewed).toMatch(/\d\d?[A-Z][a-z]{2,3}20\d\d,\d\d?:\d\d:\d\dUTC\+0[12]:00/);
  const marks = page.locator('.place:not(.none)');
  await expect
    .poll(() => marks.evaluateAll((all) => all.map((one) => one.getAttribute('data-field'))))
    .toEqual(expect.arrayContaining(['keys', 'yearly', 'initials', 'signature-One', 'at']));
  await expect
    .poll(() => page.locator('.place.none').evaluateAll((all) => all.map((one) => one.getAttribute('data-field'))))
    .toEqual(['mail', 'monthly']);
  // The list leads to the place.
  await page.getByRole('button', { name: /^Rent\s*Yearly$/ }).click();
  await page.getByRole('img', { name: 'Yearly: Yes' }).and(page.locator('.lit:focus')).waitFor();
  await seePlaces(page);
  await sign(page).click();
  await visit.shows(page, 'You have signed');
  await visit.api.settle();
  const { documents } = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
  for (const { id, type } of documents) {
    const { bytes } = await visit.api
      .as(sender)
      .getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
    const texts = textsOf(bytes).map(flat);
    for (const text of type === 'certificate' ? ['1 Dec 2026', '2026-12-01'] : Object.values(values)) {
      for (const one of texts) expect(one).toContain(flat(text));
    }
    // The certificate has the times of the signer's acts in the form of the page and of the stamp.
    const times = texts.map((one) => one.match(/\d\d?[A-Z][a-z]{2,3}20\d\d,\d\d?:\d\d:\d\dUTC\+0[12]:00/g)?.length);
    for (const count of times) expect(count).toBeGreaterThanOrEqual(type === 'certificate' ? 8 : 1);
  }
});

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)('nobody signs before the text around each signature has been on the screen of a %s', async (_, size) => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  const last = { ...signatureField('One', 'last'), label: 'At the end', page: 9, y: 400 };
  await sendEnvelope(visit.api, sender, [signer], {
    documents: [{ name: 'lease.pdf', data: leasePdf(9).toString('base64') }],
    fields: [{ ...signatureField('One'), page: 2 }, last],
  });
  const page = await briton(size);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(...(/\/review\/[^/]+\/(\d+)/.exec(request.url())?.slice(1) ?? [])));
  await agree(page, await visit.newestLink(signer.email, '/sign/'));
  await page.getByRole('button', { name: 'Sign here' }).first().click();
  await press(page, 'Use it');
  await page.getByText('1 left').waitFor();
  await page.getByRole('button', { name: /^Sign here/ }).click();
  await page.getByText('All saved').waitFor();
  // Page 9 comes late: a place whose page isn't there is not seen.
  let show = (): void => {};
  const held = new Promise<void>((resolve) => (show = resolve));
  await page.route(/\/review\/[^/]+\/9\?/, async (route) => {
    await held;
    await route.continue();
  });
  await press(page, 'Review');
  await visit.shows(page, 'Review');
  await page.getByText('2 places to look at first').waitFor();
  const early = page.locator('[aria-disabled=true]');
  // Pressed too early, it signs nothing, and leads there.
  await early.dispatchEvent('click');
  await page.getByRole('img', { name: 'Signature: Signed' }).and(page.locator(':focus')).waitFor();
  await page.getByText('1 place to look at first').waitFor();
  await press(page, 'Next place');
  const end = page.getByRole('img', { name: 'At the end: Signed' });
  await end.and(page.locator(':focus')).waitFor();
  await page.getByText('Loading …').waitFor();
  await expect.poll(() => early.count()).toBe(1);
  show();
  await page.getByText('You have looked at each place.').waitFor({ state: 'attached' });
  await expect.poll(() => early.count()).toBe(0);
  // The text above the place can be read: it stands on the screen, no smaller than 9 pixels for 10 points.
  const [box, sheet] = await Promise.all([end.boundingBox(), page.locator('.page').last().boundingBox()]);
  expect((sheet?.width ?? 0) / 612).toBeGreaterThan(0.9);
  expect(box?.y ?? 0).toBeGreaterThan(96);
  await visit.accessible(page);
  await picture(page, `review-${size.width}`);
  // Each page with something of the signer's is drawn once.
  expect(asked.toSorted()).toEqual(['2', '9']);
  // Slow: the button says so, to the eye and to a screen reader, until it is done.
  let answer = (): void => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/submit', async (route) => {
    await slow;
    await route.continue();
  });
  await sign(page).click();
  await page.getByRole('button', { name: 'Signing …', disabled: true }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Signing …' }).waitFor({ state: 'attached' });
  answer();
  await visit.shows(page, 'You have signed');
});
