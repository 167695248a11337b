import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { memberOf } from '../members/member.ts';
import { authenticator } from '../mfa/second-factor.ts';
import { plainPicture } from '../pictures.ts';
import { secondProfile } from '../profiles/second-profile.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { fill, idle, picture, press, refusal, startVisits, tabTo } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens a part of the account as this person, on a desktop. */
const openAs = async ({ email, password }: Person, part = ''): Promise<Page> => {
  const page = await open(`${visit.api.url}/account${part && `?part=${part}`}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  await page.locator('nav.parts').waitFor();
  return page;
};

/** The same in another tab of the browser. */
const anotherTab = async (page: Page): Promise<Page> => {
  const other = await page.context().newPage();
  await other.goto(page.url());
  return other;
};

const dialog = (page: Page) => page.getByRole('dialog');
const says = (page: Page, words: string) => page.getByRole('status').getByText(words).waitFor();

describe('the account', () => {
  test('is signed out of in two presses from anywhere', async () => {
    const page = await openAs(await visit.api.signUp());
    await shows(page, 'Profile');
    await page.getByRole('link', { name: 'Envelopes' }).click();
    await shows(page, 'Your envelopes');
    await page.getByRole('link', { name: 'Account' }).click();
    await press(page, 'Sign out');
    await shows(page, 'Sign in');
  });

  test('saves a profile: errors at their fields, what another tab changed stays, and nothing is lost offline', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada);
    const other = await anotherTab(page);
    await shows(other, 'Profile');
    await fill(other, { 'Last name': 'King' });
    await press(other, 'Save');
    await says(other, 'Saved');
    await fill(page, { 'First name': 'Augusta', 'Phone number (optional)': 'ask me' });
    await press(page, 'Save');
    await expect.poll(() => refusal(page)).toBe('This is no phone number.');
    await expect.poll(() => page.getByLabel('Phone number (optional)').getAttribute('aria-invalid')).toBe('true');
    await fill(page, { 'Phone number (optional)': '+44 20 7946 0000' });
    await page.context().setOffline(true);
    await press(page, 'Save');
    await expect.poll(() => refusal(page)).toMatch(/cannot be reached/);
    await picture(page, 'account-offline');
    await page.context().setOffline(false);
    await press(page, 'Save');
    await says(page, 'Saved');
    await page.getByLabel('Language of pages and mails').selectOption({ label: 'Deutsch' });
    await press(page, 'Save');
    await shows(page, 'Profil');
    expect(ok(await visit.api.as(ada).getMyUser())).toMatchObject({ first_name: 'Augusta', last_name: 'King' });
    await says(page, 'Gespeichert');
    await picture(page, 'account-profile-de');
    // The stored choice is shown again, and stays when something else is saved.
    await page.reload();
    await page.getByLabel('Nachname').fill('Byron');
    await press(page, 'Speichern');
    await says(page, 'Gespeichert');
    expect(ok(await visit.api.as(ada).getMyUser())).toMatchObject({
      first_name: 'Augusta',
      last_name: 'Byron',
      phone: '+44 20 7946 0000',
      locale: 'de',
    });
  });

  test('shows a picture before it is used, and removes it', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada);
    const choose = (name: string, buffer: Buffer) =>
      page.locator('#picture').setInputFiles({ name, mimeType: 'image/png', buffer });
    await choose('notes.png', Buffer.from('no picture'));
    await press(page, 'Use this picture');
    await expect.poll(() => refusal(page)).toMatch(/PNG or JPEG/);
    await press(page, 'Cancel');
    await choose('ada.png', Buffer.from(plainPicture(300, 300, 120)));
    await page.getByRole('img', { name: 'Preview of the new picture' }).waitFor();
    await accessible(page);
    await press(page, 'Use this picture');
    await page.getByRole('img', { name: 'Your picture' }).waitFor();
    await picture(page, 'account-profile');
    const photo = async () => (ok(await visit.api.as(ada).getProfiles())[0] as { picture: string | null }).picture;
    expect((await fetch((await photo()) ?? '')).status).toBe(200);
    await press(page, 'Remove the picture');
    await accessible(page);
    await dialog(page).getByRole('button', { name: 'Remove the picture' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await photo()).toBeNull();
  });

  test('changes the password, and says at its field that the old one is wrong', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'security');
    await shows(page, 'Signing in');
    await fill(page, { 'Current password': 'not this one', 'New password': 'bernoulli numbers' });
    await press(page, 'Change your password');
    await expect.poll(() => refusal(page)).toBe('The password is wrong.');
    await expect.poll(() => page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    await fill(page, { 'Current password': ada.password });
    await press(page, 'Change your password');
    await says(page, 'Your password is changed.');
    await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('');
    expect((await visit.api.as(ada).getProfiles()).status).toBe(401);
    expect((await visit.signIn(ada.email, 'bernoulli numbers')).status).toBe(200);
    // This device stays signed in.
    await page.reload();
    await shows(page, 'Signing in');
  });

  test('sets up a second factor by a QR code or a key, renews its backup codes, and switches it off', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'security');
    await press(page, 'Set up a second factor');
    await page.getByRole('img', { name: 'QR code with the key' }).waitFor();
    await accessible(page);
    await picture(page, 'account-factor');
    const secret = (await dialog(page).locator('code').innerText()).replaceAll(' ', '');
    const { code } = authenticator(`otpauth://totp/Countersign?secret=${secret}`);
    await fill(page, { 'Code that the app shows': '000000' });
    await press(page, 'Switch it on');
    await expect.poll(() => refusal(page)).toBe('The code is wrong, or was used before.');
    await fill(page, { 'Code that the app shows': code() });
    await press(page, 'Switch it on');
    await page.getByRole('heading', { name: 'Your backup codes' }).waitFor();
    await accessible(page);
    await picture(page, 'account-backup-codes');
    const shownCodes = () => dialog(page).locator('.codes li').allInnerTexts();
    const first = await shownCodes();
    expect(first).toHaveLength(10);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('backup-codes.txt');
    await press(page, 'I have kept them');
    await page.getByText('10 backup codes are left.').waitFor();
    await picture(page, 'account-security');
    await press(page, 'Make new backup codes');
    await fill(page, { 'Code from your authenticator app': code(1) });
    await dialog(page).getByRole('button', { name: 'Make new backup codes' }).click();
    await expect.poll(async () => (await shownCodes()).filter((one) => !first.includes(one)).length).toBe(10);
    const [backup = ''] = await shownCodes();
    await press(page, 'I have kept them');
    await press(page, 'Switch it off');
    await fill(page, { 'Code from your authenticator app': first[0] ?? '' });
    await dialog(page).getByRole('button', { name: 'Switch it off' }).click();
    await expect.poll(() => refusal(page)).toBe('The code is wrong, or was used before.');
    await accessible(page);
    await fill(page, { 'Code from your authenticator app': backup });
    await dialog(page).getByRole('button', { name: 'Switch it off' }).click();
    await says(page, 'The second factor is off.');
    expect(ok(await visit.api.as(ada).getMfaStatus()).enabled).toBe(false);
  });

  test('names the devices, and signs out one or all but this one', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'sessions');
    await shows(page, 'Devices');
    const rows = page.locator('.things li');
    await rows.filter({ hasText: 'Chrome on Linux' }).getByText('this device').waitFor();
    const before = await rows.count();
    await picture(page, 'account-sessions');
    // The newest stands first.
    await page
      .getByRole('button', { name: /^Sign out: / })
      .first()
      .click();
    await accessible(page);
    await dialog(page).getByRole('button', { name: 'Sign out' }).click();
    await page.getByText(/is signed out\.$/).waitFor();
    await expect.poll(() => rows.count()).toBe(before - 1);
    await press(page, 'Sign out everywhere else');
    await dialog(page).getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText(/other sessions? (was|were) ended\.$/).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    expect((await visit.api.as(ada).getProfiles()).status).toBe(401);
  });

  test('remembers a signature that is typed or drawn, and forgets it', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'signature');
    await shows(page, 'Signature');
    await press(page, 'Make a new signature');
    await dialog(page)
      .getByRole('img', { name: /^Preview: / })
      .waitFor();
    await accessible(page);
    await press(page, 'Remember it');
    await says(page, 'It is remembered.');
    await page.getByRole('img', { name: 'Your signature' }).waitFor();
    await press(page, 'Make new initials');
    await dialog(page).getByText('Draw', { exact: true }).click();
    await press(page, 'Remember it');
    await expect.poll(() => refusal(page)).toBe('There is nothing yet.');
    const box = await page.locator('svg.draw').boundingBox();
    const [x, y] = [Number(box?.x) + 40, Number(box?.y) + 40];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 40, { steps: 8 });
    await page.mouse.up();
    await accessible(page);
    await press(page, 'Remember it');
    await page.getByRole('img', { name: 'Your initials' }).waitFor();
    await picture(page, 'account-signature');
    const remembered = ok(await visit.api.as(ada).getRememberedMarks());
    expect([remembered.signature?.image, remembered.initial?.image]).toEqual([
      expect.stringMatching(/^data:image\/png/),
      expect.stringMatching(/^data:image\/png/),
    ]);
    await press(page, 'Forget both');
    await dialog(page).getByRole('button', { name: 'Forget both' }).click();
    await says(page, 'They are forgotten.');
    expect(ok(await visit.api.as(ada).getRememberedMarks())).toEqual({ signature: null, initial: null });
  });

  test('shows what has happened, marks it as read, and removes it', async () => {
    const [ada, grace] = [await visit.api.signUp(), await visit.api.signUp()];
    await sendEnvelope(visit.api, grace, [recipient('One', 1, { email: ada.email })], { name: 'Lease' });
    await visit.api.settle();
    const page = await openAs(ada, 'notifications');
    await shows(page, 'Notifications');
    await page.locator('.things li').getByText('new', { exact: true }).waitFor();
    await picture(page, 'account-notifications');
    await press(page, 'Mark as read');
    await page.getByRole('button', { name: 'Mark as unread' }).waitFor();
    expect(ok(await visit.api.as(ada).getNotifications())[0]?.read).toBe(true);
    await press(page, 'Remove');
    await accessible(page);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There is nothing yet.').waitFor();
    expect(ok(await visit.api.as(ada).getNotifications())).toEqual([]);
  });

  test('lets one choose which notifications come, and says which come in any case', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'notifications');
    await press(page, 'Which notifications you get');
    await dialog(page).getByText('What needs you is always reported').waitFor();
    await dialog(page).getByLabel('Somebody has opened it').uncheck();
    const mails = dialog(page).getByRole('group', { name: 'Mails about envelopes that you send' });
    await mails.getByLabel('Its time has run out').uncheck();
    await accessible(page);
    await picture(page, 'account-preferences');
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await accessible(page);
    await picture(page, 'account-preferences-small');
    await press(page, 'Save');
    await says(page, 'Your choice is saved.');
    const { app, email } = ok(await visit.api.as(ada).getNotificationPreferences());
    const off = (all: object) => Object.entries(all).flatMap(([kind, on]) => (on ? [] : [kind]));
    expect([off(app), off(email)]).toEqual([['recipient:opened'], ['envelope:expired']]);
    await press(page, 'Which notifications you get');
    await expect.poll(() => dialog(page).getByLabel('Somebody has opened it').isChecked()).toBe(false);
  });

  test('switches between organizations and leaves one, but not the last that one owns', async () => {
    const ada = await visit.api.signUp({ org_name: 'First Company' });
    await secondProfile(ada);
    const page = await openAs(ada, 'organizations');
    await shows(page, 'Organizations');
    await picture(page, 'account-organizations');
    await press(page, 'Switch to “Second Company”');
    await page.getByRole('button', { name: 'Switch to “First Company”' }).waitFor();
    await press(page, 'Leave “Second Company”');
    await accessible(page);
    await press(page, 'Leave for good');
    await says(page, 'You have left “Second Company”.');
    await page.getByText('You act here now').waitFor();
    await press(page, 'Delete your account');
    await dialog(page)
      .getByLabel(/^To confirm/)
      .fill('somebody-else@example.com');
    await press(page, 'Delete for good');
    await expect.poll(() => refusal(page)).toBe('This is not your address.');
    await dialog(page)
      .getByLabel(/^To confirm/)
      .fill(ada.email);
    await press(page, 'Delete for good');
    await expect.poll(() => refusal(page)).toMatch(/^You are its last owner\./);
    await accessible(page);
  });

  test('is deleted with its last profile, once its address was typed', async () => {
    const grace = await memberOf(visit.api, await visit.api.signUp(), 'member');
    const page = await openAs(grace, 'organizations');
    await press(page, 'Delete your account');
    await dialog(page)
      .getByLabel(/^To confirm/)
      .fill(grace.email);
    await press(page, 'Delete for good');
    await shows(page, 'Sign in');
    expect((await visit.signIn(grace.email, grace.password)).status).toBe(401);
  });

  test.each([
    ['en-GB', 'light', 1280],
    ['ar', 'dark', 320],
  ] as const)('is usable with the keyboard alone, and fits (%s, %s, %i px)', async (locale, colorScheme, width) => {
    const ada = await visit.api.signUp();
    await visit.api.as(ada).updateProfile({ path: { profile_id: ada.profile_id }, body: { locale } });
    const page = await openAs(ada);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 640 });
    await page.locator(`html[lang=${locale.slice(0, 2)}]`).waitFor();
    const links = page.locator('nav.parts a');
    for (const index of [1, 2, 3, 4, 5, 0]) {
      await tabTo(page, links.nth(index));
      await page.keyboard.press('Enter');
      await page
        .locator('h1:focus')
        .getByText(await links.nth(index).innerText())
        .waitFor();
      await idle(page);
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
      await accessible(page);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await picture(page, `account-${locale}-${index}`);
      await page.evaluate('document.body.focus()');
    }
  });
});
