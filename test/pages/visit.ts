import type { FrameLocator, Locator, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { type Browser, PHONE, sharedBrowser, type Tab } from '../browser.ts';
import { ok } from '../stories/envelope.ts';

let people = 0;

/** A new e-mail address. */
export const someone = (): string => {
  people += 1;
  return `visitor-${process.pid}-${people}@example.com`;
};

/** Waits until the page has carried out a press, and accepts presses again. */
export const idle = (page: Page): Promise<void> =>
  page.locator('button:disabled').first().waitFor({ state: 'detached' });

/** Waits until the editor of a draft or a template says that all is saved. "Not saved yet" says "saved", too. */
export const isSaved = (page: Page): Promise<void> =>
  page.locator('.saving').getByText('Saved', { exact: true }).waitFor();

/** Run by the browser: waits until it has painted what there is. */
export const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Requests of a page that have no answer yet. */
const unanswered = new WeakMap<Page, Set<Request>>();

const watchRequests = (page: Page): void => {
  const open = new Set<Request>();
  unanswered.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
};

/**
 * Waits until everything that the page has asked for is answered and painted, and it has asked for nothing more.
 */
export const answered = async (page: Page): Promise<void> => {
  const open = unanswered.get(page);
  await page.waitForLoadState('load');
  for (let quiet = 0; quiet < 3; ) {
    await page.evaluate(PAINTED);
    quiet = open?.size ? 0 : quiet + 1;
  }
};

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click({ timeout: 60_000 });

/** Looks at each place of the review that is to be seen before one signs. */
export const seePlaces = async (where: Page | FrameLocator): Promise<void> => {
  const early = where.locator('.acts [aria-disabled=true]');
  await where.locator('.acts').waitFor();
  const left = async (): Promise<number> => {
    if ((await early.count()) > 0) await where.locator('.acts .other').click();
    return early.count();
  };
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
};

/** Fills input fields by their labels. */
export const fill = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
};

/** The error's message that the page shows. */
export const refusal = async (page: Page): Promise<string> => {
  await page.getByRole('alert').waitFor();
  await idle(page);
  return page.getByRole('alert').innerText();
};

/**
 * The platform and a browser for the tests of one file. After each test its pages close, and it fails where a script of
 * theirs failed or did what the page's policy forbids.
 */
export const startVisits = () => {
  let api: Api;
  let browser: Browser;
  let tabs: Tab[] = [];
  /** Headings whose part of a page axe has checked. */
  const checked = new Set<string>();

  beforeAll(async () => {
    api = await startApi();
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await api?.stop();
  });
  afterEach(async () => {
    const faults = tabs.flatMap((tab) => tab.faults);
    await Promise.all(tabs.map(({ page }) => page.context().close()));
    tabs = [];
    expect(faults).toEqual([]);
  });

  /** A window of its own, on a phone; empty unless an address is given. */
  const openTab = async (url = 'about:blank'): Promise<Tab> => {
    const tab = await browser.open(url, PHONE);
    tabs.push(tab);
    watchRequests(tab.page);
    return tab;
  };
  const signIn = (email: string, password: string) =>
    api.anyone.authenticate({ body: { grant_type: 'password', username: email, password } });

  return {
    get api(): Api {
      return api;
    },
    openTab,
    open: async (url: string): Promise<Page> => (await openTab(url)).page,
    /** Waits for the heading with these words, and expects what is shown with it to be accessible. */
    shows: async (page: Page, words: string): Promise<void> => {
      await page.locator('h1:visible').getByText(words).waitFor();
      await idle(page);
      if (checked.has(words)) return;
      checked.add(words);
      const tab = tabs.find((one) => one.page === page);
      expect(await tab?.barriers(), words).toEqual([]);
    },
    /** Expects what is shown now to be accessible, also a dialog on top of the page. */
    accessible: async (page: Page): Promise<void> => {
      expect(await tabs.find((one) => one.page === page)?.barriers()).toEqual([]);
    },
    /** The newest link with `part` in it that was mailed to an address. */
    newestLink: async (email: string, part: string): Promise<string> => {
      await api.settle();
      const links = (await api.messages(email)).flatMap((mail) => mail.links);
      const link = links.find((one) => one.includes(part));
      if (!link) throw new Error(`No link with ${part} was sent to ${email}`);
      return link;
    },
    /** The newest code that was mailed to an address. */
    newestCode: async (email: string): Promise<string> => {
      await api.settle();
      const [mail] = await api.messages(email);
      return mail?.code ?? '';
    },
    signIn,
    sessionsOf: async (email: string, password: string): Promise<unknown[]> => {
      const { access_token } = ok(await signIn(email, password));
      return ok(await api.as({ token: access_token }).getSessions());
    },
  };
};

/** Moves on with the tabulator key until this element has the focus. */
export async function tabTo(page: Page, element: Locator): Promise<void>;
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void>;
export async function tabTo(page: Page, wanted: Role | Locator, name: string | RegExp = ''): Promise<void> {
  const element = (typeof wanted === 'string' ? page.getByRole(wanted, { name }) : wanted).first();
  await element.waitFor();
  await idle(page);
  for (let times = 0; times < 60; times++) {
    if (await element.evaluate((one) => one === one.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${element} can't be reached with the keyboard`);
}
type Role = 'button' | 'checkbox' | 'link' | 'textbox';

/** Takes a picture of all that the page shows, for people who look at it: `PICTURES=folder`. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};
