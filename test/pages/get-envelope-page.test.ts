import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { linkTo } from '../../infra/local/story/signing.ts';
import { newId } from '../../lib/base/ids.ts';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { textsOf } from '../pdf/tools.ts';
import { secondProfile } from '../profiles/second-profile.ts';
import { type Envelope, ok, openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { fill, picture, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, newestCode, open, openTab, shows } = visit;

const addressOf = ({ id }: Pick<Envelope, 'id'>): string => `${visit.api.url}/envelopes/${id}`;

/** Signs in on the page that is shown. */
const signIn = async (page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> => {
  await shows(page, 'Sign in');
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
};

/** Opens an envelope's page as this person. */
const openAs = async (person: Person, envelope: Pick<Envelope, 'id'>): Promise<Page> => {
  const page = await open(addressOf(envelope));
  await signIn(page, person);
  return page;
};

/** The part of the page for a recipient. */
const partOf = (page: Page, role_name: string) => page.getByRole('listitem').filter({ hasText: `${role_name} Person` });

describe('the link of a sender’s mail', () => {
  test('shows the envelope’s state, and lets the sender remind, correct and cancel', async () => {
    const sender = await visit.api.signUp({ org_name: 'Analytical Engines' });
    const api = visit.api.as(sender);
    const path = { organization_id: sender.organization_id };
    ok(await api.updateOrganization({ path, body: { primary_color: '#7c2d12' } }));
    const [one, two] = [recipient('One', 1), recipient('Two', 2)];
    const envelope = await sendEnvelope(visit.api, sender, [one, two], { name: 'A <lease>' });
    const page = await openAs(sender, envelope);
    await shows(page, 'A <lease>');
    await page.getByText('Waiting for “One Person”.').waitFor();
    await expect.poll(() => partOf(page, 'One').first().innerText()).toMatch(/invited[\s\S]*Remind[\s\S]*Correct/);
    await expect.poll(() => partOf(page, 'Two').first().innerText()).toMatch(/not their turn yet[\s\S]*Correct/);
    await expect.poll(() => partOf(page, 'Two').getByRole('button', { name: 'Remind' }).count()).toBe(0);
    await expect.poll(() => page.locator('.timeline').innerText()).toMatch(/“One Person” was invited[\s\S]*Sent/);
    await picture(page, 'envelope');

    await partOf(page, 'One').getByRole('button', { name: 'Remind' }).click();
    await page.getByText('A reminder to “One Person” is on its way.').waitFor();
    await page.locator('.timeline').getByText('“One Person” was reminded').waitFor();
    await visit.api.settle();
    expect(await visit.api.messages(one.email)).toHaveLength(2);

    await partOf(page, 'One').getByRole('button', { name: 'Correct' }).click();
    await accessible(page);
    await picture(page, 'correct');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await partOf(page, 'One').getByRole('button', { name: 'Correct' }).click();
    const corrected = `corrected-${one.email}`;
    await fill(page, { 'Last name': 'Personne', 'E-mail address': corrected });
    await press(page, 'Save');
    await page.getByText(corrected).waitFor();
    await page.getByText('Waiting for “One Personne”.').waitFor();
    // The timeline names people as they were.
    await expect.poll(() => page.locator('.timeline').innerText()).toMatch(/“One Person” was reminded/);
    expect((await linkTo(visit.api, corrected)).envelope_id).toBe(envelope.id);

    await press(page, 'Cancel the envelope');
    await page.getByRole('heading', { name: 'Cancel this envelope?' }).waitFor();
    await accessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the envelope' }).click();
    await page.getByText('This was canceled.').waitFor();
    await accessible(page);
    await expect.poll(() => page.getByRole('button', { name: /Remind|Correct|Cancel/ }).count()).toBe(0);
    const { status } = ok(await api.getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(status).toBe('canceled');
    await expect.poll(() => page.evaluate("document.documentElement.style.getPropertyValue('--fill')")).toBe('#7c2d12');
  });

  test('shows by itself what has changed, while it is visible', async () => {
    const sender = await visit.api.signUp();
    const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1)], { name: 'Watched' });
    const page = await openTab().then((tab) => tab.page);
    await page.clock.install();
    await page.goto(addressOf(envelope));
    await signIn(page, sender);
    await page.getByText('Waiting for “One Person”.').waitFor();
    await sign(visit.api, envelope, 'One');
    await visit.api.settle();
    await page.clock.runFor(30_000);
    await page.getByText('Everybody is done. The documents are sealed.').waitFor();
  });

  test('says in the timeline how somebody was verified, and how not', async () => {
    const sender = await visit.api.signUp();
    const one = recipient('One', 1, { auth_methods: ['passcode', 'email'], passcode: '4711' });
    const envelope = await sendEnvelope(visit.api, sender, [one]);
    const session = await openSession(visit.api, envelope, 'One');
    ok(await visit.api.as(session).agreeRecipient({ path: session, body: { disclosures: 'Terms' } }));
    const prove = (body: object) => visit.api.as(session).verifySigner({ body });
    expect((await prove({ auth_method: 'passcode', code: '0815' })).status).toBe(400);
    ok(await prove({ auth_method: 'passcode', code: '4711' }));
    ok(await prove({ auth_method: 'email', code: '', resend: true }));
    ok(await prove({ auth_method: 'email', code: await newestCode(one.email) }));
    const page = await openAs(sender, envelope);
    const timeline = page.locator('.timeline');
    await timeline.getByText('“One Person” was verified: passcode').waitFor();
    await timeline.getByText('“One Person” was verified: one-time code by e-mail').waitFor();
    await timeline.getByText('A verification of “One Person” failed: passcode').waitFor();
  });

  test('shows why it was declined, and lets the sender reset the recipient', async () => {
    const sender = await visit.api.signUp();
    const one = recipient('One', 1);
    const envelope = await sendEnvelope(visit.api, sender, [one]);
    const { body: opened } = await visit.api.anyone.startSigningSession({ path: await linkTo(visit.api, one.email) });
    const path = { envelope_id: envelope.id, role_name: 'One' };
    const signer = visit.api.as({ signer: opened.access_token });
    ok(await signer.declineRecipient({ path, body: { reason: 'The rent is too high.' } }));
    const page = await openAs(sender, envelope);
    await page.getByText('“One Person” declined. Nobody can sign this any more.').waitFor();
    await page.getByText('The rent is too high.').waitFor();
    await picture(page, 'declined');
    await press(page, 'Start over');
    await page.getByText('Waiting for “One Person”.').waitFor();
    await page.getByText('“One Person” can start over.').waitFor();
  });

  test('offers the sealed documents, to the recipient too, without the sender’s acts', async () => {
    const sender = await visit.api.signUp();
    const other = await visit.api.signUp();
    const one = recipient('One', 1, { email: other.email });
    const envelope = await sendEnvelope(visit.api, sender, [one]);
    const before = await openAs(other, envelope);
    await before.getByText('It is your turn: open the link in the message that you got.').waitFor();
    await expect.poll(() => before.getByRole('button', { name: /Remind|Correct|Cancel/ }).count()).toBe(0);
    await sign(visit.api, envelope, 'One');
    await visit.api.settle();
    await before.reload();
    await before.getByText('Everybody is done. The documents are sealed.').waitFor();
    await accessible(before);
    await picture(before, 'complete');
    const download = before.waitForEvent('download');
    await press(before, 'Download “contract.pdf”');
    expect((await download).suggestedFilename()).toBe('contract – signed.pdf');
    await expect.poll(() => before.getByRole('button', { name: 'Download Certificate of completion' }).count()).toBe(1);
    const proven = before.waitForEvent('download');
    await press(before, 'Download Log proof');
    expect((await proven).suggestedFilename()).toBe('log-proof.json');
  });

  test('shows nobody a name of a role that nobody has chosen, but the person: on pages, in mails, in the certificate', async () => {
    const sender = await visit.api.signUp();
    const names = { first_name: 'Grace', last_name: 'Hopper' };
    const grace = recipient('Person-1', 1, { ...names, delegator: true });
    const recipients = [grace, recipient('Person-2', 2, { first_name: 'Ada' })];
    const envelope = await sendEnvelope(visit.api, sender, recipients);
    const page = await openAs(sender, envelope);
    await shows(page, 'An envelope');
    const inner = /Person-\d|delegated_to/;
    const shown = async (one: Page) => expect(await one.locator('body').innerText()).not.toMatch(inner);
    await shown(page);
    const { envelope_id, role_name, key } = await linkTo(visit.api, grace.email);
    const signing = await open(`${visit.api.url}/sign/${envelope_id}/${role_name}/${key}`);
    await signing.locator('h1').first().waitFor();
    await shown(signing);
    const session = await openSession(visit.api, envelope, 'Person-1');
    const to = { first_name: 'Edsger', last_name: 'Dijkstra', email: recipient('x', 1).email };
    const path = { envelope_id: envelope.id, role_name: 'Person-1' };
    ok(await visit.api.as(session).delegateRecipient({ path, body: to }));
    await page.reload();
    await page.getByText('passed it on to “Edsger Dijkstra”').waitFor();
    await shown(page);
    const now = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    await sign(visit.api, now, 'Person-1');
    await sign(visit.api, now, 'Person-2');
    await visit.api.settle();
    await page.goto(`${visit.api.url}/envelopes`);
    await shows(page, 'Your envelopes');
    await shown(page);
    for (const address of [sender.email, grace.email, to.email]) {
      for (const { subject, text } of await visit.api.messages(address)) {
        expect(`${subject} ${text?.replace(/https?:\S+/g, '')}`).not.toMatch(inner);
      }
    }
    const done = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    const document_id = done.documents.find(({ type }) => type === 'certificate')?.id ?? '';
    const { bytes } = await visit.api
      .as(sender)
      .getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
    for (const text of textsOf(bytes)) {
      // The fields have these names from their sender.
      expect(text.replaceAll(/signature-Person-\d/g, '')).not.toMatch(inner);
      expect(text.replace(/\s+/g, ' ')).toContain('Edsger Dijkstra');
    }
  });

  test('shows the same for an unknown envelope and a forbidden one, and finds one in another organization', async () => {
    const sender = await visit.api.signUp();
    const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1)], { name: 'A secret' });
    const stranger = await visit.api.signUp();
    const [unknown, hidden] = [await openAs(stranger, { id: newId() }), await openAs(stranger, envelope)];
    const texts = [];
    for (const page of [unknown, hidden]) {
      await shows(page, 'There is nothing here');
      texts.push(await page.locator('main').innerText());
    }
    expect(texts[0]).toBe(texts[1]);

    const { id } = await secondProfile(sender);
    ok(await visit.api.as(sender).switchProfile({ path: { profile_id: id } }));
    const page = await openAs(sender, envelope);
    await shows(page, 'There is nothing here');
    await page.getByLabel('Organization').selectOption({ index: (await isSecond(page)) ? 0 : 1 });
    await shows(page, 'A secret');
  });

  test('asks for a new sign-in where the session has ended, and shows the envelope again', async () => {
    const sender = await visit.api.signUp();
    const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1)], { name: 'Read for hours' });
    const page = await openAs(sender, envelope);
    await shows(page, 'Read for hours');
    const { access_token: token } = ok(await visit.signIn(sender.email, sender.password));
    ok(await visit.api.as({ token }).revokeOtherSessions());
    await press(page, 'Remind');
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await fill(page, { Password: 'not the password' });
    await press(page, 'Sign in');
    await expect.poll(() => refusal(page)).toMatch(/password/i);
    await fill(page, { Password: sender.password });
    await press(page, 'Sign in');
    await shows(page, 'Read for hours');
  });

  test('shows the latest choice if answers come in another order', async () => {
    const sender = await visit.api.signUp();
    const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1)]);
    const page = await openAs(sender, envelope);
    await page.getByText('Waiting for “One Person”.').waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late = 0;
    await page.route(`**/v2/envelopes/${envelope.id}`, async (route) => {
      if (route.request().method() !== 'GET' || late > 0) return route.continue();
      late += 1;
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    // The page reads again when its window becomes visible.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(() => late).toBe(1);
    await press(page, 'Cancel the envelope');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the envelope' }).click();
    await page.getByText('This was canceled.').waitFor();
    const answered = page.waitForResponse((response) => response.url().endsWith(envelope.id));
    release();
    await answered;
    await page.getByText('This was canceled.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Remind' }).count()).toBe(0);
  });

  test.each([
    ['320 px', { width: 320, height: 640 }],
    ['a desktop in the dark', DESKTOP],
  ])('fits %s', async (name, size) => {
    const sender = await visit.api.signUp();
    const long = { name: 'Agreement on the lease of the premises at 12 Difference Street, second floor' };
    const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1), recipient('Two', 2)], long);
    const { page } = await openTab();
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: size === DESKTOP ? 'dark' : 'light' });
    await page.goto(addressOf(envelope));
    await signIn(page, sender);
    await shows(page, long.name);
    await accessible(page);
    await picture(page, name.replaceAll(' ', '-'));
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size.width);
  });

  test('uses the language of the person, from right to left if it is written so', async () => {
    const sender = await visit.api.signUp({ locale: 'ar' });
    const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1)], { name: 'عقد إيجار' });
    const page = await openAs(sender, envelope);
    await shows(page, 'عقد إيجار');
    await page.getByText(/في انتظار .*One Person/).waitFor();
    await accessible(page);
    await picture(page, 'arabic');
    await expect.poll(() => page.locator('html[lang=ar][dir=rtl]').count()).toBe(1);
    await page.getByRole('link', { name: 'الحساب' }).click();
    await page.getByRole('button', { name: 'تسجيل الخروج' }).click();
    await shows(page, 'تسجيل الدخول');
  });
});

const isSecond = async (page: Page): Promise<boolean> =>
  (await page.getByLabel('Organization').locator('option').first().innerText()) !== 'Second Company';
