import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import type { Person } from '../api.ts';
import { originOf } from '../passkeys/authenticator.ts';
import { sendForPasskey } from '../passkeys/signing.ts';
import { type Envelope, ok } from '../stories/envelope.ts';
import { withAuthenticator } from './virtual-authenticator.ts';
import { picture, press, refusal, seePlaces, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, newestLink, open, shows } = visit;

/** The pages and the API at a name. */
let sender: Person;
let restore: () => void;
beforeAll(async () => {
  const home = originOf(visit.api);
  restore = setEnvironment({ BASE_URL: home, APP_URL: home });
  sender = await visit.api.signUp();
});
afterAll(() => restore());

/** Opens the envelope and does everything up to the button that signs. */
const review = async (page: Page): Promise<void> => {
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
};

const emailOf = ({ recipients: [one] }: Envelope): string => one?.email ?? '';
const askToSign = async (page: Page): Promise<void> => {
  await page
    .locator('.acts')
    .getByRole('button', { name: /^Sign / })
    .click();
  await page.getByRole('dialog', { name: 'Sign with a passkey' }).waitFor();
};
const back = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
const keyOf = async ({ id }: Envelope): Promise<unknown> => {
  const { events } = ok(await visit.api.as(sender).getEnvelopeAudit({ path: { envelope_id: id } }));
  const signed = events.find(({ event }) => event === 'recipient:signed')?.data.passkey as { public_key: string };
  return signed.public_key;
};

const setVerified = ({ devtools, authenticatorId }: { devtools: CDPSession; authenticatorId: string }, is: boolean) =>
  devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: is });

test('a signer makes a passkey on a phone with one press more, and signs with it the next time', async () => {
  const first = await sendForPasskey(visit.api, sender, { first_name: 'Theo', last_name: 'Quill' });
  const page = await open('about:blank');
  const device = await withAuthenticator(page);
  await page.goto(await newestLink(emailOf(first), '/sign/'));
  await review(page);
  await askToSign(page);
  await accessible(page);
  await picture(page, 'sign-with-passkey');
  await setVerified(device, false);
  await press(page, 'Continue with the passkey');
  await expect.poll(() => refusal(page)).toBe('No passkey was used, and nothing was signed. Try again.');
  await picture(page, 'sign-with-passkey-refused');
  await setVerified(device, true);
  await press(page, 'Continue with the passkey');
  await shows(page, 'You have signed');
  await picture(page, 'signed-with-passkey');

  const second = await sendForPasskey(visit.api, sender, { email: emailOf(first) });
  await page.goto(await newestLink(emailOf(first), `/sign/${second.id}`));
  await review(page);
  await askToSign(page);
  await press(page, 'Your passkeys');
  await page.getByText('Made: ').waitFor();
  await accessible(page);
  await picture(page, 'passkeys-of-mailbox');
  await back(page);
  await press(page, 'Continue with the passkey');
  await shows(page, 'You have signed');
  expect(await keyOf(second)).toBe(await keyOf(first));

  // Another device makes one of its own.
  const third = await sendForPasskey(visit.api, sender, { email: emailOf(first) });
  const elsewhere = await open('about:blank');
  await withAuthenticator(elsewhere);
  await elsewhere.goto(await newestLink(emailOf(first), `/sign/${third.id}`));
  await review(elsewhere);
  await askToSign(elsewhere);
  await press(elsewhere, 'Continue with the passkey');
  await elsewhere.getByRole('alert').waitFor();
  await picture(elsewhere, 'sign-with-passkey-elsewhere');
  // The first one's device was lost.
  await press(elsewhere, 'Your passkeys');
  await press(elsewhere, 'Remove');
  await elsewhere.getByText('This mailbox has no passkey here.').waitFor();
  await back(elsewhere);
  await press(elsewhere, 'Make a new passkey on this device');
  await shows(elsewhere, 'You have signed');
  expect(await keyOf(third)).not.toBe(await keyOf(first));
});

test('where something has changed meanwhile, the page says so and asks again', async () => {
  const envelope = await sendForPasskey(visit.api, sender);
  const page = await open('about:blank');
  await withAuthenticator(page);
  await page.goto(await newestLink(emailOf(envelope), '/sign/'));
  await review(page);
  await askToSign(page);
  // The sender is quicker than the device.
  await page.route(
    '**/submit',
    async (route) => {
      ok(await visit.api.as(sender).updateEnvelope({ path: { envelope_id: envelope.id }, body: { name: 'Renamed' } }));
      await route.continue();
    },
    { times: 1 },
  );
  await press(page, 'Continue with the passkey');
  await expect
    .poll(() => refusal(page))
    .toBe('Something has changed meanwhile, or it took too long. Look at it again, and sign again.');
  await press(page, 'Continue with the passkey');
  await shows(page, 'You have signed');
});
