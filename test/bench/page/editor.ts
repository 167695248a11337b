import type { CDPSession, Page } from 'playwright-core';
import type { Api, Person } from '../../api.ts';
import { type Browser, DESKTOP } from '../../browser.ts';
import { ok } from '../../stories/envelope.ts';
import { leasePdf } from './lease.ts';

/** Costs of the page on which one prepares an envelope: in milliseconds, calls, bytes and pages with pictures. */
export interface EditorVisit {
  /** From the answer to the upload until the first page's picture is on the screen and takes a field. */
  uploaded: number;
  /** From the address of a large draft until its first page's picture and fields are on the screen. */
  opened: number;
  /** Calls of the API until then. */
  calls: number;
  /** Work of the page's thread for a frame while a field is dragged, of 95 in 100 frames. */
  dragged: number;
  /** Work of the page's thread for a key that moves all fields, until the frame with them is painted. */
  movedAll: number;
  /** Bytes of the request that saves one moved field. */
  saved: number;
  /** Most pages that held a picture at once while all pages passed. */
  pictures: number;
}

const [PAGES, FIELDS] = [100, 1000];
const ROLE = {
  name: 'Tenant',
  type: 'signer',
  full_name: 'Ada Lovelace',
  email: 'ada@example.com',
  sequence: 1,
} as const;

const addLease = async (api: Api, person: Person, template_id: string, pages: number): Promise<string> => {
  const form = new FormData();
  form.append('template_id', template_id);
  form.append('file', new File([new Uint8Array(leasePdf(pages))], 'lease.pdf', { type: 'application/pdf' }));
  return ok(await api.as(person).createTemplateDocument({ form })).id;
};

/** A draft of 100 pages with ten fields on each. */
export const largeDraft = async (api: Api, person: Person): Promise<string> => {
  const as = api.as(person);
  const draft_id = ok(await as.createDraft({ body: { name: 'Large' } })).id;
  await addLease(api, person, draft_id, PAGES);
  const fields = Array.from({ length: FIELDS }, (_, index) => ({
    name: `field-${index + 1}`,
    role_name: ROLE.name,
    type: 'textbox' as const,
    page: (index % PAGES) + 1,
    x: 72 + (Math.floor(index / PAGES) % 2) * 200,
    y: 200 + Math.floor(index / PAGES) * 40,
  }));
  ok(await as.updateDraft({ path: { draft_id }, body: { roles: [ROLE] } }));
  for (let at = 0; at < FIELDS; at += 80)
    ok(await as.updateDraft({ path: { draft_id }, body: { fields: fields.slice(at, at + 80) } }));
  return draft_id;
};

/** Opens an address as this person, on a line and a processor without any limit. */
const openAs = async (browser: Browser, person: Person, url: string): Promise<Page> => {
  const { page } = await browser.open(url, DESKTOP);
  await page.getByLabel('E-mail address', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('.steps').waitFor();
  return page;
};

/**
 * Run by the browser: the moment of the frame after the one in which the first page's picture and `boxes` fields are
 * shown.
 */
const untilEditable = (boxes: number): string => `new Promise((resolve) => {
  const look = () => {
    const image = document.querySelector('.page img');
    const isThere = image?.complete && image.naturalWidth > 0 && document.querySelectorAll('.page .box').length >= ${boxes};
    if (isThere) requestAnimationFrame((now) => resolve(now));
    else requestAnimationFrame(look);
  };
  look();
})`;

/**
 * Run by the browser: keeps the work of the thread for each frame that an event of this kind causes, until it is
 * painted.
 */
const noteWork = (kind: string): string => `{
  window.work = [];
  const painted = new MessageChannel();
  let from = 0;
  painted.port1.onmessage = () => { window.work.push(performance.now() - from); from = 0; };
  addEventListener('${kind}', () => {
    if (from) return;
    from = performance.now();
    requestAnimationFrame(() => painted.port2.postMessage(0));
  }, { capture: true });
}`;

const work = (page: Page): Promise<number[]> => page.evaluate('window.work');

interface Slow {
  line: Record<string, unknown>;
  slower: number;
}

const slowDown = async (page: Page, { line, slower }: Slow): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line as never);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return session;
};

const measureUpload = async (api: Api, browser: Browser, person: Person, slow: Slow): Promise<number> => {
  const as = api.as(person);
  const draft_id = ok(await as.createDraft({ body: { name: 'Lease' } })).id;
  ok(await as.updateDraft({ path: { draft_id }, body: { roles: [ROLE] } }));
  const page = await openAs(browser, person, `${api.url}/drafts/${draft_id}`);
  await slowDown(page, slow);
  const answered = page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [upload] = list.getEntries().filter(({ name }) => name.endsWith('/v2/template-documents'));
      if (upload) resolve(upload.responseStart);
    }).observe({ type: 'resource' });
  })`);
  const shown = page.evaluate(untilEditable(0));
  const file = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: leasePdf(13) };
  // The press on the step comes as soon as the document is in the list.
  await page.evaluate(`new MutationObserver((_, watch) => {
    if (!document.querySelector('.parts > li .order')) return;
    watch.disconnect();
    document.querySelectorAll('.steps nav button')[2].click();
  }).observe(document.body, { subtree: true, childList: true })`);
  await page.locator('#files').setInputFiles(file);
  const took = Number(await shown) - Number(await answered);
  await page.context().close();
  return took;
};

const p95 = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? 0;

/** Visits the page with an upload, and with the large draft. */
export const visitEditor = async (
  api: Api,
  browser: Browser,
  person: Person,
  draft_id: string,
  slow: Slow,
): Promise<EditorVisit> => {
  const uploaded = await measureUpload(api, browser, person, slow);
  const page = await openAs(browser, person, `${api.url}/drafts/${draft_id}`);
  await slowDown(page, slow);
  let calls = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v2/') || pathname === '/session') calls += 1;
  });
  // As somebody opens it who has been here before: scripts are kept by the browser.
  await page.reload({ waitUntil: 'commit' });
  await page.evaluate(`new MutationObserver((_, watch) => {
    if (!document.querySelector('.parts > li .order')) return;
    watch.disconnect();
    document.querySelectorAll('.steps nav button')[2].click();
  }).observe(document, { subtree: true, childList: true })`);
  const opened = Number(await page.evaluate(untilEditable(10)));
  const callsUntilOpened = calls;

  await page.locator('.page .box button').first().scrollIntoViewIfNeeded();
  const at = await page.locator('.page .box button').first().boundingBox();
  if (!at) throw new Error('no field is shown');
  await page.waitForTimeout(3000);
  await page.evaluate(noteWork('pointermove'));
  const saving = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.mouse.move(at.x + 5, at.y + 5);
  await page.mouse.down();
  await page.mouse.move(at.x + 150, at.y + 120, { steps: 120 });
  const dragged = p95(await work(page));
  await page.mouse.up();
  const saved = Buffer.byteLength((await saving).postData() ?? '');

  await page.locator('.page .box button').first().focus();
  await page.keyboard.press('Control+Shift+A');
  await page.waitForTimeout(500);
  await page.evaluate(noteWork('keydown'));
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(1500);
  }
  const movedAll = Math.max(...(await work(page)));

  let pictures = 0;
  for (let number = 1; number < PAGES; number += 3) {
    await page
      .locator('.page')
      .nth(number)
      .evaluate((one) => one.scrollIntoView());
    await page.waitForTimeout(100);
    pictures = Math.max(pictures, await page.locator('.page img').count());
  }
  await page.context().close();
  return { uploaded, opened, calls: callsUntilOpened, dragged, movedAll, saved, pictures };
};
