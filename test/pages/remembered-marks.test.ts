import { expect, test } from 'vitest';
import { signaturePicture } from '../pictures.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { agreed, receiveCode, verify } from '../verification/ceremony.ts';
import { fill, press, startVisits } from './visit.ts';

const visit = startVisits();

test('a remembered signature is offered under the name that made it, and no longer once the name is corrected', async () => {
  const sender = await visit.api.signUp();
  const signer = recipient('Signer', 1, { auth_methods: ['email'] });
  const { email } = signer;
  const session = await agreed(visit.api, await sendEnvelope(visit.api, sender, [signer]));
  const code = await receiveCode(visit.api, session, 'email', email);
  ok(await verify(visit.api, session, { auth_method: 'email', code }));
  const signature = signaturePicture(120, 80).toString('base64');
  ok(await visit.api.as(session).createSignatureBlock({ body: { signature, remember: true } }));

  await sendEnvelope(visit.api, sender, [signer]);
  const page = await visit.open(await visit.newestLink(email, '/sign/'));
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  const verifyByCode = async (): Promise<void> => {
    await press(page, 'Send me the code');
    await page.getByText('The code is on its way').waitFor();
    await fill(page, { Code: await visit.newestCode(email) });
    await press(page, 'Verify');
  };
  await verifyByCode();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  const remembered = page.getByRole('radio', { name: 'As before' });
  await page.getByRole('button', { name: 'Sign here' }).first().click();
  await remembered.waitFor();
  await press(page, 'Close');
  await dialog.waitFor({ state: 'detached' });

  await press(page, 'More');
  await press(page, 'My name is wrong');
  await fill(page, { 'First name': 'Carl', 'Last name (optional)': 'Gamma' });
  await press(page, 'Change my name');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Another name has to be verified.
  await verifyByCode();
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/v2/profiles/remembered'));
  await page.getByRole('button', { name: 'Sign here' }).first().click();
  await dialog.waitFor();
  expect(await (await asked).json()).toEqual({ signature: null, initial: null });
  await page.getByLabel('Name as you sign it').waitFor();
  await expect.poll(() => remembered.count()).toBe(0);
});
