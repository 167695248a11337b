import { describe, expect, test } from 'vitest';
import { startVisits } from './visit.ts';

const visit = startVisits();
const { newestCode, openTab, shows, signIn } = visit;

describe('a page', () => {
  test('runs no inline script and none from another site', async () => {
    const { page, faults } = await openTab(`${visit.api.url}/reset-password`);
    await shows(page, 'Reset your password');
    await page.route('https://elsewhere.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'document.title = "taken over"' }),
    );
    const refused = /content security policy/i;
    for (const script of [
      { content: 'document.title = "taken over"' },
      { url: 'https://elsewhere.example.com/script.js' },
      { url: 'data:text/javascript,document.title="taken over"' },
      { url: `${visit.api.url}/openapi.json` },
    ]) {
      await page.addScriptTag(script).catch(() => {});
      await expect.poll(() => faults.splice(0).join()).toMatch(refused);
    }
    expect(await page.title()).toBe('Reset your password');
  });

  test('whose script doesn’t load accepts no press, and says what to do', async () => {
    const tab = await openTab();
    await tab.page.route('**/assets/**', (route) => route.abort());
    await tab.page.goto(`${visit.api.url}/reset-password`);
    await tab.page.getByText('load it again').waitFor({ state: 'visible' });
    await expect.poll(() => tab.page.locator('main[inert]').count()).toBe(1);
    await expect.poll(() => tab.page.locator('button, input, a, select').count()).toBe(0);
    await tab.page.unroute('**/assets/**');
    await tab.page.reload();
    await shows(tab.page, 'Reset your password');
    await expect.poll(() => tab.page.getByText('load it again').isVisible()).toBe(false);
  });

  test('from before an upgrade loads the current script', async () => {
    const tab = await openTab();
    await tab.page.route('**/reset-password', async (route) => {
      const shown = await route.fetch();
      const earlier = (await shown.text()).replace(/account-[0-9a-z]{8}\.js/, 'account-0A1B2C3D.js');
      await route.fulfill({ response: shown, body: earlier });
    });
    const asked = tab.page.waitForRequest('**/account-0A1B2C3D.js');
    await tab.page.goto(`${visit.api.url}/reset-password`);
    await asked;
    await shows(tab.page, 'Reset your password');
    await tab.page.locator('main:not([inert])').waitFor();
  });

  test.each(['off', 'on'])('works with the keyboard alone (dark mode %s)', async (dark) => {
    const ada = await visit.api.signUp();
    const { page, barriers } = await openTab(`${visit.api.url}/reset-password`);
    await page.emulateMedia({ colorScheme: dark === 'on' ? 'dark' : 'light' });
    await page.locator('h1:focus').getByText('Reset your password').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(ada.email);
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').getByText('Choose a new password').waitFor();
    expect(await barriers()).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.type(await newestCode(ada.email));
    await page.keyboard.press('Tab');
    await page.keyboard.type('bernoulli numbers');
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').getByText('Your password is changed').waitFor();
    expect((await signIn(ada.email, 'bernoulli numbers')).status).toBe(200);
  });
});
