import { PDF } from '@libpdf/core';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { addDocument, readyDraft, signatureField, tenant } from '../drafts/material.ts';
import { memberOf } from '../members/member.ts';
import { pagesOf, withTable } from '../pdf/make-pdf.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { pdf } from '../templates/material.ts';
import { fill, idle, isSaved, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens an address as this person, on a desktop. */
const openAs = async (person: Person, path: string): Promise<Page> => {
  const page = await open(`${visit.api.url}${path}`);
  await signIn(page, person);
  return page;
};

const signIn = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
};

const chooseFile = (page: Page, pages = 2, name = 'lease.pdf'): Promise<void> =>
  page.locator('#files').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdf(pages)) });

const step = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
};

/** Waits until what has the focus has this name. */
const focusIsOn = (page: Page, name: string | RegExp): Promise<void> =>
  expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel ?? ""')).toMatch(name);

/** True if nothing above or below hides a part of the element once it is scrolled to. */
const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    one.scrollIntoView({ block: 'nearest' });
    const { left, top, bottom } = one.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => one.ownerDocument.elementFromPoint(left + 9, y) === one);
  });

/** Run by the browser: the beginning of the element that has the focus, and if something else lies on its middle. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  // Inputs of files are shown by their labels.
  const shown = one.type === 'file' ? one.labels[0] : one;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isReached = hit !== null && (shown.contains(hit) || hit.contains(shown));
  return { label: one.outerHTML.slice(0, 80), isCovered: one !== document.body && !isReached };
})()`;

const draftOf = async (page: Page, person: Person) => {
  const draft_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return ok(await visit.api.as(person).getDraft({ path: { draft_id } }));
};

describe('the page on which an envelope is prepared', () => {
  test('shows the organization’s reminders and expiry in the review, and lets one say otherwise', async () => {
    const person = await visit.api.signUp();
    const draft_id = await readyDraft(visit.api, person);
    const path = { organization_id: person.organization_id };
    const envelope_defaults = { initial_reminder: 259_200_000, expires_after_days: 45 };
    ok(await visit.api.as(person).updateOrganization({ path, body: { envelope_defaults } }));
    const page = await openAs(person, `/drafts/${draft_id}`);
    await step(page, 'Review');
    const reminder = page.getByLabel('Remind after');
    await expect
      .poll(() => reminder.locator('option').allTextContents())
      .toEqual([
        '3 days, as in the organization',
        'Never',
        ...['1 day', '2 days', '3 days', '5 days', '7 days', '14 days'],
      ]);
    await page.getByText('Without a date, as in the organization: 45 days after sending.').waitFor();
    await accessible(page);
    await picture(page, 'draft-defaults');
    await reminder.selectOption('Never');
    await page.getByLabel('Does not expire').check();
    await isSaved(page);
    await idle(page);
    const said = { initial_reminder: 0, followup_reminders: 0, expires_at: 'never' };
    await expect.poll(() => draftOf(page, person)).toMatchObject(said);
    await page.getByLabel('Does not expire').uncheck();
    await reminder.selectOption('3 days, as in the organization');
    const silent = { initial_reminder: null, followup_reminders: null, expires_at: null };
    await expect.poll(() => draftOf(page, person)).toMatchObject(silent);
  });

  test('leads from nothing to a sent envelope', async () => {
    const person = await visit.api.signUp();
    const page = await openAs(person, '/envelopes');
    await shows(page, 'Your envelopes');
    await press(page, 'New envelope');
    await shows(page, 'Prepare an envelope');
    await picture(page, 'draft-empty');
    await chooseFile(page);
    // With the first document, the page goes on to people by itself.
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await step(page, 'Documents');
    await page.getByText('2 pages').waitFor();
    await picture(page, 'draft-documents');
    await step(page, 'People');
    await page.getByLabel('Name', { exact: true }).fill('Theo Quill');
    await page.getByLabel('E-mail address').fill('theo@example.com');
    await press(page, 'Add me');
    await page.getByText('Language, verification, message').first().click();
    await accessible(page);
    await picture(page, 'draft-people');
    await step(page, 'Fields');
    await page.locator('.page img').first().waitFor();
    // The first field is a signature.
    await page
      .locator('.page')
      .first()
      .click({ position: { x: 200, y: 300 } });
    await page.getByRole('button', { name: /^Signature, “Theo Quill”, page 1, 1 of 1/ }).waitFor();
    await accessible(page);
    await picture(page, 'draft-fields');
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await picture(page, 'draft-fields-small');
    await page.setViewportSize(DESKTOP);
    await isSaved(page);
    expect((await draftOf(page, person)).fields).toMatchObject([{ type: 'signature', page: 1, role_name: 'Person-1' }]);
    await step(page, 'Review');
    await page.getByRole('button', { name: /has no field to fill/ }).waitFor();
    await accessible(page);
    await picture(page, 'draft-review');
    await press(page, 'Send');
    await shows(page, 'lease');
    await visit.api.settle();
    const [mail] = await visit.api.messages('theo@example.com');
    expect(mail?.links.length).toBeGreaterThan(0);
  });

  test('sends one document to one person with four presses, beside typing and the choice of the file', async () => {
    const person = await visit.api.signUp();
    const page = await openAs(person, '/envelopes');
    await press(page, 'New envelope');
    await shows(page, 'Prepare an envelope');
    await chooseFile(page, 1);
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    for (const text of ['Theo Quill', 'four-presses@example.com']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await page
      .locator('.page')
      .first()
      .click({ position: { x: 200, y: 300 } });
    await page.getByRole('button', { name: /^Signature, “Theo Quill”, page 1/ }).waitFor();
    await page.getByRole('button', { name: 'Next: Review' }).click();
    await press(page, 'Send');
    await shows(page, 'lease');
    await visit.api.settle();
    expect(await visit.api.messages('four-presses@example.com')).toHaveLength(1);
  });

  test('takes presses and keys that come before the browser has painted what they are for', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Quick' });
    const fields = [{ name: 'tenant-signature', remove: true as const }];
    ok(await visit.api.as(person).updateDraft({ path: { draft_id: id }, body: { fields } as never }));
    const page = await open('about:blank');
    await page.clock.install();
    await page.goto(`${visit.api.url}/drafts/${id}`);
    await signIn(page, person);
    await shows(page, 'Quick');
    // From now on the page's scripts have no next frame and no timer.
    await page.clock.pauseAt(Date.now() + 60_000);
    await step(page, 'Fields');
    // The first field is a signature.
    await page
      .locator('.page')
      .first()
      .click({ position: { x: 200, y: 300 } });
    await page.getByRole('button', { name: /^Signature, “Ada Lovelace”, page 1/ }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).and(page.locator(':focus')).waitFor();
    await page.clock.resume();
    await page.keyboard.press('Escape');
    await isSaved(page);
    expect((await draftOf(page, person)).fields).toMatchObject([{ type: 'signature', page: 1 }]);
  });

  test('sends by keyboard with at most twelve keys, beside typing and the choice of the file', async () => {
    const person = await visit.api.signUp();
    const page = await openAs(person, '/envelopes');
    await page.getByRole('button', { name: 'New envelope' }).waitFor();
    await idle(page);
    let keys = 0;
    const key = async (name: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(name);
    };
    await key('n');
    await shows(page, 'Prepare an envelope');
    await chooseFile(page, 1);
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Theo Quill');
    await key('Enter');
    await page.keyboard.type('by-keys@example.com');
    await key('Enter');
    await page.getByRole('button', { name: 'Signature', exact: true }).and(page.locator(':focus')).waitFor();
    await key('Enter');
    await page.getByRole('button', { name: /^Signature, “Theo Quill”, page 1/ }).waitFor();
    await key('Control+Enter');
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await key('Control+Enter');
    await shows(page, 'lease');
    expect(keys).toBeLessThanOrEqual(12);
    await visit.api.settle();
    expect(await visit.api.messages('by-keys@example.com')).toHaveLength(1);
  });

  test('lets the sender sign at once where nobody else does', async () => {
    const person = await visit.api.signUp();
    const page = await openAs(person, '/envelopes');
    await press(page, 'New envelope');
    await shows(page, 'Prepare an envelope');
    await chooseFile(page, 1);
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: /^Remove “Person/ }).click();
    await press(page, 'Add me');
    await page.getByRole('button', { name: 'Next: Fields' }).click();
    await page
      .locator('.page')
      .first()
      .click({ position: { x: 200, y: 300 } });
    await page
      .getByRole('button', { name: /^Signature/ })
      .nth(1)
      .waitFor();
    await page.getByRole('button', { name: 'Next: Review' }).click();
    await press(page, 'Send');
    await page.waitForURL('**/sign/**');
  });

  test('proposes fields for the blanks of a page, and places none that nobody accepts', async () => {
    const person = await visit.api.signUp();
    const as = visit.api.as(person);
    const draft_id = ok(await as.createDraft({ body: { name: 'Blanks' } })).id;
    const made = PDF.create();
    const sheet = made.addPage();
    for (const [index, label] of ['Signature:', 'Date:', 'Name:'].entries()) {
      const y = 650 - index * 80;
      sheet.drawText(label, { x: 72, y, size: 12 });
      sheet.drawLine({ start: { x: 140, y: y - 2 }, end: { x: 340, y: y - 2 }, thickness: 1 });
    }
    const form = new FormData();
    form.append('template_id', draft_id);
    form.append('file', new File([await made.save()], 'blanks.pdf', { type: 'application/pdf' }));
    ok(await as.createTemplateDocument({ form }));
    ok(await as.updateDraft({ path: { draft_id }, body: { roles: [tenant()] } }));
    const page = await openAs(person, `/drafts/${draft_id}`);
    await step(page, 'Fields');
    await press(page, 'Find places for fields');
    await page.getByText('3 places are proposed.').waitFor();
    await accessible(page);
    await picture(page, 'draft-proposals');
    // Nothing lies upon the pages, however far one scrolls.
    const proposed = page.getByRole('button', { name: /^Proposed: Signature/ });
    await proposed.evaluate((one) => one.ownerDocument.defaultView?.scrollBy(0, one.getBoundingClientRect().top - 10));
    await accessible(page);
    expect((await draftOf(page, person)).fields).toEqual([]);
    await page.getByRole('button', { name: /^Proposed: Date, “Date:?”, page 1/ }).click();
    await page.getByText('2 places are proposed.').waitFor();
    await focusIsOn(page, /^Proposed: /);
    expect(await isWhole(page.getByRole('button', { name: 'Leave them' }))).toBe(true);
    await press(page, 'Accept all');
    await page.getByText('There is nothing more to propose.').waitFor();
    await focusIsOn(page, /^(Signature|Text|Date), /);
    await isSaved(page);
    const { fields } = await draftOf(page, person);
    expect(fields.map(({ type }) => type).sort()).toEqual(['date', 'signature', 'textbox']);
    expect(fields.every(({ x, width }) => x >= 130 && x + width <= 350)).toBe(true);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await draftOf(page, person)).fields.length).toBe(1);
    await focusIsOn(page, /^Date, /);
    await page.keyboard.press('Delete');
    await focusIsOn(page, 'Pages with fields');
    await page.keyboard.press('Control+z');
    await focusIsOn(page, /^Date, /);
    // It is chosen, too: its properties are shown.
    await page.getByLabel('Belongs to').waitFor();
    await page.keyboard.press('Control+y');
    await focusIsOn(page, 'Pages with fields');
  });

  test('begins with what an envelope has that was sent before', async () => {
    const person = await visit.api.signUp();
    const one = recipient('One', 1, { email: 'again@example.com' });
    const { id } = await sendEnvelope(visit.api, person, [one], { name: 'Lease', no_contact: true });
    const page = await openAs(person, `/envelopes/${id}`);
    await shows(page, 'Lease');
    await press(page, 'Send again');
    await page.waitForURL('**/drafts/**');
    await shows(page, 'Lease');
    await step(page, 'Review');
    await page.getByText('again@example.com').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  });

  test('proposes contacts, members and the last recipients, each once, and fills in the name', async () => {
    const person = await visit.api.signUp();
    const as = visit.api.as(person);
    const contact = { first_name: 'Con', last_name: 'Tact', email: 'contact@example.com' };
    ok(await as.createOrganizationContact({ body: { ...contact, phone: '' } }));
    const last = recipient('One', 1, { email: 'last@example.com' });
    for (const name of ['First', 'Second']) await sendEnvelope(visit.api, person, [last], { name, no_contact: true });
    const id = await readyDraft(visit.api, person, { name: 'Known' });
    const page = await openAs(person, `/drafts/${id}`);
    await step(page, 'People');
    const proposed = () =>
      page.locator('#known-people option').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    await expect.poll(proposed).toEqual(['last@example.com', contact.email, person.email]);
    await press(page, 'Add a person');
    await page.getByLabel('E-mail address').last().fill('Contact@Example.com');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).last().inputValue()).toBe('Con Tact');
  });

  test('shows a page that could not be loaded as soon as the connection is back', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Offline' });
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Offline');
    await page.route('**/v2/template-documents/*/pages*', (route) => route.abort('internetdisconnected'));
    await step(page, 'Fields');
    await page.getByText('This page cannot be shown.').first().waitFor();
    await page.unroute('**/v2/template-documents/*/pages*');
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.locator('.page img').first().waitFor();
  });

  test('covers no control that has the focus, on the smallest phone', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Small' });
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Small');
    await page.setViewportSize({ width: 320, height: 568 });
    for (const name of ['Documents', 'People', 'Fields']) {
      await step(page, name);
      if (name === 'Fields') {
        await page.locator('.page img').first().waitFor();
        // The page that one works on is seen.
        const { y } = (await page.locator('.page').first().boundingBox()) ?? { y: Infinity };
        expect(y).toBeLessThan(568 / 2);
      }
      await page.getByRole('button', { name: /^Next: / }).waitFor();
      for (let times = 0; times < 30; times++) {
        await page.keyboard.press('Tab');
        const { label, isCovered } = await page.evaluate<{ label: string; isCovered: boolean }>(FOCUSED);
        expect(isCovered, `${name}: ${label}`).toBe(false);
      }
    }
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(page.url());
    await shows(elsewhere, 'Small');
    await page.bringToFront();
    await step(page, 'Fields');
    await page.getByText('This is open in another tab').waitFor();
    await page.getByRole('button', { name: /^Signature, / }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Belongs to').and(page.locator(':focus')).waitFor();
    // The part of the rules comes a moment later.
    await page.getByRole('button', { name: 'Show only if' }).waitFor();
    for (let times = 0; times < 10; times++) {
      const { label, isCovered } = await page.evaluate<{ label: string; isCovered: boolean }>(FOCUSED);
      expect(isCovered, `the notice lies over ${label}`).toBe(false);
      await page.keyboard.press('Tab');
    }
    await picture(page, 'draft-elsewhere-phone');
  });

  test('adds a file that a lost connection has held up as soon as it is back, and once, also if the answer was lost', async () => {
    const person = await visit.api.signUp();
    const page = await openAs(person, '/envelopes');
    await press(page, 'New envelope');
    await shows(page, 'Prepare an envelope');
    const path = '**/v2/template-documents';
    // The file arrives, and its answer doesn't.
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    await chooseFile(page);
    await page.getByRole('alert').getByText('“lease.pdf” was not added.').waitFor();
    await expect.poll(() => page.getByText('print it to a PDF').count()).toBe(0);
    await accessible(page);
    await page.unroute(path);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    expect((await draftOf(page, person)).documents).toMatchObject([{ name: 'lease.pdf' }]);
    await page.route(path, (route) => route.abort('internetdisconnected'));
    await step(page, 'Documents');
    await chooseFile(page, 1, 'annex.pdf');
    await page.getByRole('alert').getByText('“annex.pdf” was not added.').waitFor();
    await page.unroute(path);
    await press(page, 'Try again');
    await expect.poll(async () => (await draftOf(page, person)).documents.length).toBe(2);
    // A file that can't be used: the page says in its own words what to do, and has the API's sentence beside them.
    await page.locator('#files').setInputFiles({ name: 'x.docx', mimeType: 'text/plain', buffer: Buffer.from('PK') });
    await page.getByRole('alert').getByText('“x.docx” was not added. It is empty, or no PDF, PNG or JPEG.').waitFor();
    await page.getByText('The exact reason, in English').click();
    await page.getByText("(x.docx) can't be used: it is not a PDF").waitFor();
    await accessible(page);
    await picture(page, 'draft-refused-file');
  });

  test('reads again what was not there without a connection, and lets one send then', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Cut off' });
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Cut off');
    await page.context().setOffline(true);
    await step(page, 'Review');
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await accessible(page);
    await picture(page, 'draft-offline');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('places, moves and sizes fields by keys alone, and takes back what was done', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Keys' });
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Keys');
    await step(page, 'Fields');
    await page.locator('.page img').first().waitFor();
    await page.getByRole('button', { name: 'Date', exact: true }).focus();
    await page.keyboard.press('Enter');
    const date = page.getByRole('button', { name: /^Date, “Ada Lovelace”, page 1/ });
    await expect.poll(() => date.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    for (const key of ['ArrowRight', 'Shift+ArrowUp', 'Alt+ArrowRight']) await page.keyboard.press(key);
    await isSaved(page);
    const placed = { x: (612 - 75) / 2, y: (792 - 15) / 2 };
    const field = async () => (await draftOf(page, person)).fields.find(({ type }) => type === 'date');
    await expect.poll(field).toMatchObject({ x: placed.x + 1, y: placed.y + 10, width: 76, height: 15 });
    for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z');
    await expect.poll(async () => (await draftOf(page, person)).fields.length).toBe(1);
    await page.keyboard.press('Control+y');
    await expect.poll(field).toMatchObject(placed);
    await focusIsOn(page, /^Date, /);
  });

  test('leads by keys from a field to its properties and back, whatever the field is called', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'There and back' });
    const path = { draft_id: id };
    const fields = [signatureField({ name: 'label', type: 'textbox', y: 500 })];
    ok(await visit.api.as(person).updateDraft({ path, body: { fields } }));
    const page = await openAs(person, `/drafts/${id}`);
    await step(page, 'Fields');
    await page.getByRole('button', { name: /^Text, / }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Belongs to').and(page.locator(':focus')).waitFor();
    await accessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await focusIsOn(page, /^Text, /);
  });

  test('lets two people work on a draft at once, and says who else does', async () => {
    const person = await visit.api.signUp();
    const grace = await memberOf(visit.api, person, 'member');
    const id = await readyDraft(visit.api, person, { name: 'Together', visibility: 'shared' });
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Together');
    const path = { draft_id: id };
    ok(await visit.api.as(grace).updateDraft({ path, body: { fields: [{ name: 'tenant-signature', x: 300 }] } }));
    await fill(page, { 'Name of the envelope': 'Together, renamed' });
    await page.keyboard.press('Tab');
    // The heading says so, and the focus is where the key led to.
    await shows(page, 'Together, renamed');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('INPUT');
    await page.getByText(/^“Grace Number \d+” is working on this, too/).waitFor();
    await isSaved(page);
    const draft = await draftOf(page, person);
    expect(draft).toMatchObject({ name: 'Together, renamed', fields: [{ x: 300 }] });
    await press(page, 'Close');
    await expect.poll(() => page.locator('.others').innerText()).toBe('');
  });

  test('offers what somebody else has changed meanwhile, moves nothing, and keeps what isn’t saved yet', async () => {
    const person = await visit.api.signUp();
    const grace = await memberOf(visit.api, person, 'member');
    const id = await readyDraft(visit.api, person, { name: 'Before', visibility: 'shared' });
    const page = await open('about:blank');
    await page.clock.install();
    await page.goto(`${visit.api.url}/drafts/${id}`);
    await signIn(page, person);
    await shows(page, 'Before');
    const asked: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'GET' && response.url().endsWith(`/v2/drafts/${id}`))
        asked.push(response.status());
    });
    await page.clock.runFor(20_000);
    await expect.poll(() => asked).toEqual([304]);
    const before = await page.locator('.content').boundingBox();
    ok(
      await visit.api
        .as(grace)
        .updateDraft({ path: { draft_id: id }, body: { name: 'After', description: 'By Grace' } }),
    );
    await page.clock.runFor(20_000);
    await page.getByText(/^“Grace Number \d+” has changed this/).waitFor();
    await accessible(page);
    expect(await page.locator('.content').boundingBox()).toEqual(before);
    await shows(page, 'Before');
    // A page that isn't seen asks for nothing.
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })");
    const sofar = asked.length;
    await page.clock.runFor(60_000);
    expect(asked.length).toBe(sofar);
    await page.evaluate('delete document.visibilityState');
    await page.getByLabel('Name of the envelope').fill('Mine');
    await press(page, 'Show what is new');
    await expect.poll(async () => (await draftOf(page, person)).name).toBe('Mine');
    expect((await draftOf(page, person)).description).toBe('By Grace');
  });

  test('tells the other tabs of the browser at once what one has saved', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Before' });
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Before');
    const other = await page.context().newPage();
    await other.goto(`${visit.api.url}/drafts/${id}`);
    await other.locator('h1').getByText('Before').waitFor();
    for (const tab of [page, other]) await tab.getByText('This is open in another tab').waitFor();
    await fill(other, { 'Name of the envelope': 'After' });
    await other.keyboard.press('Tab');
    await page.getByText('You have changed this in another tab').waitFor();
    await press(page, 'Show what is new');
    await shows(page, 'After');
    await other.close();
    await expect.poll(() => page.locator('.others').innerText()).toBe('');
  });

  test('shows what somebody else has changed as soon as one comes back to it, and says so', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Before' });
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Before');
    ok(await visit.api.as(person).updateDraft({ path: { draft_id: id }, body: { name: 'After' } }));
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await shows(page, 'After');
    await page.getByText('This is open in another tab or on another device, too.').waitFor();
  });

  test('never takes away what is being typed, whatever is saved or comes from others meanwhile', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Typing' });
    const page = await openAs(person, `/drafts/${id}`);
    await step(page, 'People');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v2/drafts/*', async (route) => {
      await held;
      await route.continue();
    });
    await press(page, 'Add a person');
    const name = page.getByLabel('Name', { exact: true }).last();
    await name.click();
    await page.keyboard.type('Theo Quill', { delay: 5 });
    release();
    await isSaved(page);
    await expect.poll(() => name.inputValue()).toBe('Theo Quill');
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => (await draftOf(page, person)).roles.map(({ full_name }) => full_name))
      .toContain('Theo Quill');
  });

  test('keeps what is done without a connection, and saves it when there is one', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Offline' });
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Offline');
    await page.context().setOffline(true);
    await fill(page, { 'Name of the envelope': 'Offline, renamed' });
    await page.keyboard.press('Tab');
    await page.getByText('Not saved yet: no connection').waitFor();
    await page.context().setOffline(false);
    await isSaved(page);
    expect((await draftOf(page, person)).name).toBe('Offline, renamed');
  });

  test('opens with the first page that comes with the draft, asking for nothing in between', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Opened' });
    const page = await openAs(person, `/drafts/${id}`);
    await step(page, 'Fields');
    await page.locator('.page img').first().waitFor();
    await page.waitForLoadState('networkidle');
    // Whoever asks for the document's pages gets no answer, so the first one is shown without.
    await page.route('**/v2/template-documents/*/pages*', () => {});
    await page.reload();
    await shows(page, 'Opened');
    await step(page, 'Fields');
    await expect.poll(() => page.evaluate("document.querySelector('.page img')?.naturalWidth ?? 0")).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^Signature, “Ada Lovelace”/ }).waitFor();
    await page.unroute('**/v2/template-documents/*/pages*');
  });

  test('drags a field with the pointer by as much as the pointer moves', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Dragging' });
    const page = await openAs(person, `/drafts/${id}`);
    await step(page, 'Fields');
    const box = page.getByRole('button', { name: /^Signature, “Ada Lovelace”/ });
    const sheet = await page.locator('.page').first().boundingBox();
    await box.scrollIntoViewIfNeeded();
    // Whatever still comes would change the page beside the drag.
    await page.waitForLoadState('networkidle');
    const at = await box.boundingBox();
    if (!at || !sheet) throw new Error('not shown');
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 50, y - 30, { steps: 5 });
    await page.evaluate(`{
      window.touched = new Set();
      new MutationObserver((all) => { for (const { target } of all) window.touched.add(target.className); })
        .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    }`);
    await page.mouse.move(x + 100, y - 60, { steps: 5 });
    // A frame of a drag changes what moves and the guides, and nothing else, however many fields there are.
    await expect
      .poll(() => page.evaluate('[...window.touched].sort()'))
      .toEqual(['box who-0 selected', 'guide', 'guide across']);
    await page.mouse.up();
    await isSaved(page);
    const scale = 612 / sheet.width;
    const [field] = (await draftOf(page, person)).fields;
    expect(field?.x).toBeCloseTo(72 + 100 * scale, 0);
    expect(field?.y).toBeCloseTo(72 + 60 * scale, 0);
  });

  test('drags and sizes a small field however fast the pointer leaves it, and it stays chosen with the focus', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Fast' });
    const page = await openAs(person, `/drafts/${id}`);
    await step(page, 'Fields');
    const box = page.getByRole('button', { name: /^Signature, “Ada Lovelace”/ });
    await box.scrollIntoViewIfNeeded();
    const at = await box.boundingBox();
    if (!at) throw new Error('not shown');
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2, at.y - 100);
    await page.mouse.up();
    await isSaved(page);
    await expect.poll(async () => (await draftOf(page, person)).fields[0]?.y).toBeGreaterThan(100);
    await expect.poll(() => box.getAttribute('aria-pressed')).toBe('true');
    const grip = await page.locator('.grip').boundingBox();
    if (!grip) throw new Error('not shown');
    const width = (await draftOf(page, person)).fields[0]?.width ?? 0;
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(grip.x + 60, grip.y + 10);
    await page.mouse.up();
    await expect.poll(async () => (await draftOf(page, person)).fields[0]?.width).toBeGreaterThan(width);
    await focusIsOn(page, /^Signature, /);
  });

  test('has the fields near the screen alone, and keys lead to all others and move them', async () => {
    const person = await visit.api.signUp();
    const as = visit.api.as(person);
    const draft_id = ok(await as.createDraft({ body: { name: 'Many' } })).id;
    await addDocument(visit.api, person, draft_id, 20);
    const place = (page: number, index: number) =>
      signatureField({ name: `field-${page}-${index}`, type: 'textbox', page, y: 700 - index * 40 });
    const fields = [1, 12, 20].flatMap((page) => Array.from({ length: 12 }, (_, index) => place(page, index)));
    ok(await as.updateDraft({ path: { draft_id }, body: { roles: [tenant()], fields } }));
    const page = await openAs(person, `/drafts/${draft_id}`);
    await step(page, 'Fields');
    const first = page.getByRole('button', { name: /page 1, 12 of 36$/ });
    await first.waitFor();
    await expect.poll(() => page.locator('.box').count()).toBe(24);
    await first.focus();
    await page.keyboard.press('Tab');
    const next = page.getByRole('button', { name: /page 12, 13 of 36$/ });
    await expect.poll(() => next.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await page.getByRole('button', { name: /page 20, 25 of 36$/ }).waitFor();
    await page.keyboard.press('Control+Shift+A');
    await page.keyboard.press('Shift+ArrowRight');
    await isSaved(page);
    const moved = (await draftOf(page, person)).fields;
    expect(moved.map(({ x }) => x)).toEqual(Array.from({ length: 36 }, () => 82));
  });

  test('replaces a document’s file, says what has no place on it, and brings the old file back', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Replacing' });
    const path = { draft_id: id };
    const more = [signatureField({ name: 'second', page: 2 })];
    ok(await visit.api.as(person).updateDraft({ path, body: { fields: more } }));
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Replacing');
    const choose = (pages: number, name: string) =>
      page
        .getByLabel(/^Replace “/)
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdf(pages)) });
    await choose(3, 'longer.pdf');
    await page.getByText('Pages before: 2, now: 3. All fields stand where they stood.').waitFor();
    await choose(1, 'shorter.pdf');
    await page.getByText('Fields without a place in the new file: 1.').waitFor();
    await accessible(page);
    await picture(page, 'draft-replaced');
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.setViewportSize(DESKTOP);
    await step(page, 'Review');
    await page.getByRole('button', { name: /^A field of “Ada Lovelace” has no place/ }).click();
    await page.getByRole('heading', { name: 'Fields without a page' }).waitFor();
    await accessible(page);
    await picture(page, 'draft-misplaced');
    // A key moves it to the page that is seen.
    await page.getByRole('button', { name: /^Signature, “Ada Lovelace”, page 2/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Fields without a page' }).waitFor({ state: 'detached' });
    await isSaved(page);
    expect((await draftOf(page, person)).fields.map(({ page: number }) => number)).toEqual([1, 1]);
    await step(page, 'Documents');
    await press(page, 'Bring the other file back');
    await page.getByText('Pages before: 1, now: 3.').waitFor();
    expect((await draftOf(page, person)).documents).toMatchObject([{ pages: 3, name: 'longer.pdf' }]);
    await page
      .getByLabel(/^Replace “/)
      .setInputFiles({ name: 'no.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') });
    await page.getByText('The file was not replaced by “no.pdf”.').waitFor();
    expect((await draftOf(page, person)).documents).toMatchObject([{ pages: 3 }]);
  });

  test('snaps to the lines of a page and shows them, by the pointer and by keys', async () => {
    const person = await visit.api.signUp();
    const as = visit.api.as(person);
    const draft_id = ok(await as.createDraft({ body: { name: 'Guides' } })).id;
    const made = PDF.create();
    made.addPage().drawLine({ start: { x: 200, y: 500 }, end: { x: 400, y: 500 }, thickness: 1 });
    const form = new FormData();
    form.append('template_id', draft_id);
    form.append('file', new File([await made.save()], 'line.pdf', { type: 'application/pdf' }));
    ok(await as.createTemplateDocument({ form }));
    const fields = [signatureField({ x: 190, y: 400, width: 80, height: 30 })];
    ok(await as.updateDraft({ path: { draft_id }, body: { roles: [tenant()], fields } }));
    const page = await openAs(person, `/drafts/${draft_id}`);
    await step(page, 'Fields');
    await page.locator('.page img').first().waitFor();
    const box = page.getByRole('button', { name: /^Signature, “Ada Lovelace”/ });
    await box.scrollIntoViewIfNeeded();
    const [at, sheet] = [await box.boundingBox(), await page.locator('.page').first().boundingBox()];
    if (!at || !sheet) throw new Error('not shown');
    const pixels = sheet.width / 612;
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    const guides = page.waitForResponse('**/proposals?**');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await guides;
    await page.mouse.move(x + 5 * pixels, y - 50 * pixels, { steps: 4 });
    // A guide that nothing has snapped to is beside its page.
    const shownGuides = () =>
      page.locator('.guide').evaluateAll(
        (all) =>
          all.filter((one) => {
            const [line, around] = [one, one.closest('.page') ?? one].map((each) => each.getBoundingClientRect());
            return line && around && line.left >= around.left && line.bottom <= around.bottom;
          }).length,
      );
    await expect
      .poll(async () => {
        await page.mouse.move(x + 8 * pixels, y - 98 * pixels, { steps: 2 });
        return shownGuides();
      })
      .toBe(2);
    await picture(page, 'draft-guides');
    // Far from all that it could snap to, none is shown.
    await page.mouse.move(x + 60 * pixels, y + 40 * pixels, { steps: 2 });
    await expect.poll(shownGuides).toBe(0);
    await page.mouse.move(x + 8 * pixels, y - 98 * pixels, { steps: 2 });
    await page.mouse.up();
    await isSaved(page);
    const placed = async () => (await draftOf(page, person)).fields.map((field) => [field.x, field.y]);
    await expect.poll(placed).toEqual([[200, 500]]);
    await box.focus();
    await page.keyboard.press('Control+ArrowRight');
    // Its right side goes to the end of the line.
    await expect.poll(placed).toEqual([[320, 500]]);
  });

  test('zooms by the wheel, by keys and buttons, and places what is pressed at points, whatever the zoom', async () => {
    const person = await visit.api.signUp();
    const as = visit.api.as(person);
    const draft_id = ok(await as.createDraft({ body: { name: 'Zoomed' } })).id;
    const form = new FormData();
    form.append('template_id', draft_id);
    const turned = withTable(pagesOf('/MediaBox [0 0 700 900] /CropBox [50 100 650 800] /Rotate 90'));
    form.append('file', new File([Uint8Array.from(turned)], 'turned.pdf', { type: 'application/pdf' }));
    ok(await as.createTemplateDocument({ form }));
    ok(await as.updateDraft({ path: { draft_id }, body: { roles: [tenant()] } }));
    const page = await openAs(person, `/drafts/${draft_id}`);
    await step(page, 'Fields');
    const sheet = page.locator('.page').first();
    await page.locator('.page img').first().waitFor();
    const width = async () => Math.round((await sheet.boundingBox())?.width ?? 0);
    const begun = await width();
    await page.mouse.move(640, 500);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await expect.poll(width).toBeGreaterThan(begun * 1.3);
    await page.keyboard.press('+');
    await expect.poll(width).toBe(begun + Math.round(begun / 2));
    await page.keyboard.press('-');
    await expect.poll(width).toBe(begun);
    await press(page, 'Zoom in');
    const box = await sheet.boundingBox();
    if (!box) throw new Error('not shown');
    // The page is 700 points wide and 600 high, as displayed.
    await sheet.click({ position: { x: box.width / 7, y: box.height / 6 } });
    await isSaved(page);
    const [field] = (await draftOf(page, person)).fields;
    if (!field) throw new Error('not placed');
    expect(field.x + field.width / 2).toBeCloseTo(100, 0);
    expect(field.y + field.height / 2).toBeCloseTo(500, 0);
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.getByText('Move to the next line, box or field').waitFor();
    await accessible(page);
    await picture(page, 'draft-keys');
  });

  test('puts initials on every page in one step', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Initials' });
    const page = await openAs(person, `/drafts/${id}`);
    await step(page, 'Fields');
    await press(page, 'Initials on every page');
    await isSaved(page);
    const initials = async () => (await draftOf(page, person)).fields.filter(({ type }) => type === 'initial').length;
    expect(await initials()).toBe(2);
    await press(page, 'Undo');
    await expect.poll(initials).toBe(0);
  });

  test('orders, names and removes documents', async () => {
    const person = await visit.api.signUp();
    const id = await readyDraft(visit.api, person, { name: 'Papers' });
    await addDocument(visit.api, person, id, 1, 'annex.pdf');
    const page = await openAs(person, `/drafts/${id}`);
    await shows(page, 'Papers');
    await page.getByRole('button', { name: 'Move “annex.pdf” up' }).click();
    await fill(page, { 'Name of document 1': 'Annex' });
    await page.keyboard.press('Tab');
    await isSaved(page);
    expect((await draftOf(page, person)).documents).toMatchObject([{ name: 'Annex' }, { name: 'lease.pdf' }]);
    await page.getByRole('button', { name: 'Remove “Annex”' }).click();
    await idle(page);
    await expect.poll(async () => (await draftOf(page, person)).documents.length).toBe(1);
    await focusIsOn(page, 'Remove “lease.pdf”');
  });

  test('asks for the first person also where no file was taken, and says why until the next file comes', async () => {
    const person = await visit.api.signUp();
    const draft_id = ok(await visit.api.as(person).createDraft({ body: { name: 'Refused' } })).id;
    const page = await openAs(person, `/drafts/${draft_id}`);
    await shows(page, 'Refused');
    const buffer = Buffer.from('%PDF-1.7 broken');
    await page.locator('#files').setInputFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer });
    const reason = page.getByRole('alert').filter({ hasText: 'broken.pdf' });
    await reason.waitFor();
    await step(page, 'People');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await step(page, 'Documents');
    await reason.waitFor();
    await chooseFile(page);
    await page.getByLabel('Name of document 1').waitFor();
    expect(await reason.count()).toBe(0);
  });
});
