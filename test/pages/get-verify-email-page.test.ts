import { describe, expect, test } from 'vitest';
import { ok } from '../stories/envelope.ts';
import { press, someone, startVisits } from './visit.ts';

const visit = startVisits();
const { newestLink, open, shows, signIn } = visit;

describe('an address', () => {
  const signedUp = async (): Promise<string> => {
    const email = someone();
    const body = { email, password: 'difference engine', first_name: 'Ada', last_name: 'L', org_name: 'Engines' };
    ok(await visit.api.anyone.createProfile({ body: { ...body, phone: '' } }));
    return email;
  };

  test('is confirmed by a press, not by opening the link', async () => {
    const email = await signedUp();
    const page = await open(await newestLink(email, '/verify-email#'));
    await shows(page, 'Confirm your e-mail address');
    const { access_token } = ok(await signIn(email, 'difference engine'));
    expect(ok(await visit.api.as({ token: access_token }).getMyUser()).email_verified).toBe(false);
    await press(page, 'Confirm address');
    await shows(page, 'Thank you');
    expect(ok(await visit.api.as({ token: access_token }).getMyUser()).email_verified).toBe(true);
    await page.getByRole('link', { name: 'Continue' }).click();
    await shows(page, 'Your envelopes');
    await page.goBack();
    await shows(page, 'Thank you');
  });

  test('gets another link if the first was used or replaced', async () => {
    const email = await signedUp();
    const old = await newestLink(email, '/verify-email#');
    const page = await open(old.replace(/token=[^&]+/, 'token=000000'));
    await press(page, 'Confirm address');
    await shows(page, 'This link cannot be used');
    await press(page, 'Send a new link');
    await shows(page, 'Look into your mailbox');
    const again = await open(await newestLink(email, '/verify-email#'));
    await press(again, 'Confirm address');
    await shows(again, 'Thank you');
  });

  test('gets an explanation if its link is incomplete', async () => {
    await shows(await open(`${visit.api.url}/verify-email`), 'This link is not complete');
  });
});
