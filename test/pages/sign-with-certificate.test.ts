import type { Page, Route } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { recipient, sendEnvelope } from '../stories/envelope.ts';
import { idle, picture, press, refusal, seePlaces, startVisits } from './visit.ts';

/** The signing page at each step of a signature with a certificate. The API's answers on it are played here. */

const visit = startVisits();
const { accessible, newestLink, open, shows } = visit;

let sender: Person;
beforeAll(async () => {
  sender = await visit.api.signUp();
});

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

/** Opens an envelope, and does everything up to the button that signs. */
const review = async (): Promise<Page> => {
  const envelope = await sendEnvelope(visit.api, sender, [recipient('Signer', 1)]);
  const page = await open('about:blank');
  await play(page);
  await asCertified(page);
  await page.goto(await newestLink(envelope.recipients[0]?.email ?? '', '/sign/'));
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await shows(page, 'Read and fill in');
  await page.getByRole('button', { name: 'Sign here' }).click();
  await page.getByRole('dialog', { name: 'Your signature' }).waitFor();
  await press(page, 'Use it');
  await page.getByText('All saved').waitFor();
  await press(page, 'Review');
  await seePlaces(page);
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
const comeBack = async (page: Page, query: Record<string, string>): Promise<void> => {
  await page.evaluate((given) => {
    const kept = JSON.parse(sessionStorage.getItem('at-provider') ?? '{}');
    sessionStorage.setItem('at-provider', JSON.stringify({ ...kept, returned: { ...given, provider: 'service-1' } }));
  }, query);
  await page.reload();
  await dialog(page).waitFor();
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
