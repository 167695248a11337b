import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { type Envelope, ok, recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { fill, idle, press, seePlaces, startVisits } from './visit.ts';

const visit = startVisits();

const FIELDS = [
  { name: 'town', type: 'textbox', label: 'Town', y: 700, required: true },
  { name: 'notes', type: 'textarea', label: 'Notes', y: 620, required: true },
  { name: 'born', type: 'date', label: 'Born on', y: 590, required: true },
  { name: 'keys', type: 'checkbox', label: 'Keys received', y: 530, required: true },
].map((field) => ({ role_name: 'One', document_id: 0, page: 1, x: 72, ...field }));

const read = async (sender: Person, { id }: Envelope) =>
  ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: id } }));

const agree = async (page: Page): Promise<void> => {
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await page.getByRole('heading', { name: 'Read and fill in' }).waitFor();
};

/** Leaves the field that has the focus. */
const leave = (page: Page): Promise<void> => page.getByRole('heading', { level: 1 }).click();

test('two tabs show each other’s changes, keep what is being typed, and both know that it is signed', async () => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  const envelope = await sendEnvelope(visit.api, sender, [signer], { fields: FIELDS });
  const link = await visit.newestLink(signer.email, '/sign/');
  const one = await visit.open(link);
  await agree(one);
  const two = await one.context().newPage();
  await two.goto(link);
  await press(two, 'Open the envelope');
  await two.getByRole('heading', { name: 'Read and fill in' }).waitFor();

  await fill(one, { Town: 'Vienna', 'Born on': '1990-01-31' });
  await leave(one);
  await expect.poll(() => two.getByLabel('Town').inputValue()).toBe('Vienna');
  await expect.poll(() => two.getByLabel('Born on').inputValue()).toBe('1990-01-31');
  // A tab that changed a field before shows the newer value, and doesn't bring its own back when it is left.
  await fill(two, { Town: 'Graz', Notes: 'half a sent' });
  await expect.poll(() => one.getByLabel('Town').inputValue()).toBe('Graz');
  await fill(one, { Town: 'Linz' });
  await leave(one);
  await expect.poll(() => two.getByLabel('Town').inputValue()).toBe('Linz');
  await expect.poll(() => two.getByLabel('Notes').inputValue()).toBe('half a sent');
  await two.getByLabel('Notes').pressSequentially('ence');
  await two.getByLabel('Town').focus();
  await leave(two);
  await two.getByText('All saved').waitFor();
  await expect.poll(() => one.getByLabel('Notes').inputValue()).toBe('half a sentence');
  await expect.poll(() => one.getByLabel('Town').inputValue()).toBe('Linz');

  // Back closes what lies on top first: a sheet, then the review; what was filled in stays.
  await one.getByLabel('Keys received').check();
  await press(one, 'Review');
  await visit.shows(one, 'Review');
  await one.goBack();
  await visit.shows(one, 'Read and fill in');
  await press(one, 'More');
  await one.getByRole('button', { name: /^Ask / }).click();
  await one.getByLabel('Your question').fill('Is it');
  await one.goBack();
  await one.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => one.getByLabel('Town').inputValue()).toBe('Linz');
  await press(one, 'Review');
  await visit.shows(one, 'Review');
  // Forward returns to the review, however it was left, as often as one likes. It opens no sheet again.
  await one.goBack();
  await visit.shows(one, 'Read and fill in');
  await one.goForward();
  await visit.shows(one, 'Review');
  await press(one, 'Back');
  await visit.shows(one, 'Read and fill in');
  await one.goForward();
  await visit.shows(one, 'Review');
  await press(one, 'More');
  await one.getByRole('dialog').waitFor();
  await one.goBack();
  await one.getByRole('dialog').waitFor({ state: 'detached' });
  await one.goForward();
  await press(one, 'Back');
  await visit.shows(one, 'Read and fill in');
  // Not while something is due again.
  await one.getByLabel('Keys received').uncheck();
  await one.goForward();
  await visit.shows(one, 'Read and fill in');
  await one.getByLabel('Keys received').check();
  await press(one, 'Review');
  await visit.shows(one, 'Review');
  await press(one, 'Back');
  // A sheet that is opened while the browser still goes back from the one before is closed by Back, too.
  await press(one, 'More');
  await one.evaluate(CLOSE_AND_OPEN);
  await one.getByRole('dialog').waitFor();
  await one.goBack();
  await one.getByRole('dialog').waitFor({ state: 'detached' });
  await visit.shows(one, 'Read and fill in');
  await press(one, 'Review');
  await seePlaces(one);
  await press(one, 'Sign “An envelope” as “One Person”');
  await visit.shows(one, 'You have signed');
  await two.getByRole('heading', { name: 'You have signed' }).waitFor();
  const { fields } = await read(sender, envelope);
  expect(fields.map(({ value }: { value: string }) => value)).toEqual([
    'Linz',
    'half a sentence',
    '01/31/1990',
    'true',
  ]);
});

test('parts that come later say why they don’t, come when they can, and stay without a connection', async () => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  await sendEnvelope(visit.api, sender, [signer], { fields: FIELDS });
  const { page } = await visit.openTab();
  const PARTS = '**/assets/part-*';
  await page.route(PARTS, (route) => route.fulfill({ status: 404 }));
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  await press(page, 'More');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('older than the service').waitFor();
  await visit.accessible(page);
  await page.unroute(PARTS);
  await page.route(PARTS, (route) => route.abort('connectionreset'));
  await press(page, 'Load the page again');
  await press(page, 'More');
  await dialog.getByText('cannot be reached').waitFor();
  await visit.accessible(page);
  await press(page, 'Try again');
  await dialog.getByText('cannot be reached').waitFor();
  await page.unroute(PARTS);
  await press(page, 'Try again');
  await dialog.getByRole('button', { name: /^Ask / }).waitFor();

  // They come by themselves once the first page has been shown.
  const loaded = page.waitForResponse(PARTS);
  await page.reload();
  await loaded;
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await press(page, 'More');
  await dialog.getByRole('button', { name: /^Ask / }).waitFor();
});

/** Run by the browser: closes the sheet and opens it again at once. */
const CLOSE_AND_OPEN = `
  const named = (name) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  const more = named('More');
  named('Close').click();
  more.click();
`;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

/**
 * Cuts a third of the calls, before or after they reach the server, and answers the others late and in another order.
 */
const disturb = async (page: Page, seed: number): Promise<{ cut: number }> => {
  const next = numbersFrom(seed);
  const seen = { cut: 0 };
  // As browsers do when the connection is back, so that nothing waits for its next try.
  await page.addInitScript("setInterval(() => dispatchEvent(new Event('online')), 50)");
  await page.route('**/v2/**', async (route: Route) => {
    const [fate, late] = [next(), next()];
    if (fate < 0.35) seen.cut += 1;
    if (fate < 0.2) return route.abort('connectionreset');
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, late * 150));
    // The server has done it, and the browser never learns.
    if (fate < 0.35) return route.abort('connectionreset');
    await route.fulfill({ response });
  });
  return seen;
};

/** Presses a button, again and again while the connection is cut, until this heading is shown. */
const insist = async (page: Page, name: string, heading: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true });
  const wanted = page.getByRole('heading', { name: heading, exact: true });
  for (let times = 0; times < 30; times++) {
    await button.or(wanted).first().waitFor();
    await idle(page);
    if (await wanted.isVisible()) return;
    await button.click();
    await idle(page);
    await wanted.or(page.getByRole('alert')).first().waitFor();
  }
  throw new Error(`${heading} is never shown`);
};

test.each([7, 23])(
  'a signing succeeds once with calls that are cut and answers that come late (seed %i)',
  async (seed) => {
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1);
    const envelope = await sendEnvelope(visit.api, sender, [signer], { fields: [...FIELDS, signatureField('One')] });
    const page = await visit.open('about:blank');
    const seen = await disturb(page, seed);
    await page.goto(await visit.newestLink(signer.email, '/sign/'));
    await insist(page, 'Open the envelope', '“An envelope”');
    const consent = page.getByLabel('I agree to use electronic records and signatures');
    const again = page.getByRole('button', { name: 'Try again' });
    for (;;) {
      await consent.or(again).first().waitFor();
      if (await consent.isVisible()) break;
      await again.first().click();
    }
    await consent.check();
    await insist(page, 'Agree and continue', 'Read and fill in');
    for (const town of ['Vienna', 'Graz', 'Linz']) await fill(page, { Town: town, Notes: `Notes on ${town}` });
    await fill(page, { 'Born on': '1990-01-31' });
    await page.getByLabel('Keys received').check();
    await page.getByRole('button', { name: 'Sign here' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    for (let times = 0; times < 30 && (await dialog.isVisible()); times++) {
      await press(page, 'Use it');
      await idle(page);
    }
    await page.getByText('Nothing left to fill in').waitFor();
    await press(page, 'Review');
    await seePlaces(page);
    await insist(page, 'Sign “An envelope” as “One Person”', 'You have signed');
    await visit.api.settle();
    const { status, fields, history_entries } = await read(sender, envelope);
    expect(status).toBe('complete');
    const values = fields.map(({ value }: { value: string }) => value);
    expect(values).toEqual(['Linz', 'Notes on Linz', '01/31/1990', 'true', 'signed']);
    const events = history_entries.map(({ event }: { event: string }) => event);
    for (const once of ['recipient:opened', 'recipient:agreed', 'recipient:submitted', 'envelope:completed']) {
      expect(
        events.filter((event: string) => event === once),
        once,
      ).toHaveLength(1);
    }
    expect(seen.cut).toBeGreaterThan(2);
  },
);
