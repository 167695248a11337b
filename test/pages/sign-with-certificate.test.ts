import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sharedWords } from '../../lib/pages/browser/shared/words/all.ts';
import { signingWords } from '../../lib/pages/browser/signing/words/all.ts';
import type { Person } from '../api.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { idle, picture, press, refusal, seePlaces, startVisits, tabTo } from './visit.ts';

/** The signing page at each step of a signature with a certificate. The API's answers on it are played here. */

const visit = startVisits();
const { accessible, newestLink, open, shows } = visit;

let sender: Person;
beforeAll(async () => {
  sender = await visit.api.signUp();
});

/** A site with the signing page in a frame. */
const framing = createServer(({ url }, answer) => {
  const link = decodeURIComponent(url?.split('?')[1] ?? '');
  const frame = `<iframe title="Sign" src="${link}" width="320" height="568"></iframe>`;
  answer.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en">${frame}</html>`);
});
beforeAll(async () => {
  framing.listen(0, '127.0.0.1');
  await once(framing, 'listening');
});
afterAll(() => new Promise((resolve) => framing.close(resolve)));

/** Answers of the two operations, in their order; each is kept with what was asked. */
let answers: object[] = [];
let asked: { path: string; body: Record<string, unknown> }[] = [];
afterEach(() => {
  expect(answers).toEqual([]);
  asked = [];
});

const step = (name: string, more: object = {}): object => ({
  signing: 'signing-1',
  step: name,
  service: 'Trust & Co',
  redirect_to: null,
  credentials: null,
  certificate: null,
  pin: null,
  otp: null,
  wait_seconds: null,
  recipient: null,
  ...more,
});

const refuse = (status: number, code: string): object => ({ refused: { status, code } });

const CERTIFICATE = {
  subject: 'CN=Theo Quill',
  issuer: 'CN=Trust & Co Signing CA',
  valid_to: '2031-05-01T00:00:00.000Z',
};

const play = (page: Page) =>
  page.route('**/submit/certificate{,/continue}', async (route: Route) => {
    const path = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    asked.push({ path, body: route.request().postDataJSON() });
    const next = answers.shift() as { refused?: { status: number; code: string } } | undefined;
    if (!next) return route.abort();
    if ('step' in next && next.step === 'done') {
      // The signature itself, as without a certificate.
      const url = route.request().url().replace('/certificate/continue', '');
      Object.assign(next, { recipient: await (await route.fetch({ url, postData: '{}' })).json() });
    }
    const { status, code } = next.refused ?? { status: 200, code: '' };
    return route.fulfill({
      status,
      headers: { 'access-control-expose-headers': 'x-error-code', ...(code ? { 'x-error-code': code } : {}) },
      json: code ? { error: 'Refused.' } : next,
    });
  });

/** The recipient as one whose method is `csc`. */
const asCertified = (page: Page) =>
  page.route(/\/v2\/(?:sign\/unauth|envelopes)\//, async (route: Route) => {
    if (route.request().url().includes('/submit/')) return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"auth_methods":[]', '"auth_methods":["csc"]');
    await route.fulfill({ response, body });
  });

const wordsOf = (language: 'en' | 'ar') => ({ ...sharedWords[language], ...signingWords[language] });

/** Everything from the first press to the button that signs. */
const fillIn = async (page: Page | FrameLocator, w = wordsOf('en')): Promise<void> => {
  await page.getByRole('button', { name: w.open }).click();
  await page.getByLabel(w.consentLabel).check();
  await page.getByRole('button', { name: w.consentGo }).click();
  await page.getByRole('button', { name: w.signHere }).click();
  await page.getByRole('dialog', { name: w.adoptSignature }).waitFor();
  await page.getByRole('button', { name: w.adoptUse }).click();
  await page.getByText(w.saved).waitFor();
  await page.getByRole('button', { name: w.review, exact: true }).click();
  await seePlaces(page);
};

/** Opens an envelope, and does everything up to the button that signs. */
const review = async (language: 'en' | 'ar' = 'en'): Promise<Page> => {
  const envelope = await sendEnvelope(visit.api, sender, [recipient('Signer', 1)], { locale: language });
  const page = await open('about:blank');
  await page.setExtraHTTPHeaders({ 'Accept-Language': language });
  await play(page);
  await asCertified(page);
  await page.goto(await newestLink(envelope.recipients[0]?.email ?? '', '/sign/'));
  await fillIn(page, wordsOf(language));
  return page;
};

const sign = async (page: Page): Promise<void> => {
  await page
    .locator('.acts')
    .getByRole('button', { name: /^Sign / })
    .click();
  await page.getByRole('dialog', { name: 'Sign with your certificate' }).waitFor();
  await idle(page);
};

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign with your certificate' });

/** The button that leads to the service; the service's name stands in it by itself. */
const leading = (page: Page) => dialog(page).getByRole('button', { name: /^Continue at .*Trust & Co/ });

/** Leads to the service, which isn't there: the page stays. */
const lead = async (page: Page): Promise<void> => {
  await page.route('https://trust.example/**', (route) => route.fulfill({ status: 204 }));
  const request = page.waitForRequest('https://trust.example/**');
  await leading(page).click();
  await request;
};

/** Comes back from the trust service with this answer, as the page on the way back does. */
const comeBack = async (page: Page, query: Record<string, string>, sheet = dialog(page)): Promise<void> => {
  await page.evaluate((given) => {
    const kept = JSON.parse(sessionStorage.getItem('at-provider') ?? '{}');
    sessionStorage.setItem('at-provider', JSON.stringify({ ...kept, returned: { ...given, provider: 'service-1' } }));
  }, query);
  await page.reload();
  await sheet.waitFor();
};

test('the page says where it leads, leads there, and goes on afterwards until the certificate has signed', async () => {
  const page = await review();
  answers = [step('redirect', { redirect_to: 'https://trust.example/authorize?state=certificate.1' })];
  await sign(page);
  await dialog(page).getByText('You sign with your own certificate at').waitFor();
  await accessible(page);
  await picture(page, 'certificate-redirect');
  expect(asked).toMatchObject([{ path: 'certificate', body: { locale: 'en', origin: visit.api.url } }]);
  await lead(page);

  answers = [
    step('choose', {
      credentials: [
        { id: 'one', ...CERTIFICATE },
        { id: 'two', ...CERTIFICATE, subject: 'CN=Theo Quill, O=Quill Ltd' },
      ],
    }),
  ];
  await comeBack(page, { state: 'certificate.1', code: 'code-1' });
  // The sheet says that one is back before the page goes on.
  await expect
    .poll(() => asked.at(-1))
    .toEqual({
      path: 'continue',
      body: { signing: 'signing-1', returned: { service: 'service-1', state: 'certificate.1', code: 'code-1' } },
    });
  await page.getByRole('group', { name: 'Your certificate' }).waitFor();
  await accessible(page);
  await picture(page, 'certificate-choose');
  await page.getByLabel('O=Quill Ltd').check();
  answers = [
    step('authorize', {
      certificate: CERTIFICATE,
      pin: { label: '', numeric: true },
      otp: { label: 'SMS code', numeric: true, online: true },
    }),
  ];
  await press(page, 'Continue with this certificate');
  await page.getByLabel('PIN of your certificate').waitFor();
  expect(asked.at(-1)?.body).toEqual({ signing: 'signing-1', credential_id: 'two' });
  await accessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => dialog(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await picture(page, 'certificate-authorize');

  answers = [step('authorize', { pin: { label: '', numeric: true }, otp: { label: '', numeric: true, online: true } })];
  await press(page, 'Send me the code');
  await page.getByText('has been asked to send you a code.').waitFor();
  expect(asked.at(-1)?.body).toEqual({ signing: 'signing-1', send_otp: true });
  await page.getByLabel('PIN of your certificate').fill('1234');
  await page.getByLabel('One-time code').fill('9876');
  // A wrong PIN can be given again.
  answers = [refuse(400, 'trust_service_refused')];
  await dialog(page).getByRole('button', { name: 'Sign with your certificate' }).click();
  await expect.poll(() => refusal(page)).toContain('The trust service has refused, or its answer is not valid.');
  await page.getByLabel('PIN of your certificate').fill('4321');
  answers = [step('wait', { wait_seconds: 0 }), step('wait', { wait_seconds: 0 }), step('done')];
  await dialog(page).getByRole('button', { name: 'Sign with your certificate' }).click();
  await shows(page, 'You have signed');
  expect(asked.slice(-3).map(({ body }) => body)).toEqual([
    { signing: 'signing-1', pin: '4321', otp: '9876' },
    { signing: 'signing-1', pin: '4321', otp: '9876' },
    { signing: 'signing-1', pin: '4321', otp: '9876' },
  ]);
});

test('where somebody else signs just now, the page says so and needs nothing of the signer', async () => {
  const page = await review();
  answers = [step('wait', { wait_seconds: 3600 })];
  await sign(page);
  const status = dialog(page).getByRole('status').filter({ hasText: 'Somebody else is signing' });
  await status.waitFor();
  await accessible(page);
  await picture(page, 'certificate-wait');
  await expect.poll(() => dialog(page).getByRole('button', { name: 'Begin the signature again' }).count()).toBe(0);
});

test('a refusal at the service ends the try: nothing was signed, the values are kept, and it can begin again', async () => {
  const page = await review();
  answers = [step('redirect', { redirect_to: 'https://trust.example/authorize' })];
  await sign(page);
  await lead(page);
  answers = [refuse(400, 'certificate_revoked')];
  await comeBack(page, { state: 'certificate.1', error: 'access_denied' });
  await expect.poll(() => refusal(page)).toContain('Your certificate has been revoked. Nothing was signed.');
  expect(asked.at(-1)?.body).toMatchObject({ returned: { state: 'certificate.1', error: 'access_denied' } });
  await dialog(page).getByText('What you filled in is kept, and you can begin the signature again.').waitFor();
  await accessible(page);
  await picture(page, 'certificate-refused');
  // An answer is taken once: a reload asks nothing again.
  const before = asked.length;
  await page.reload();
  await shows(page, 'Read and fill in');
  expect(asked.length).toBe(before);
  await press(page, 'Review');
  await seePlaces(page);
  answers = [step('redirect', { redirect_to: 'https://trust.example/authorize' })];
  await sign(page);
  await leading(page).waitFor();
});

/** Pixels by which the sheet, or what stands in it, is wider than it may be. */
const TOO_WIDE = `(() => {
  const sheet = document.querySelector('dialog[open]');
  const { left, right } = sheet.getBoundingClientRect();
  const inside = [...sheet.querySelectorAll('*')].map((one) => one.getBoundingClientRect());
  return Math.max(document.documentElement.scrollWidth - innerWidth, sheet.scrollWidth - sheet.clientWidth,
    ...inside.map((one) => Math.max(left - one.left, one.right - right)));
})()`;

test('in Arabic, on 320 pixels, the keyboard alone leads through each step to the signature', async () => {
  const w = wordsOf('ar');
  const page = await review('ar');
  await page.setViewportSize({ width: 320, height: 568 });
  const sheet = page.getByRole('dialog', { name: w.certificateSign });
  const shown = async (name: string): Promise<void> => {
    await sheet.waitFor();
    await idle(page);
    await accessible(page);
    expect(await page.evaluate(TOO_WIDE)).toBe(0);
    await picture(page, `certificate-ar-${name}`);
  };
  const within = (name: string) => sheet.getByRole('button', { name });
  answers = [step('redirect', { redirect_to: 'https://trust.example/authorize' })];
  await tabTo(page, page.locator('.acts button').last());
  await page.keyboard.press('Enter');
  await sheet.and(page.locator(':focus')).waitFor();
  await shown('redirect');
  // It keeps the focus inside, and Escape leads back to the button.
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.locator('.acts button').last().and(page.locator(':focus')).waitFor();
  answers = [step('redirect', { redirect_to: 'https://trust.example/authorize' })];
  await page.keyboard.press('Enter');
  await sheet.and(page.locator(':focus')).waitFor();
  await page.route('https://trust.example/**', (route) => route.fulfill({ status: 204 }));
  const asksThere = page.waitForRequest('https://trust.example/**');
  await tabTo(page, sheet.getByRole('button', { name: 'Trust & Co' }));
  await page.keyboard.press('Enter');
  await asksThere;

  answers = [
    step('choose', {
      credentials: [
        { id: 'one', ...CERTIFICATE },
        { id: 'two', ...CERTIFICATE, subject: `CN=${'Theo-Quill-'.repeat(6)}, O=Quill Ltd` },
      ],
    }),
  ];
  await comeBack(page, { state: 'certificate.1', code: 'code-1' }, sheet);
  await sheet.getByRole('group', { name: w.certificateChoose }).waitFor();
  await sheet.and(page.locator(':focus')).waitFor();
  await shown('choose');
  await tabTo(page, sheet.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  const otp = { label: 'SMS code (6 digits)', numeric: true, online: true };
  answers = [step('authorize', { certificate: CERTIFICATE, pin: { label: '', numeric: true }, otp })];
  await page.keyboard.press('Enter');
  await sheet.getByLabel(w.certificatePin).waitFor();
  expect(asked.at(-1)?.body).toEqual({ signing: 'signing-1', credential_id: 'two' });
  await sheet.and(page.locator(':focus')).waitFor();
  await shown('authorize');
  answers = [step('authorize', { certificate: CERTIFICATE, pin: { label: '', numeric: true }, otp })];
  await tabTo(page, within(w.codeSend));
  await page.keyboard.press('Enter');
  // The button couldn't be pressed meanwhile, and has the focus again.
  await within(w.codeResend).and(page.locator(':focus')).waitFor();
  await tabTo(page, sheet.getByLabel(w.certificatePin));
  await page.keyboard.type('9999');
  await page.keyboard.press('Tab');
  await page.keyboard.type('9876');
  answers = [refuse(400, 'trust_service_refused')];
  await page.keyboard.press('Enter');
  // A wrong PIN is there to be typed over, and the refusal is in the sheet.
  await sheet.getByRole('alert').waitFor();
  await sheet.getByLabel(w.certificatePin).and(page.locator(':focus')).waitFor();
  await shown('refused');
  await page.keyboard.type('4321');
  answers = [step('done')];
  await page.keyboard.press('Enter');
  await shows(page, w.done);
  expect(asked.at(-1)?.body).toEqual({ signing: 'signing-1', pin: '4321', otp: '9876' });
});

test('inside another page the sheet leads into a tab of its own, where one signs, and the frame shows it then', async () => {
  const site = `http://127.0.0.1:${(framing.address() as AddressInfo).port}`;
  const path = { organizationid: sender.organization_id };
  ok(await visit.api.as(sender).createBrand({ path, body: { key: 'framed', embed_origins: [site] } }));
  const envelope = await sendEnvelope(visit.api, sender, [recipient('Signer', 1)], { brand_key: 'framed' });
  const link = await newestLink(envelope.recipients[0]?.email ?? '', '/sign/');
  const page = await open('about:blank');
  await play(page);
  await asCertified(page);
  await page.goto(`${site}/?${encodeURIComponent(link)}`);
  const frame = page.frameLocator('iframe');
  await fillIn(frame);
  answers = [step('redirect', { redirect_to: 'https://trust.example/authorize' })];
  await frame
    .locator('.acts')
    .getByRole('button', { name: /^Sign / })
    .click();
  const sheet = frame.getByRole('dialog', { name: 'Sign with your certificate' });
  await sheet.getByText('This is not possible inside another page.').waitFor();
  await picture(page, 'certificate-framed');
  expect(await page.frames()[1]?.evaluate(TOO_WIDE)).toBe(0);
  const opened = page.waitForEvent('popup');
  await sheet.getByRole('link', { name: 'Go on in a tab of its own' }).click();
  const tab = await opened;
  await tab.getByRole('button', { name: 'Open the envelope' }).waitFor();
  expect(await tab.evaluate('parent === window')).toBe(true);
});
