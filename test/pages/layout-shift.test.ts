import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP, PHONE } from '../browser.ts';
import { readyDraft } from '../drafts/material.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { answered, fill, PAINTED, press, startVisits } from './visit.ts';

const visit = startVisits();

/** Run by the browser: notes what moves without anybody's doing. */
const WATCH = `window.moved = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (!hadRecentInput && value > 0) moved.push(sources.map(({ node, previousRect, currentRect }) =>
        [node?.outerHTML?.slice(0, 80), previousRect.y, currentRect.y].join(' ')).join('; '));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** A slow API: each answer comes after the page has painted what it shows meanwhile. */
const answerLate = (page: Page) =>
  page.route(/\/v2\/|\/session$/, async (route: Route) => {
    await page.evaluate(PAINTED).catch(() => {});
    await route.continue().catch(() => {});
  });

const signIn = async ({ email, password }: Person): Promise<Page> => {
  const page = await visit.open(`${visit.api.url}/envelopes`);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  await visit.shows(page, 'Your envelopes');
  await page.addInitScript(WATCH);
  await answerLate(page);
  return page;
};

const SECTIONS =
  'members invitations groups contacts brands texts settings usage leave api-keys applications webhooks log';
const PARTS = 'profile security sessions signature notifications organizations';

/** Addresses of all pages of a signed-in user, each with something to show. */
const addressesOf = async (person: Person): Promise<string[]> => {
  const as = visit.api.as(person);
  const template = ok(await as.createTemplate({ body: lease() }));
  const draft = await readyDraft(visit.api, person, { name: 'Draft' });
  const envelope = await sendEnvelope(visit.api, person, [recipient('One', 1)], { no_contact: true });
  await visit.api.settle();
  return [
    '/envelopes',
    '/envelopes?tab=drafts',
    `/envelopes/${envelope.id}`,
    `/drafts/${draft}`,
    '/templates',
    `/templates/${template.id}`,
    '/organization',
    ...PARTS.split(' ').map((part) => `/account?part=${part}`),
    ...SECTIONS.split(' ').map((section) => `/organization/${section}`),
  ];
};

describe('nothing moves by itself while a page’s answers come', () => {
  test.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('on %s', async (_, size) => {
    const person = await visit.api.signUp();
    const addresses = await addressesOf(person);
    const page = await signIn(person);
    await page.setViewportSize(size);
    const moved: Record<string, string[]> = {};
    for (const address of addresses) {
      await page.goto(`${visit.api.url}${address}`);
      await page.locator('nav.places').waitFor();
      await answered(page);
      await page.locator('.skeleton, .waits:not(.count)').first().waitFor({ state: 'detached' });
      const found = await page.evaluate<string[]>('moved');
      if (found.length > 0) moved[address] = found;
    }
    expect(moved).toEqual({});
  });
});
