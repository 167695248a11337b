import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LANGUAGES, QUOTES } from '../../lib/base/languages.ts';
import { quotedAfter } from '../../lib/base/party-text.ts';
import { pageWords } from '../../lib/pages/page-words.ts';
import { readyDraft } from '../drafts/material.ts';
import { ok, pdf, recipient, sendEnvelope } from '../stories/envelope.ts';
import { apart, forged, MARK } from './forged.ts';
import { fill, press, startVisits } from './visit.ts';

const visit = startVisits();
const { newestLink, open } = visit;

const signUp = () =>
  visit.api.signUp({
    first_name: forged('first'),
    last_name: forged('last'),
    org_name: forged('organization'),
  });

const signIn = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
};

test('no text of a party passes for the page’s own, from the first screen of a link to the sender’s timeline', async () => {
  const sender = await signUp();
  const role = forged('role');
  const names = { first_name: forged('Ann'), last_name: forged('Alpha') };
  const one = recipient(role, 1, { ...names, message: `${forged('message')}\n${forged('second line')}` });
  const two = recipient(forged('other role'), 1, names);
  const at = { role_name: role, document_id: 0, page: 1, x: 72 };
  const envelope = await sendEnvelope(visit.api, sender, [one, two], {
    name: forged('envelope'),
    documents: [{ name: forged('document'), data: pdf() }],
    fields: [
      { ...at, name: 'a', type: 'textbox', label: forged('label'), placeholder: forged('placeholder'), y: 700 },
      { ...at, name: 'b', type: 'checkbox', label: forged('box'), y: 650 },
      { ...at, name: 'c', type: 'radio', label: forged('radio'), group: forged('group'), y: 600 },
      { ...at, name: 'd', type: 'textbox', label: forged('fixed'), default: forged('value'), readonly: true, y: 550 },
      { ...at, name: 'e', type: 'signature', label: forged('signature'), y: 450, required: true },
    ],
  });
  const page = await open(await newestLink(one.email, '/sign/'));
  await page.getByRole('button', { name: 'Open the envelope' }).waitFor();
  await apart(page, 'first screen');
  await press(page, 'Open the envelope');
  const consent = page.getByLabel('I agree to use electronic records and signatures');
  await consent.waitFor();
  await apart(page, 'consent');
  await press(page, 'Disclosures');
  await page.getByRole('dialog').waitFor();
  await apart(page, 'disclosures');
  await press(page, 'Close');
  await consent.check();
  await press(page, 'Agree and continue');
  await page.getByRole('heading', { name: 'Read and fill in' }).waitFor();
  await page.locator('.field').first().waitFor();
  await apart(page, 'form');
  await press(page, 'More');
  await apart(page, 'menu');
  await press(page, 'My name is wrong');
  await page.getByRole('heading', { name: 'My name is wrong' }).waitFor();
  await apart(page, 'wrong name');
  await press(page, 'Close');
  await page.getByLabel('Pages', { exact: true }).check();
  await page.locator('.page').first().waitFor();
  await apart(page, 'pages');
  await press(page, 'More');
  await press(page, 'Decline');
  await page.getByLabel('Reason').fill(forged('reason'));
  await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click();
  await page.getByRole('heading', { name: 'You declined' }).waitFor();
  await apart(page, 'end');

  const theirs = await open(await newestLink(two.email, '/sign/'));
  await press(theirs, 'Open the envelope');
  await theirs.getByText('Nobody can sign this any more. You have nothing to do.').waitFor();
  await apart(theirs, 'end of another');

  const role_names = [1, 2, 3].map((number) => forged(`role ${number}`));
  const waiting = role_names.map((name) => recipient(name, 1, names));
  await sendEnvelope(visit.api, sender, waiting, { name: forged('waiting'), no_contact: true });
  const sent = await open(`${visit.api.url}/envelopes/${envelope.id}`);
  await signIn(sent, sender);
  await sent.locator('.timeline li').first().waitFor();
  await apart(sent, 'envelope');
  await sent.getByRole('link', { name: 'Envelopes' }).click();
  await sent.getByRole('heading', { name: 'Your envelopes' }).waitFor();
  await sent.getByText('waits for').waitFor();
  await apart(sent, 'list of what waits for others');
  await sent.getByRole('link', { name: 'Ended' }).click();
  await sent.locator('.rows a.name').first().waitFor();
  await apart(sent, 'list of what ended');
  await sent.getByRole('link', { name: 'Account' }).click();
  await sent.getByRole('heading', { name: 'Profile' }).waitFor();
  await apart(sent, 'account');
});

test('nor on the pages of invitations, applications, drafts and addresses', async () => {
  const sender = await signUp();
  const api = visit.api.as(sender);
  const body = { email: 'forged@example.com', first_name: forged('Bob'), last_name: forged('Beta'), role: 'member' };
  ok(await api.createOrganizationInvitation({ body }));
  const invited = await open(await newestLink(body.email, '/invitations#'));
  await invited.getByRole('button', { name: 'Join' }).waitFor();
  await apart(invited, 'invitation');

  const redirect_uri = 'https://crm.example.com/callback';
  const app = ok(await api.createOauthApp({ body: { name: forged('application'), redirect_uris: [redirect_uri] } }));
  const query = new URLSearchParams({
    client_id: app.client_id,
    redirect_uri,
    response_type: 'code',
    state: 's',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const asked = await open(`${visit.api.url}/v2/oauth2/authorize?${query}`);
  await asked.getByLabel('E-mail address').waitFor();
  await apart(asked, 'sign-in for an application');
  await signIn(asked, sender);
  await asked.getByRole('button', { name: 'Allow', exact: true }).waitFor();
  await apart(asked, 'consent to an application');

  const draft_id = await readyDraft(visit.api, sender, { name: forged('draft') });
  const draft = await open(`${visit.api.url}/drafts/${draft_id}`);
  await signIn(draft, sender);
  await draft.getByText('2 pages').waitFor();
  await apart(draft, 'draft');
  const role = forged('drafted role');
  const names = { first_name: forged('Ann'), last_name: forged('Alpha'), email: 'ann@example.com' };
  const at = { name: 'signed', type: 'signature', required: true, role_name: role, page: 1, x: 72, y: 72 };
  const contents = {
    roles: [{ name: role, type: 'signer', sequence: 1, ...names }],
    fields: [{ ...at, label: forged('drafted label') }],
  };
  ok(await api.updateDraft({ path: { draft_id }, body: contents }));
  await draft.reload();
  await draft.getByText('2 pages').waitFor();
  for (const step of ['People', 'Fields', 'Review']) {
    await draft.getByRole('button', { name: `Next: ${step}` }).click();
    await draft
      .getByRole('button', { name: step === 'Review' ? 'Send' : 'Next: ' })
      .first()
      .waitFor();
    await apart(draft, `draft, ${step}`);
    if (step === 'Fields') {
      await draft.locator('.page .box button').first().dispatchEvent('click');
      await draft.locator('#belongs-to').waitFor();
      await apart(draft, 'draft, a field');
    }
  }

  const address = new URLSearchParams({ email: forged('address'), token: 'abc' });
  const confirmed = await open(`${visit.api.url}/verify-email#${address}`);
  await confirmed.getByRole('button', { name: 'Confirm address' }).waitFor();
  await apart(confirmed, 'address');
});

test('nor on the page that checks files', async () => {
  const sender = await signUp();
  const one = recipient(forged('role'), 1, { first_name: forged('Ann'), last_name: forged('Alpha') });
  const sent = await sendEnvelope(visit.api, sender, [one], { name: forged('envelope') });
  const audit = ok(await visit.api.as(sender).getEnvelopeAudit({ path: { envelope_id: sent.id } }));
  // A trail that somebody else has written may say anything, also what no name may hold.
  const text = JSON.stringify(audit).replaceAll(MARK, `${MARK}\\u202e\\u2069\\n`);
  const page = await open(`${visit.api.url}/verify`);
  await page.locator('#files').setInputFiles([
    { name: forged('audit.json'), mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(audit)) },
    { name: forged('other.json'), mimeType: 'application/json', buffer: Buffer.from(text) },
  ]);
  await page.locator('.finding').first().waitFor();
  await page.getByText('Checking').waitFor({ state: 'detached' });
  await apart(page, 'findings');
});

test('a text in a sentence has its quotation marks and direction alone, in every language', () => {
  for (const language of LANGUAGES) {
    const [begin, end] = QUOTES[language];
    const direction = language === 'ar' ? 'rtl' : 'ltr';
    for (const said of ['', 'A sentence ', `A sentence ${begin}`]) {
      const text = quotedAfter(said, forged(language), direction, QUOTES[language]);
      const opened = said.endsWith(begin);
      expect(text.startsWith(opened ? '' : begin) && text.endsWith(opened ? '' : end)).toBe(true);
      const inner = opened ? text : text.slice(begin.length, -end.length);
      expect(inner).not.toMatch(/["«»“”„「」]|''/);
    }
    const turned = quotedAfter('', 'a\u202eb\u2069c\nd\u2028e', direction, QUOTES[language]);
    expect(turned.replace(/^.*?\u2068|\u2069.*$/g, '').match(/[\u202a-\u202e\u2066-\u2069\n\u2028]/)).toBeNull();
    expect(quotedAfter('', '', direction, QUOTES[language])).toBe('');
    expect(quotedAfter('', 'فاطمة', direction, QUOTES[language])).toContain('\u2068فاطمة\u2069');
  }
});

test('the pages’ sentences have the quotation marks of their language around what is filled in, if any', () => {
  for (const { script, language, words } of pageWords()) {
    const texts = Object.values(words).flatMap((word) => (typeof word === 'string' ? [word] : Object.values(word)));
    const marks = texts.flatMap((text) =>
      [...text.matchAll(/(["«»“”„‘’「」]\s?)\{\w+\}(\s?["«»“”„‘’「」])/gu)].map(([, a, b]) => `${a} ${b}`),
    );
    const other = [...new Set(marks)].filter((pair) => pair !== QUOTES[language].join(' '));
    expect(other, `${script} in ${language}`).toEqual([]);
  }
});
