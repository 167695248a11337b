import { expect, test } from 'vitest';
import { DESKTOP } from '../browser.ts';
import { memberOf } from '../members/member.ts';
import { enrolled } from '../mfa/second-factor.ts';
import { ok } from '../stories/envelope.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

test('an owner reads what a rule does and whom it concerns, means it, and a member is led to what it demands', async () => {
  const owner = await enrolled(visit.api);
  const member = await memberOf(visit.api, owner, 'member');
  const page = await open(`${visit.api.url}/organization/policy`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': owner.email, Password: owner.password });
  await press(page, 'Sign in');
  await fill(page, { 'Code from your authenticator app': owner.code(1) });
  await press(page, 'Continue');
  await shows(page, 'Policy');
  await page.getByText('Without one now: 1 of 2 members.').waitFor();
  const rule = page.getByRole('region', { name: 'Second factor' });
  await rule.getByLabel('Members need a second factor').check();
  // Without the word that it is meant, nothing is saved.
  await rule.getByRole('button', { name: 'Save' }).click();
  const read = async () => ok(await visit.api.as(owner).getOrganizationPolicy({ path: owner }));
  expect((await read()).second_factor).toBe(false);
  await rule.getByLabel('I have read what this does').check();
  await rule.getByRole('button', { name: 'Save' }).click();
  await rule.getByText('Saved', { exact: true }).waitFor();
  expect((await read()).second_factor).toBe(true);
  await picture(page, 'policy');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await accessible(page);

  const led = await open(`${visit.api.url}/envelopes`);
  await fill(led, { 'E-mail address': member.email, Password: member.password });
  await press(led, 'Sign in');
  await led.waitForURL(/\/account\?part=security$/);
  await led.getByRole('alert').getByText('Your organization demands a second factor.').waitFor();
});
