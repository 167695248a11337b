import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { DAY, timestampIn } from '../../lib/base/clock.ts';
import { DESKTOP } from '../browser.ts';
import { type Envelope, ok, recipient, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';
import { FIELDS } from '../stories/fields.ts';
import { answered, fill, press, seePlaces, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, newestLink, open, openTab, shows } = visit;

/** A picture of what is shown, for people who look at it: `PICTURES=folder`. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
};

const agree = async (page: Page): Promise<void> => {
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
};

/** Opens the newest link of this address, and presses to open. */
const opened = async (email: string): Promise<Page> => {
  const page = await open(await newestLink(email, '/sign/'));
  await press(page, 'Open the envelope');
  return page;
};

/** Waits until the page has loaded the list of pages: later requests come from presses. */
const pagesLoaded = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/pages/filled')),
  );
  await answered(page);
};

/** Expects one of the mails to this address to have these words. Mails of the same moment have no order. */
const isMailed = async (email: string, words: string): Promise<void> => {
  await visit.api.settle();
  const texts = (await visit.api.messages(email)).map(({ text }) => text);
  expect(texts).toContainEqual(expect.stringContaining(words));
};

const statusOf = async (sender: { token: string }, { id }: Envelope, role_name: string): Promise<unknown> => {
  const { recipients } = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: id } }));
  return recipients.find((one: { role_name: string }) => one.role_name === role_name);
};

describe('a signing link', () => {
  test('leads a signer to a sealed document, with every type of field', async () => {
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1);
    const envelope = await sendEnvelope(visit.api, sender, [signer], {
      name: 'A <lease>',
      fields: [...FIELDS, signatureField('One')],
    });
    const page = await opened(signer.email);
    await shows(page, 'A <lease>');
    await page.getByRole('img', { name: 'Page 1 of 1 of “contract.pdf”' }).waitFor();
    await picture(page, 'consent');
    await agree(page);
    await shows(page, 'Read and fill in');
    await picture(page, 'form');
    // The page is named once, not at each of its fields.
    await expect.poll(() => page.getByText('“contract.pdf”, page 1').count()).toBe(1);
    await fill(page, { Town: 'Vienna', 'Mail (optional)': 'no address', 'Born on': '1990-01-31' });
    await page.getByText('This is no e-mail address.').waitFor();
    await fill(page, { 'Mail (optional)': 'one@example.com', 'Notes (optional)': 'Two lines\nof notes' });
    await page.getByLabel('Pets').selectOption({ label: 'A cat' });
    await page.getByLabel('Keys received').check();
    await page.getByLabel('Monthly').check();
    await page.getByLabel('Yearly').check();
    await page.getByLabel('Proof').setInputFiles({
      name: 'scan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(4_000_001),
    });
    await page.getByText('The file may have at most 4 MB.').waitFor();
    await page.getByLabel('Proof').setInputFiles({
      name: 'proof.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('MZ: a program'),
    });
    await page.getByText('These are accepted: PDF, PNG, JPEG').waitFor();
    await page.getByLabel('Proof').setInputFiles({
      name: 'proof.exe',
      mimeType: 'text/plain',
      buffer: Buffer.from('%PDF-1.7 much'),
    });
    await page.getByText('Remove “proof.pdf”').waitFor();
    await page.getByRole('button', { name: 'Initial here' }).click();
    await page.getByRole('dialog', { name: 'Your initials' }).waitFor();
    const hand = page.getByRole('radio', { name: 'Handwriting 3' });
    const chosen = await page.getByRole('img', { name: 'Handwriting 3' }).getAttribute('src');
    await hand.check();
    await accessible(page);
    await picture(page, 'adopt-hand');
    await press(page, 'Use it');
    await page.getByRole('button', { name: 'Sign here' }).click();
    await page.getByRole('dialog', { name: 'Your signature' }).waitFor();
    const typed = page.getByLabel('Name as you sign it');
    await typed.fill('\u{10480}');
    await page.getByText('This name has letters that cannot be shown here.').waitFor();
    await typed.fill('One 山田');
    const preview = await page.getByRole('img', { name: 'Preview: “One 山田”' }).getAttribute('src');
    await accessible(page);
    await picture(page, 'adopt');
    await press(page, 'Use it');
    await page.getByText('Nothing left to fill in').waitFor();
    await page.getByText('All saved').waitFor();
    await page.getByLabel('Pages').check();
    await page
      .getByRole('button', { name: /^Zoom in to fields/ })
      .first()
      .waitFor();
    await accessible(page);
    for (let times = 0; times < 3; times++) await press(page, 'Zoom in');
    await page.getByRole('checkbox', { name: 'Keys received', checked: true }).waitFor();
    await page.getByRole('radio', { name: 'Yearly', checked: true }).waitFor();
    await accessible(page);
    for (let times = 0; times < 3; times++) await press(page, 'Zoom out');
    await page.setViewportSize({ width: 320, height: 568 });
    const letters = await page
      .locator('.page :is(.hint, .sign b, .caption, .crowd b)')
      .evaluateAll((labels) =>
        labels.map((label) =>
          Number.parseFloat(
            (globalThis as unknown as { getComputedStyle(of: unknown): { fontSize: string } }).getComputedStyle(label)
              .fontSize,
          ),
        ),
      );
    expect(Math.min(...letters)).toBeGreaterThanOrEqual(11);
    await picture(page, 'pages');
    await press(page, 'Review');
    await shows(page, 'Review');
    await picture(page, 'review');
    const button = page.getByRole('button', { name: 'Sign “A <lease>” as “One Person”' });
    await expect.poll(() => page.locator('button:focus').count()).toBe(0);
    await seePlaces(page);
    await button.click();
    await shows(page, 'You have signed');
    await visit.api.settle();
    const done = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(done.status).toBe('complete');
    const values = Object.fromEntries(
      done.fields.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(values).toMatchObject({
      town: 'Vienna',
      mail: 'one@example.com',
      notes: 'Two lines\nof notes',
      born: '01/31/1990',
      pets: 'c',
      keys: 'true',
      monthly: 'false',
      yearly: 'true',
      proof: 'attached',
      initials: 'initialed',
      'signature-One': 'signed',
    });
    const markOf = (field: string) => done.fields.find(({ name }: { name: string }) => name === field).settings.base64;
    expect(markOf('signature-One')).toBe(preview);
    expect(markOf('initials')).toBe(chosen);
    await page.getByText('Everybody is done. You can keep the documents.').waitFor();
    await picture(page, 'done');
    const download = page.waitForEvent('download');
    await press(page, 'Download “contract.pdf”');
    expect((await download).suggestedFilename()).toBe('contract – signed.pdf');
    const whole = page.waitForEvent('download');
    await press(page, 'Download everything as one PDF, to read or print');
    expect((await whole).suggestedFilename()).toMatch(/ – all documents\.pdf$/);
    // The log has the certificate, which names the documents.
    await visit.api.settle();
    const proven = page.waitForEvent('download');
    await press(page, 'Download Log proof');
    expect(JSON.parse(await readFile(await (await proven).path(), 'utf8'))).toMatchObject({ kind: 'file' });
    const { events } = ok(await visit.api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
    const agreement = events.find(({ event }: { event: string }) => event === 'recipient:agreed');
    expect(agreement.data.shown_by).toBe('platform');
    // The disclosures can be read and kept afterwards too, with the documents that were shown.
    await press(page, 'Read the disclosures');
    const dialog = page.getByRole('dialog', { name: 'Disclosures' });
    await dialog.getByText('Shown with this: page 1 of “contract.pdf”').waitFor();
    const kept = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Keep a copy' }).click();
    expect((await kept).suggestedFilename()).toBe('Disclosures.txt');
  });

  test('is filled on the pages of a desktop, each field at its place, with a drawn signature once for all places', async () => {
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1);
    const envelope = await sendEnvelope(visit.api, sender, [signer], {
      fields: [
        ...FIELDS.slice(0, 8),
        signatureField('One'),
        { ...signatureField('One', 'again'), x: 300, label: 'And here' },
      ],
    });
    const { page } = await openTab();
    await page.setViewportSize(DESKTOP);
    await page.goto(await newestLink(signer.email, '/sign/'));
    await press(page, 'Open the envelope');
    await agree(page);
    await shows(page, 'Read and fill in');
    const isLed = (name: string) =>
      page
        .locator('.spot.lit', { has: page.getByLabel(name) })
        .locator(':focus')
        .waitFor({ timeout: 5000 });
    await press(page, 'Next field');
    await isLed('Town');
    await page.keyboard.type('Vienna');
    // The input is where the field is: 72 of 612 points from the left, its lower edge 700 of 792 points from below.
    const [place, sheet] = await Promise.all(
      [page.getByLabel('Town'), page.locator('.page')].map((one) => one.boundingBox()),
    );
    const scale = (sheet?.width ?? 0) / 612;
    expect(Math.abs((place?.x ?? 0) - (sheet?.x ?? 0) - 72 * scale)).toBeLessThan(3);
    expect(Math.abs((place?.y ?? 0) + (place?.height ?? 0) - (sheet?.y ?? 0) - 92 * scale)).toBeLessThan(3);
    const mail = page.locator('[data-field=mail]');
    await mail.getByLabel('Mail').fill('nobody');
    await mail.getByText('This is no e-mail address.').waitFor();
    await accessible(page);
    await fill(page, { Mail: 'one@example.com', Notes: 'Two lines\nof notes' });
    await press(page, 'Next field');
    await isLed('Born on');
    await fill(page, { 'Born on': '1990-01-31' });
    await page.getByLabel('Pets').selectOption({ label: 'A cat' });
    await page.getByRole('checkbox', { name: 'Keys received' }).check();
    await page.getByRole('radio', { name: 'Monthly' }).check();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'Yearly', checked: true }).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'Monthly' }).isChecked()).toBe(false);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByText('All saved').waitFor();
    await picture(page, 'desktop-typed');
    await press(page, 'Next field');
    await isLed('Signature: Empty');
    await page.keyboard.press('Enter');
    await page.getByLabel('Draw', { exact: true }).check();
    await press(page, 'Use it');
    await page.getByText('There is nothing yet.').waitFor();
    const area = await page.getByRole('img', { name: 'Area to draw in' }).boundingBox();
    if (!area) throw new Error('There is nothing to draw on');
    await page.mouse.move(area.x + 30, area.y + 60);
    await page.mouse.down();
    for (let x = 40; x < 200; x += 10) await page.mouse.move(area.x + x, area.y + 60 + 25 * Math.sin(x / 15));
    await page.mouse.up();
    await accessible(page);
    await picture(page, 'desktop-draw');
    await press(page, 'Use it');
    await page.getByText('1 left').waitFor();
    await page.getByRole('button', { name: 'And here: Empty' }).click();
    await page.getByText('All saved').waitFor();
    await accessible(page);
    await picture(page, 'desktop-pages');
    const done = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(done.fields.slice(0, 8).map(({ value }: { value: string }) => value)).toEqual([
      'Vienna',
      'one@example.com',
      'Two lines\nof notes',
      '01/31/1990',
      'c',
      'true',
      'false',
      'true',
    ]);
    const marks = done.fields.slice(8).map(({ settings }) => settings.base64);
    expect(marks[0]).toMatch(/^data:image\/png;base64,/);
    expect(marks[1]).toBe(marks[0]);
  });

  test('uses no typed signature where drawing was chosen, however quick the next press comes', async () => {
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1);
    await sendEnvelope(visit.api, sender, [signer]);
    const { page } = await openTab();
    await page.clock.install();
    await page.goto(await newestLink(signer.email, '/sign/'));
    await press(page, 'Open the envelope');
    await agree(page);
    await shows(page, 'Read and fill in');
    await press(page, 'Sign here');
    await page.getByLabel('Name as you sign it').waitFor();
    // From now on the page's scripts have no next frame and no timer.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel('Draw', { exact: true }).check();
    await press(page, 'Use it');
    await page.getByText('There is nothing yet.').waitFor();
  });

  test('lets an approver approve, and a recipient of a copy read', async () => {
    const sender = await visit.api.signUp();
    const approver = recipient('Chief', 1, { type: 'approver' });
    const copy = recipient('Copy', 2, { type: 'cc' });
    const envelope = await sendEnvelope(visit.api, sender, [approver, copy]);
    const page = await opened(approver.email);
    await shows(page, 'An envelope');
    await agree(page);
    await shows(page, 'Read and approve');
    // Beside what is approved: nothing else is asked.
    await page.getByRole('img', { name: 'Page 1 of 1 of “contract.pdf”' }).waitFor();
    await press(page, 'Approve “An envelope” as “Chief Person”');
    await shows(page, 'You have approved');
    expect(await statusOf(sender, envelope, 'Chief')).toMatchObject({ status: 'submitted' });
    const other = await opened(copy.email);
    await shows(other, 'This is your copy');
    const download = other.waitForEvent('download');
    await press(other, 'Download “contract.pdf”');
    await download;
  });

  test.each(['\u2800', '\u200b'])(
    'calls a field that holds what nobody sees (%j) unfilled, as the server does',
    async (unseen) => {
      const sender = await visit.api.signUp();
      const signer = recipient('One', 1);
      await sendEnvelope(visit.api, sender, [signer], { fields: [{ ...FIELDS[0], required: true }] });
      const page = await opened(signer.email);
      await agree(page);
      await shows(page, 'Read and fill in');
      await fill(page, { Town: unseen });
      await page.getByRole('heading', { name: 'Read and fill in' }).click();
      await page.getByText('All saved').waitFor();
      await page.getByRole('button', { name: 'Next field' }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Review' }).count()).toBe(0);
    },
  );

  test('keeps what was filled in without a connection, and signs once it is saved', async () => {
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1);
    const envelope = await sendEnvelope(visit.api, sender, [signer], { fields: FIELDS.slice(0, 1) });
    const page = await opened(signer.email);
    await agree(page);
    await shows(page, 'Read and fill in');
    await page.context().setOffline(true);
    await fill(page, { Town: 'Graz' });
    await page.getByRole('heading', { name: 'Read and fill in' }).click();
    await page.getByText('Not saved yet').waitFor();
    await press(page, 'Review');
    await shows(page, 'Review');
    // Values that aren't saved can't be reviewed, and so can't be signed.
    await page.getByRole('button', { name: 'Sign “An envelope” as “One Person”', disabled: true }).waitFor();
    expect(await statusOf(sender, envelope, 'One')).toMatchObject({ status: 'opened' });
    await page.context().setOffline(false);
    await seePlaces(page);
    await press(page, 'Sign “An envelope” as “One Person”');
    await shows(page, 'You have signed');
    const done = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(done.fields[0].value).toBe('Graz');
  });

  test('shows the newest choice even if answers to earlier ones are late', async () => {
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1);
    await sendEnvelope(visit.api, sender, [signer], { fields: FIELDS.slice(6, 8) });
    const page = await opened(signer.email);
    await agree(page);
    await shows(page, 'Read and fill in');
    const held: (() => void)[] = [];
    await page.route('**/fields/*', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.getByLabel('Monthly').check();
    await page.getByLabel('Yearly').check();
    const second = page.waitForRequest('**/fields/yearly');
    held[0]?.();
    await second;
    await expect.poll(() => page.getByLabel('Yearly').isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel('Monthly').isChecked()).toBe(false);
    await vi.waitUntil(() => held[1]);
    held[1]?.();
    await page.getByText('All saved').waitFor();
    await expect.poll(() => page.getByLabel('Yearly').isChecked()).toBe(true);
  });

  test('asks for a passcode, a code and answers if the sender requires verification', async () => {
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1, { auth_methods: ['passcode', 'email', 'kba'], passcode: '4711' });
    await sendEnvelope(visit.api, sender, [signer]);
    const page = await opened(signer.email);
    await shows(page, 'An envelope');
    await agree(page);
    await shows(page, 'Verify that it is you');
    await fill(page, { Passcode: '1' });
    await press(page, 'Verify');
    // It says so at the input, which has the focus.
    const input = page.getByLabel('Passcode');
    await input.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    const fault = page.locator(`[id="${await input.getAttribute('aria-describedby')}"]`);
    await expect.poll(() => fault.innerText()).toBe('The passcode is wrong.');
    await page.getByText('4 attempts left.').waitFor();
    await picture(page, 'passcode');
    await fill(page, { Passcode: '4711' });
    await press(page, 'Verify');
    await press(page, 'Send me the code');
    await page.getByText('The code is on its way').waitFor();
    await fill(page, { Code: await visit.newestCode(signer.email) });
    await press(page, 'Verify');
    await fill(page, { 'Street and number': '1 Lane', Town: 'Springfield', State: 'IL', 'Postal code': '62701' });
    await accessible(page);
    await picture(page, 'identity');
    await press(page, 'Next');
    for (const answer of ['Orchard Lane', 'A blue estate car', 'First Sandbox Bank']) {
      await page.getByLabel(answer).check();
      await picture(page, 'question');
      await press(page, 'Next');
    }
    await shows(page, 'Read and fill in');
  });

  test('whose verification failed says who can help, and sends them a question', async () => {
    const signer = recipient('One', 1, { auth_methods: ['passcode'], passcode: '4711' });
    const sender = await visit.api.signUp();
    await sendEnvelope(visit.api, sender, [signer]);
    const page = await opened(signer.email);
    await agree(page);
    for (let wrong = 0; wrong < 5; wrong++) {
      await fill(page, { Passcode: `wrong ${wrong}` });
      await press(page, 'Verify');
      await page.locator('button:disabled').first().waitFor({ state: 'detached' });
    }
    await shows(page, 'You could not be verified');
    await page.getByRole('button', { name: /^Ask / }).click();
    await fill(page, { 'Your question': 'Which passcode?' });
    await press(page, 'Send');
    await page.getByText('Your question is on its way').waitFor();
    await isMailed(sender.email, 'Which passcode?');
  });

  test('lets a recipient decline with a reason, which ends the envelope for the others too', async () => {
    const sender = await visit.api.signUp();
    const [one, two] = [recipient('One', 1), recipient('Two', 1)];
    await sendEnvelope(visit.api, sender, [one, two]);
    const page = await opened(one.email);
    await shows(page, 'An envelope');
    await press(page, 'More');
    await accessible(page);
    await picture(page, 'more');
    await press(page, 'Decline');
    await fill(page, { Reason: 'The rent is wrong.' });
    await accessible(page);
    await picture(page, 'decline');
    await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click();
    await shows(page, 'You declined');
    await isMailed(sender.email, 'The rent is wrong.');
    await shows(await opened(two.email), '“One Person” declined');
  });

  test('lets a recipient delegate if the sender allows it', async () => {
    const sender = await visit.api.signUp();
    const [one, grace] = [recipient('One', 1, { delegator: true }), recipient('Grace', 1)];
    await sendEnvelope(visit.api, sender, [one]);
    const page = await opened(one.email);
    await shows(page, 'An envelope');
    await press(page, 'More');
    await press(page, 'Pass on to somebody else');
    const address = page.getByLabel('E-mail address');
    /** The refusal stands at its input, which has the focus. */
    const isRefused = async (reason: string): Promise<void> => {
      await page.getByRole('dialog').getByText(reason).waitFor();
      await address.and(page.locator(':focus')).waitFor();
      await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
      await expect
        .poll(() => address.getAttribute('aria-describedby'))
        .toBe(await page.getByRole('alert').filter({ hasText: reason }).getAttribute('id'));
      await expect.poll(() => page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(1);
      await accessible(page);
    };
    await fill(page, { 'First name': 'Grace', 'Last name': 'Hopper', 'E-mail address': one.email.toUpperCase() });
    await press(page, 'Pass on');
    await isRefused('This is your own address.');
    // The browser takes this for an address, the API doesn't.
    await fill(page, { 'E-mail address': 'grace@example' });
    await press(page, 'Pass on');
    await isRefused('This is no e-mail address.');
    await picture(page, 'delegate-refused');
    await fill(page, { 'E-mail address': grace.email });
    await press(page, 'Pass on');
    await shows(page, 'You passed it on');
    await shows(await opened(grace.email), 'An envelope');
  });

  test('says whose turn it is, and still works after hours of reading', async () => {
    const sender = await visit.api.signUp();
    const [first, second] = [
      recipient('First', 1, { type: 'approver' }),
      recipient('Second', 2, { name_locked: true }),
    ];
    const envelope = await sendEnvelope(visit.api, sender, [first, second]);
    const key = envelope.recipients.find(({ role_name }) => role_name === 'Second')?.in_app_key;
    const early = await open(`${visit.api.url}/sign/${envelope.id}/Second/${key}`);
    await press(early, 'Open the envelope');
    await shows(early, 'It is not your turn yet');
    const page = await opened(first.email);
    await agree(page);
    await shows(page, 'Read and approve');
    await visit.api.advance('PT5H');
    await press(page, 'Approve “An envelope” as “First Person”');
    await shows(page, 'You have approved');
    await page.getByText('Others are still to act.').waitFor();
    await press(early, 'Try again');
    await shows(early, 'An envelope');
    await press(early, 'More');
    await press(early, 'My name is wrong');
    await fill(early, { 'First name': 'Seconda', 'Last name (optional)': 'Person' });
    await press(early, 'Send');
    await early.getByText('Your question is on its way').waitFor();
    await early.goBack();
    await early.getByRole('dialog').waitFor({ state: 'detached' });
    await isMailed(sender.email, 'Seconda Person');
  });

  test('says that the envelope was canceled or has expired', async () => {
    const sender = await visit.api.signUp();
    const [one, two] = [recipient('One', 1), recipient('Two', 1)];
    const { id } = await sendEnvelope(visit.api, sender, [one]);
    const page = await opened(one.email);
    await shows(page, 'An envelope');
    await pagesLoaded(page);
    ok(await visit.api.as(sender).cancelEnvelope({ path: { envelope_id: id }, body: { action: 'cancel' } }));
    await agree(page);
    await shows(page, 'This was canceled');
    await sendEnvelope(visit.api, sender, [two], { expires_at: timestampIn(2 * DAY) });
    const later = await opened(two.email);
    await shows(later, 'An envelope');
    await pagesLoaded(later);
    await visit.api.advance('P3D');
    await agree(later);
    await shows(later, 'The time to sign is over');
  });

  test('offers a fresh link when it has expired', async () => {
    const signer = recipient('One', 1);
    const envelope = await sendEnvelope(visit.api, await visit.api.signUp(), [signer]);
    const link = await newestLink(signer.email, '/sign/');
    await visit.api.advance('P31D');
    const page = await open(link);
    await press(page, 'Open the envelope');
    await shows(page, 'This link has expired');
    await press(page, 'Send a new link');
    await shows(page, 'Look at your messages');
    const fresh = await newestLink(signer.email, '/sign/');
    expect(fresh).not.toBe(link);
    await sign(visit.api, envelope, 'One');
    const again = await open(fresh);
    await press(again, 'Open the envelope');
    await shows(again, 'You have signed');
  });

  test('does not work with another key', async () => {
    const page = await open(`${visit.api.url}/sign/0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f/One/invented`);
    await press(page, 'Open the envelope');
    await shows(page, 'This link does not work');
  });
});
