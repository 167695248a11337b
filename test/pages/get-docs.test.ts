import { expect, test } from 'vitest';
import { DESKTOP } from '../browser.ts';
import { picture, startVisits } from './visit.ts';

const visit = startVisits();

test('the reference is searched with the keyboard, read on a phone, and tried with one’s own token, which stays in the page', async () => {
  const ada = await visit.api.signUp();
  const { page } = await visit.openTab(`${visit.api.url}/docs`);
  await page.setViewportSize({ width: 360, height: 740 });
  await visit.shows(page, 'Countersign API');
  await picture(page, 'docs-start');
  const fits = () => page.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth);
  await expect.poll(fits).toBe(true);

  // `/` leads to the search; arrows and Enter to a result.
  await page.keyboard.press('/');
  await page.keyboard.type('organiz updat');
  await page.locator('#found a').first().waitFor();
  await visit.accessible(page);
  await page.keyboard.type('e change');
  await page.locator('#found a').first().getByText("Change the caller's organization").waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('h1:focus').getByText("Change the caller's organization").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?page=updateOrganization');
  await visit.accessible(page);
  await picture(page, 'docs-operation');
  await expect.poll(fits).toBe(true);

  // The sample's language is chosen without a script.
  const shown = page.locator('.samples pre:visible');
  await expect.poll(() => shown.innerText()).toContain('curl -X PATCH');
  await page.getByText('Python', { exact: true }).click();
  await expect.poll(() => shown.innerText()).toContain('urlopen(request)');

  // A token is typed once; further pages have it, and nothing else does.
  await page.getByLabel('Access token').fill(ada.token);
  await page.getByLabel('{organization_id}').fill(ada.organization_id);
  await page.getByLabel('Body (JSON)').fill('{"name": "Tried & true", "deletion_protected": true}');
  await page.getByRole('button', { name: 'Send' }).click();
  const answer = page.locator('.answer');
  await answer.getByText('Answer: 200').waitFor();
  await expect.poll(() => answer.innerText()).toContain('"name": "Tried & true"');
  expect(await answer.innerText()).not.toContain(ada.token);
  await visit.accessible(page);
  await picture(page, 'docs-tried');
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'dark' });
  // The navigation has hundreds of links: the way by keys begins near the one that is wanted.
  const linkTo = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  await linkTo("Change the caller's organization").focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.locator('a:focus').getByText("Delete the caller's organization").waitFor();
  await page.keyboard.press('Enter');
  await page.locator('h1:focus').getByText("Delete the caller's organization").waitFor();
  await visit.accessible(page);
  await picture(page, 'docs-dark');
  await expect.poll(() => page.getByLabel('Access token').inputValue()).toBe(ada.token);
  await expect.poll(() => page.getByLabel('{organization_id}').inputValue()).toBe(ada.organization_id);
  expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });

  // Requests that can't be undone are asked about first, and refusals are shown with their codes.
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    return asked.length === 1 ? dialog.dismiss() : dialog.accept();
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => asked.length).toBe(1);
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Send' }).click();
  await answer.getByText('Answer: 400').waitFor();
  await expect.poll(() => answer.innerText()).toContain('x-error-code: organization_protected');

  // The browser's way back shows the page before, still with the token.
  await page.goBack();
  await page.locator('h1:focus').getByText("Change the caller's organization").waitFor();
  await expect.poll(() => page.getByLabel('Access token').inputValue()).toBe(ada.token);

  // A page that was left before its answer came is not shown over a later one.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/docs?page=records', async (route) => {
    await held;
    await route.continue();
  });
  const late = page.waitForResponse('**/docs?page=records');
  await page.getByRole('navigation').getByRole('link', { name: 'Records' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Errors' }).click();
  await page.locator('h1:focus').getByText('Errors').waitFor();
  release();
  await (await late).finished();
  await page.getByRole('navigation').getByRole('link', { name: 'Send your first envelope' }).click();
  await page.locator('h1:focus').getByText('Send your first envelope').waitFor();
  await visit.accessible(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await expect.poll(() => page.getByRole('navigation').isVisible()).toBe(false);
  await picture(page, 'docs-print');
});
