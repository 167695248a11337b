import { describe, expect, test } from 'vitest';
import { ok, openSession, recipient, sendEnvelope, sign, signatureField, submit } from '../stories/envelope.ts';
import { picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, newestLink, open } = visit;

const pathOf = (link: string): { envelope_id: string; role_name: string; key: string } => {
  const [envelope_id = '', role_name = '', key = ''] = new URL(link).pathname
    .split('/')
    .slice(-3)
    .map(decodeURIComponent);
  return { envelope_id, role_name, key };
};

/** The page's words of a link before it is opened; null if there are none. */
const said = async (link: string, headers: Record<string, string> = {}): Promise<Record<string, unknown> | null> => {
  const { body } = await visit.api.anyone.getSigningPage({ path: pathOf(link), headers });
  const [, given] = /data-invitation="([^"]*)"/.exec(body) ?? [];
  return given ? JSON.parse(given.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<')) : null;
};

describe('the first screen of a link', () => {
  test('says who sends what to whom, with the brand and the sender’s words, and comes once', async () => {
    const sender = await visit.api.signUp({ org_name: 'Analytical Engines' });
    const path = { organization_id: sender.organization_id };
    ok(await visit.api.as(sender).updateOrganization({ path, body: { primary_color: '#7c2d12' } }));
    const one = recipient('One', 1, { message: 'Here is the <lease>, Ada.\nPlease read §4.' });
    const envelope = await sendEnvelope(visit.api, sender, [one, recipient('Two', 2)], { name: 'A <lease>' });
    const link = await newestLink(one.email, '/sign/');
    const page = await open(link);
    await page.locator('.brand').getByText('Analytical Engines').waitFor();
    await page.getByRole('heading', { level: 1, name: /^“Ada Number \d+” asks you to sign “A <lease>”$/ }).waitFor();
    await page.getByText('Please read §4.').waitFor();
    await page.getByText('It is meant for “One Person”.').waitFor();
    await expect.poll(() => page.evaluate("document.documentElement.style.getPropertyValue('--fill')")).toBe('#7c2d12');
    await accessible(page);
    await picture(page, 'first-screen');
    // It has opened nothing.
    const read = async () => ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    const statusOf = async () =>
      (await read()).recipients.find((who: { role_name: string }) => who.role_name === 'One').status;
    expect(await statusOf()).toBe('invited');
    await press(page, 'Open the envelope');
    await page.getByLabel('I agree to use electronic records and signatures').waitFor();
    expect(await statusOf()).toBe('opened');

    await page.reload();
    await page.getByLabel('I agree to use electronic records and signatures').waitFor();
    // Also where a sheet lay on top when it was loaded again.
    await press(page, 'More');
    await page.getByRole('dialog').waitFor();
    await page.reload();
    await page.getByLabel('I agree to use electronic records and signatures').waitFor();
    await expect
      .poll(() => page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'))
      .toEqual([0, 0, '']);

    // Another window asks again.
    const other = await open(link);
    await other.getByRole('button', { name: 'Open the envelope' }).waitFor();
  });

  test('is shown again, with the reason, where the link can’t be opened by itself', async () => {
    const sender = await visit.api.signUp();
    const one = recipient('One', 1);
    await sendEnvelope(visit.api, sender, [one]);
    const page = await open(await newestLink(one.email, '/sign/'));
    await press(page, 'Open the envelope');
    await page.getByLabel('I agree to use electronic records and signatures').waitFor();
    await page.route('**/v2/sign/unauth/**', (route) => route.abort('connectionreset'));
    await page.reload();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/v2/sign/unauth/**');
    await press(page, 'Open the envelope');
    await page.getByLabel('I agree to use electronic records and signatures').waitFor();
  });

  test('is left out in a browser that is known for its link, because something was proved in it', async () => {
    const sender = await visit.api.signUp();
    const one = recipient('One', 1, { auth_methods: ['passcode'], passcode: '4711' });
    await sendEnvelope(visit.api, sender, [one]);
    const page = await open(await newestLink(one.email, '/sign/'));
    await press(page, 'Open the envelope');
    await page.getByLabel('I agree to use electronic records and signatures').waitFor();
    const next = await page.context().newPage();
    await next.goto(page.url());
    await next.getByLabel('I agree to use electronic records and signatures').waitFor();
  });

  test('says what is asked: to approve, to read a copy, and nothing more once it is done', async () => {
    const sender = await visit.api.signUp();
    const one = recipient('One', 1, { locale: 'de' });
    const boss = recipient('Boss', 1, { type: 'approver' });
    const copy = recipient('Copy', 2, { type: 'cc' });
    const envelope = await sendEnvelope(visit.api, sender, [one, boss, copy], { fields: [signatureField('One')] });
    const link = await newestLink(one.email, '/sign/');
    expect(await said(link)).toMatchObject({ act: 'sign', envelope: 'An envelope', name: 'One Person', known: false });
    expect(await said(await newestLink(boss.email, '/sign/'))).toMatchObject({ act: 'approve' });
    // In the recipient's own language, whatever the browser's.
    const { body } = await visit.api.anyone.getSigningPage({
      path: pathOf(link),
      headers: { 'accept-language': 'fr' },
    });
    expect(body).toContain('<html lang="de"');
    await sign(visit.api, envelope, 'One');
    const session = await openSession(visit.api, envelope, 'Boss');
    ok(await visit.api.as(session).agreeRecipient({ path: session, body: { disclosures: 'Terms' } }));
    ok(await submit(visit.api, session));
    await visit.api.settle();
    expect(await said(link)).toMatchObject({ act: 'read' });
    expect(await said(await newestLink(copy.email, '/sign/'))).toMatchObject({ act: 'read', name: 'Copy Person' });
  });

  test('tells somebody who gets a copy, and is early, that it will come, and no more', async () => {
    const sender = await visit.api.signUp();
    const copy = recipient('Copy', 2, { type: 'cc' });
    const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1), copy], { name: 'A secret' });
    const { in_app_key } = envelope.recipients.find(({ role_name }) => role_name === 'Copy') as { in_app_key?: string };
    const page = await open(`${visit.api.url}/sign/${envelope.id}/Copy/${in_app_key}`);
    await page.getByRole('heading', { name: 'You will get a copy' }).waitFor();
    await page.getByText('you get the completed documents by a message').waitFor();
    await accessible(page);
    expect(await page.content()).not.toContain('A secret');
    await expect.poll(() => page.getByRole('button').count()).toBe(0);
    await sign(visit.api, envelope, 'One');
    await visit.api.settle();
    await page.reload();
    await page.getByRole('heading', { name: /sent you “A secret”/ }).waitFor();
    await press(page, 'Open the envelope');
    await page.getByRole('heading', { name: 'This is your copy' }).waitFor();
  });

  test('leads to an end that says what comes next, and hands over the files', async () => {
    const sender = await visit.api.signUp();
    const [one, two] = [recipient('One', 1), recipient('Two', 1)];
    const envelope = await sendEnvelope(visit.api, sender, [one, two]);
    const page = await open(await newestLink(one.email, '/sign/'));
    await press(page, 'Open the envelope');
    await page.getByLabel('I agree to use electronic records and signatures').waitFor();
    await sign(visit.api, envelope, 'One');
    await page.reload();
    await page.getByText('You can close this page.').waitFor();
    ok(await visit.api.as(sender).cancelEnvelope({ path: { envelope_id: envelope.id }, body: { action: 'cancel' } }));
    const other = await open(await newestLink(two.email, '/sign/'));
    await press(other, 'Open the envelope');
    await other.getByRole('heading', { name: 'This was canceled' }).waitFor();
    await other.getByText('They are not sealed.').waitFor();
    await accessible(other);
    await picture(other, 'end-canceled');
    const download = other.waitForEvent('download');
    await press(other, 'Download “contract.pdf”');
    expect((await download).suggestedFilename()).toBe('contract.pdf');
  });

  test('says nothing to a wrong key, of another role, for a host’s device, too early or too late', async () => {
    const sender = await visit.api.signUp();
    const [one, two] = [recipient('One', 1), recipient('Two', 2)];
    const envelope = await sendEnvelope(visit.api, sender, [one, two], { name: 'A secret' });
    const link = await newestLink(one.email, '/sign/');
    const path = { envelope_id: envelope.id, role_name: 'One' };
    const { link: inPerson } = ok(await visit.api.as(sender).createInPersonLink({ path }));
    const { in_app_key } = envelope.recipients.find(({ role_name }) => role_name === 'Two') as { in_app_key?: string };
    const silent = [
      link.replace(/[^/]+$/, 'k'.repeat(43)),
      link.replace('/One/', '/Two/'),
      link.replace('/One/', '/Nobody/'),
      inPerson,
      link.replace(/One\/[^/]+$/, `Two/${in_app_key}`),
    ];
    for (const one of silent) expect(await said(one), one).toBeNull();
    expect(await said(link)).not.toBeNull();
    await visit.api.advance('P31D');
    expect(await said(link)).toBeNull();
    const { body } = await visit.api.anyone.getSigningPage({ path: pathOf(link) });
    expect(body).not.toContain('A secret');
  });
});
