import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { WAITS } from '../../lib/people/members/lock-reasons.ts';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { memberOf, signIn } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens a section as this person, on a desktop. */
const openAs = async ({ email, password }: Person, section: string): Promise<Page> => {
  const page = await open(`${visit.api.url}/organization/${section}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

const membersOf = (person: Person) => visit.api.as(person).getOrganizationMembers().then(ok);
const rows = (page: Page) => page.locator('.entries > li');
/** Pictures of what is shown on a phone, light and dark, after a look at its width. */
const small = async (page: Page, name: string): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await page.emulateMedia({ colorScheme: 'dark' });
  await accessible(page);
  await picture(page, name);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
};

describe('the members', () => {
  test('are found, changed, locked and removed, by whoever may', async () => {
    const ada = await visit.api.signUp();
    const grace = await memberOf(visit.api, ada, 'member');
    const page = await openAs(ada, 'members');
    await shows(page, 'Members');
    await expect.poll(() => rows(page).count()).toBe(2);
    await picture(page, 'members');
    await small(page, 'members-small');
    await page.getByRole('searchbox').fill('grace');
    await expect.poll(() => rows(page).count()).toBe(1);
    const change = () => rows(page).getByRole('button', { name: 'Change “Grace Number' }).click();
    const said = (words: string) => page.locator('.notice').getByText(words).waitFor();

    await change();
    await accessible(page);
    await picture(page, 'member-sheet');
    await page.getByRole('radio', { name: 'Administrator' }).check();
    await press(page, 'Save');
    await said('was changed');
    await rows(page).getByText('Administrator', { exact: true }).waitFor();
    await press(page, 'Undo');
    await rows(page).getByText('Member', { exact: true }).waitFor();
    expect((await membersOf(ada)).find(({ id }) => id === grace.profile_id)?.roles).toEqual(['member']);

    await change();
    await press(page, 'Lock');
    await fill(page, { 'Why, for other administrators (optional)': 'On leave' });
    await accessible(page);
    await press(page, 'Lock');
    await rows(page).getByText('Locked: “On leave”').waitFor();
    await press(page, 'Undo');
    await rows(page).getByText('Locked').waitFor({ state: 'detached' });

    await change();
    await press(page, 'Take off the identity at the provider');
    await accessible(page);
    await press(page, 'Take off the identity at the provider');
    await page.getByText('This member has no identity at the provider.').waitFor();
    await page.keyboard.press('Escape');

    await change();
    await press(page, 'Remove');
    await page.getByRole('textbox').fill('somebody@example.com');
    await press(page, 'Remove');
    await page.getByText('This is not the same as above.').waitFor();
    await accessible(page);
    await page.getByRole('textbox').fill(grace.email);
    await press(page, 'Remove');
    await page.getByText('There is no member of that name.').waitFor();
    expect(await membersOf(ada)).toHaveLength(1);
  });

  test('are shown with their second factor and last day, and are signed out device by device, or everywhere', async () => {
    const ada = await visit.api.signUp();
    const grace = await memberOf(visit.api, ada, 'member');
    await signIn(visit.api, grace);
    const person = { email: `lin-${ada.email}`, first_name: 'Lin', last_name: 'Okafor' };
    ok(await visit.api.as(ada).createOrganizationMember({ body: person }));
    await visit.api.settle();
    const page = await openAs(ada, 'members');
    const row = rows(page).filter({ hasText: grace.email });
    await row.getByText('No second factor').waitFor();
    await row.getByText('Last here: ').waitFor();
    await rows(page).filter({ hasText: person.email }).getByText('Has not accepted the invitation yet').waitFor();
    const open = async () => {
      await row.getByRole('button', { name: 'Change “Grace Number' }).click();
      await press(page, 'Where they are signed in');
      await page.getByText('From this network (127.0.0.1)').first().waitFor();
    };
    await open();
    await accessible(page);
    await picture(page, 'member-sessions');
    await small(page, 'member-sessions-small');
    await expect.poll(() => page.getByRole('button', { name: 'Sign out: An unknown device' }).count()).toBe(2);
    await page.getByRole('button', { name: 'Sign out: An unknown device' }).first().click();
    await accessible(page);
    await press(page, 'Sign out');
    await page.locator('.notice').getByText('An unknown device is signed out.').waitFor();
    await open();
    await press(page, 'Sign out everywhere');
    await press(page, 'Sign out everywhere');
    await page.locator('.notice').getByText('1 session was ended.').waitFor();
    expect((await visit.api.as(grace).getProfiles()).status).toBe(401);
  });

  test('leave what they own to whom the administrator chooses, who sees beforehand what it is', async () => {
    const ada = await visit.api.signUp();
    const [grace, heir] = [await memberOf(visit.api, ada, 'admin'), await memberOf(visit.api, ada, 'member')];
    await memberOf(visit.api, ada, 'basic_user');
    const { id: template_id } = ok(await visit.api.as(grace).createTemplate({ body: lease() }));
    ok(await visit.api.as(grace).createApiKey({ body: { name: 'Hers' } }));
    await visit.api.settle();
    const page = await openAs(ada, 'members');
    const row = rows(page).filter({ hasText: grace.email });
    await row.getByRole('button', { name: 'Change “Grace Number' }).click();
    await press(page, 'Remove');
    await page.getByText('1 template').waitFor();
    await page.getByText('1 API key acts as them and stops at once.').waitFor();
    await accessible(page);
    await picture(page, 'member-heir');
    await small(page, 'member-heir-small');
    const choices = page.getByLabel('Who gets what they own').locator('option');
    await expect
      .poll(() => choices.allTextContents())
      .toEqual([
        'An owner of the organization',
        expect.stringContaining(ada.email),
        expect.stringContaining(heir.email),
      ]);
    await page.getByLabel('Who gets what they own').selectOption(heir.profile_id);
    await page.getByRole('textbox').fill(grace.email);
    await press(page, 'Remove');
    await page.locator('.notice').getByText('What they owned goes to “Grace Number').waitFor();
    await visit.api.settle();
    const found = ok(await visit.api.as(heir).getTemplate({ path: { template_id } }));
    expect(found.profile_id).toBe(heir.profile_id);
  });

  test('are shown without acts to whoever may only see them, and the API refuses those, too', async () => {
    const ada = await visit.api.signUp();
    const grace = await memberOf(visit.api, ada, 'basic_user');
    const page = await openAs(grace, 'members');
    await shows(page, 'Members');
    await expect.poll(() => rows(page).count()).toBe(2);
    await expect.poll(() => page.getByRole('button', { name: /Change|Invite/ }).count()).toBe(0);
    await expect.poll(() => page.getByRole('link', { name: 'Invitations' }).count()).toBe(0);
    const body = { action: 'lock' };
    const refused = await visit.api.as(grace).actOnOrganizationMember({ path: { profile_id: ada.profile_id }, body });
    expect(refused.headers.get('x-error-code')).toBe('forbidden');
    await page.goto(`${visit.api.url}/organization/invitations`);
    await shows(page, 'Organization');
  });

  test('follow what another administrator has done meanwhile', async () => {
    const ada = await visit.api.signUp();
    const grace = await memberOf(visit.api, ada, 'member');
    const path = { profile_id: grace.profile_id };
    ok(await visit.api.as(ada).actOnOrganizationMember({ path, body: { action: 'lock', reason: WAITS } }));
    const page = await openAs(ada, 'members');
    // The one who waits comes first, in the reader's words.
    await rows(page).first().getByText('waits to be unlocked').waitFor();
    await rows(page).getByRole('button', { name: 'Change “Grace Number' }).click();
    ok(await visit.api.as(ada).deleteOrganizationMember({ path }));
    await press(page, 'Save');
    await page.getByRole('alert').getByText('does not belong to the organization any more').waitFor();
    await press(page, 'Close');
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  test('are read again once there is a connection', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, '');
    await shows(page, 'Organization');
    await page.route('**/v2/organization-members', (route) => route.abort());
    await page.getByRole('navigation', { name: 'Sections' }).getByText('Members').click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/v2/organization-members');
    await press(page, 'Try again');
    await expect.poll(() => rows(page).count()).toBe(1);
  });
});

test('several people are invited at once, and their invitations changed, sent again and withdrawn', async () => {
  const ada = await visit.api.signUp();
  const page = await openAs(ada, 'invitations');
  await page.getByText('Nobody has an open invitation.').waitFor();
  await page.getByRole('button', { name: 'Invite people' }).press('Enter');
  await page.getByLabel('E-mail addresses').fill(`grace.hopper@example.com, nobody`);
  await press(page, 'Continue');
  await page.getByText('“nobody” has no e-mail address.').waitFor();
  await accessible(page);
  await page.getByLabel('E-mail addresses').fill(`grace.hopper@example.com\nYou <${ada.email}>`);
  await press(page, 'Continue');
  await expect.poll(() => page.getByLabel('First name').first().inputValue()).toBe('Grace');
  await page.getByLabel('Last name').last().fill('Yourself');
  await accessible(page);
  await picture(page, 'invite-names');
  await press(page, 'Send 2 invitations');
  await page.getByText('This person is a member already.').waitFor();
  await page.getByText('Invited', { exact: true }).waitFor();
  await picture(page, 'invite-outcome');
  await press(page, 'Close');
  await page.getByText('Good until').waitFor();
  await picture(page, 'invitations');
  await small(page, 'invitations-small');
  await press(page, 'Role');
  await page.getByRole('radio', { name: 'Reader' }).check();
  await press(page, 'Save');
  await rows(page).getByText('Reader').waitFor();
  await press(page, 'Send again');
  await page.getByText('A new link is on its way to “grace.hopper@example.com”').waitFor();
  await visit.api.settle();
  expect(await visit.api.messages('grace.hopper@example.com')).toHaveLength(2);
  await press(page, 'Withdraw');
  await page.getByRole('dialog').waitFor();
  await accessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('Nobody has an open invitation.').waitFor();
});
