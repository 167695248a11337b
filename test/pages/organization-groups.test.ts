import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ALL_BUNDLES, bundlesOf, permissionsOf } from '../../lib/pages/browser/organization/groups/bundles.ts';
import { PERMISSIONS } from '../../lib/people/access/permissions.ts';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { memberOf } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';
import { fill, picture, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

test('each permission is in one bundle, and those that are given one by one stay apart', () => {
  expect(permissionsOf(ALL_BUNDLES).toSorted()).toEqual(PERMISSIONS.toSorted());
  expect(bundlesOf(['admin:add', 'envelope:org:view', 'admin:remove', 'org:view'])).toEqual({
    whole: ['allEnvelopes', 'admins'],
    others: ['org:view'],
  });
});

/** Opens the section as this person, on a desktop. */
const openAs = async ({ email, password }: Person): Promise<Page> => {
  const page = await open(`${visit.api.url}/organization/groups`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  await shows(page, 'Groups');
  return page;
};

const groupsOf = (person: Person) => visit.api.as(person).getGroups().then(ok);
const rows = (page: Page) => page.locator('.section .entries > li');

/** Expects what is shown to be accessible and to fit on a small phone in the dark. */
const fits = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await accessible(page);
  await picture(page, `${name}-small`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
};

describe('the groups', () => {
  test('are made, given members, changed and deleted, by whoever may', async () => {
    const ada = await visit.api.signUp();
    const grace = await memberOf(visit.api, ada, 'member');
    const page = await openAs(ada);
    const said = (words: string) => page.locator('.notice').getByText(words).waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByText('There are no groups yet.').waitFor();
    await press(page, 'Make a group');
    await fill(page, { 'Name of the group': 'Auditors' });
    await page.getByLabel('See every envelope of the organization').check();
    await fits(page, 'group-new');
    await dialog.getByRole('button', { name: 'Make a group' }).click();
    await page.getByText('Nobody is in this group.').waitFor();
    await page.getByLabel('Add somebody').selectOption({ value: grace.profile_id });
    await press(page, 'Add');
    await dialog.getByRole('listitem').getByText(grace.email).waitFor();
    await fits(page, 'group-members');
    const [made] = await groupsOf(ada);
    expect(made).toMatchObject({ name: 'Auditors', permissions: ['envelope:org:view'] });
    const path = { group_id: made?.id ?? '' };
    const inside = async () => ok(await visit.api.as(ada).getGroup({ path })).profiles ?? [];
    expect((await inside()).map(({ profile_id }) => profile_id)).toEqual([grace.profile_id]);
    await press(page, 'Remove');
    await page.getByText('Nobody is in this group.').waitFor();
    expect(await inside()).toEqual([]);
    await press(page, 'Close');

    await rows(page).getByText('See every envelope of the organization').waitFor();
    await fits(page, 'groups');
    await press(page, 'Change');
    await fill(page, { 'Name of the group': 'Reviewers' });
    await page.getByLabel('Make templates, share and delete them').check();
    await press(page, 'Save');
    await said('was changed');
    await rows(page).getByText('Reviewers').waitFor();
    await press(page, 'Undo');
    await rows(page).getByText('Auditors').waitFor();
    expect(await groupsOf(ada)).toEqual([made]);

    await press(page, 'Make a group');
    await fill(page, { 'Name of the group': 'auditors' });
    await dialog.getByRole('button', { name: 'Make a group' }).click();
    await expect.poll(() => refusal(page)).toBe('There is a group of this name already.');
    await press(page, 'Close');
    await rows(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Its members lose at once what it gives.').waitFor();
    await accessible(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await said('was deleted');
    expect(await groupsOf(ada)).toEqual([]);
  });

  test('offer nobody what they don’t have themselves, and those who may only see them nothing', async () => {
    const ada = await visit.api.signUp();
    const body = { name: 'Auditors', permissions: ['envelope:org:view' as const] };
    const { id } = ok(await visit.api.as(ada).createGroup({ body }));
    const admin = await memberOf(visit.api, ada, 'admin');
    const page = await openAs(admin);
    await rows(page).getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Name of the group').waitFor();
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
    await press(page, 'Close');
    await expect.poll(() => page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    const refused = await visit.api.as(admin).deleteGroup({ path: { group_id: id } });
    expect(refused.headers.get('x-error-code')).toBe('forbidden');

    const reader = await openAs(await memberOf(visit.api, ada, 'basic_user'));
    await expect.poll(() => rows(reader).count()).toBe(1);
    await expect.poll(() => reader.getByRole('button', { name: /Change|Delete|Make/ }).count()).toBe(0);
  });
});
