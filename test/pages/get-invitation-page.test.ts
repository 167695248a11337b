import { describe, expect, test } from 'vitest';
import { enrolled } from '../mfa/second-factor.ts';
import { ok } from '../stories/envelope.ts';
import { fill, press, refusal, someone, startVisits } from './visit.ts';

const visit = startVisits();
const { newestLink, open, shows, signIn } = visit;

describe('an invitation', () => {
  const invite = async () => {
    const owner = await visit.api.signUp({ org_name: 'Analytical Engines' });
    const email = someone();
    const body = { email, first_name: 'Grace', last_name: 'Hopper', role: 'member' };
    ok(await visit.api.as(owner).createOrganizationInvitation({ body }));
    return { owner, email, link: await newestLink(email, '/invitations#') };
  };

  test('is accepted with a corrected name and a password, once', async () => {
    const { owner, email, link } = await invite();
    const page = await open(link);
    await shows(page, 'Join “Analytical Engines”');
    await page.getByText(`You were invited as “${email}”.`).waitFor();
    await fill(page, { 'Last name': 'Murray Hopper', Password: 'nanoseconds of wire' });
    await press(page, 'Join');
    await shows(page, 'Welcome');
    const members = ok(await visit.api.as(owner).getOrganizationMembers());
    expect(members).toContainEqual(expect.objectContaining({ email, first_name: 'Grace', last_name: 'Murray Hopper' }));
    await page.getByRole('link', { name: 'Continue' }).click();
    await shows(page, 'Your envelopes');
    const { access_token: token } = ok(await signIn(email, 'nanoseconds of wire'));
    const sessions = async () => ok(await visit.api.as({ token }).getSessions()).length;
    // Two sessions: the browser's, and the one that lists them.
    expect(await sessions()).toBe(2);
    await shows(await open(link), 'This invitation cannot be used');
  });

  test('is accepted by a person with a second factor, after its code', async () => {
    const grace = await enrolled(visit.api);
    const owner = await visit.api.signUp({ org_name: 'Compilers' });
    const body = { email: grace.email, first_name: 'Grace', last_name: 'Hopper', role: 'member' };
    ok(await visit.api.as(owner).createOrganizationInvitation({ body }));
    const page = await open(await newestLink(grace.email, '/invitations#'));
    await shows(page, 'Join “Compilers”');
    await fill(page, { Password: 'not the password' });
    await press(page, 'Join');
    await expect.poll(() => refusal(page)).toMatch(/password/i);
    await fill(page, { Password: grace.password });
    await press(page, 'Join');
    await shows(page, 'Confirm that it is you');
    const members = ok(await visit.api.as(owner).getOrganizationMembers());
    expect(members).toContainEqual(expect.objectContaining({ email: grace.email }));
    await fill(page, { 'Code from your authenticator app': grace.backup_codes[0] ?? '' });
    await press(page, 'Continue');
    await shows(page, 'Welcome');
  });

  test('is declined', async () => {
    const { owner, email, link } = await invite();
    const page = await open(link);
    await shows(page, 'Join “Analytical Engines”');
    await press(page, 'Decline');
    await shows(page, 'Declined');
    const [invitation] = ok(await visit.api.as(owner).getOrganizationInvitations());
    expect(invitation).toMatchObject({ email, status: 'declined' });
  });

  test.each(['', '#email=someone%40example.com', '#email=someone%40example.com&token=cut'])(
    'with an incomplete link (%s) says so',
    async (hash) => {
      await shows(await open(`${visit.api.url}/invitations${hash}`), 'This invitation cannot be used');
    },
  );
});
