import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../lib/base/languages.ts';
import { sharedWords } from '../../lib/pages/browser/shared/words/all.ts';
import { signingWords } from '../../lib/pages/browser/signing/words/all.ts';
import { CERTIFICATE_TEXTS } from '../../lib/pdf/completion-certificate/texts/index.ts';
import { DESKTOP, PHONE } from '../browser.ts';
import { textOfFirstPage } from '../pdf/tools.ts';
import { ok, pdf, recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { idle, picture, press, seePlaces, startVisits } from './visit.ts';

const visit = startVisits();

/** The smallest width for which WCAG 2.2 asks that nothing needs to be moved sideways (1.4.10). */
const NARROWEST = { width: 320, height: 568 };

/** A text as it is shown, with its values between quotation marks and the signs that keep their direction. */
const said = (text: string, values: Record<string, string>): RegExp => {
  const quoted = text.replace(/[.*+?^$()[\]\\|]/g, '\\$&');
  return new RegExp(
    `^${quoted.replace(/\{(\w+)\}/g, (_, name) => `[«“„「]?\u00a0?\u2068?${values[name]}\u2069?\u00a0?[»“”」]?`)}$`,
  );
};

/** Languages that are played each time, and with `PICTURES` those that people look at. */
const PLAYED: readonly Language[] = process.env.PICTURES ? LANGUAGES : ['de', 'ar'];

/** A small phone. */
const SMALL = { width: 360, height: 740 };

/** A desktop of 1280 × 800 pixels at 200 % (1.4.4). */
const ENLARGED = { width: 640, height: 400 };

/**
 * Run by the browser: CSS pixels by which the page is too wide, the share of the height that bars take on top of it,
 * pixels of bars that can't be seen, the height of the bar of tools, and what can be pressed and is smaller than 24
 * pixels.
 */
const FIT = `({
  over: document.documentElement.scrollWidth - innerWidth,
  bars: [...document.querySelectorAll('main *:not(dialog)')]
    .filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position))
    .filter((one) => one.getBoundingClientRect().width > innerWidth / 2)
    .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0) / innerHeight,
  // A panel at the side scrolls by itself.
  cut: [...document.querySelectorAll('.beside')]
    .filter((one) => one.getBoundingClientRect().width > innerWidth / 2)
    .reduce((sum, one) => sum + one.scrollHeight - one.clientHeight, 0),
  top: Math.max(0, ...[...document.querySelectorAll('.top')].map((one) => one.getBoundingClientRect().height)),
  small: [...document.querySelectorAll('button, a, input, select, textarea, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen'))
    .filter((one) => { const { width, height } = one.getBoundingClientRect(); return Math.min(width, height) < 24; })
    .map((one) => one.outerHTML),
})`;

const fitsAt = async (page: Page, size: { width: number; height: number }): Promise<void> => {
  await page.setViewportSize(size);
  // The page draws itself anew where there is room for a panel at its side.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null))))');
  const { over, bars, cut, top, small } = (await page.evaluate(FIT)) as {
    over: number;
    bars: number;
    cut: number;
    top: number;
    small: string[];
  };
  expect(top).toBeLessThanOrEqual(56);
  expect(small).toEqual([]);
  expect(over).toBeLessThanOrEqual(0);
  expect(bars).toBeLessThanOrEqual(0.2);
  expect(cut).toBeLessThanOrEqual(0);
};

test.each(PLAYED)(
  'a signer signs on a phone in %s, from the press to the end, and nothing is wider than the screen',
  async (language) => {
    const w = { ...sharedWords[language], ...signingWords[language] };
    const sender = await visit.api.signUp();
    const signer = recipient('One', 1);
    const town = { ...signatureField('One', 'town'), type: 'textbox', label: 'Kontonummer', y: 600 };
    const born = { ...signatureField('One', 'born'), type: 'date', label: 'Geboren', y: 500 };
    const envelope = await sendEnvelope(visit.api, sender, [signer], {
      locale: language,
      // As many pages as make the bar of tools wide.
      documents: [{ name: 'contract.pdf', data: pdf(120) }],
      fields: [town, born, signatureField('One')],
    });
    const page = await visit.open('about:blank');
    await page.setExtraHTTPHeaders({ 'Accept-Language': language });
    await page.goto(await visit.newestLink(signer.email, '/sign/'));
    const screen = async (title: string | RegExp, name: string): Promise<void> => {
      await page.locator('h1:visible').getByText(title, { exact: true }).waitFor();
      await idle(page);
      await visit.accessible(page);
      const html = page.locator('html');
      await expect
        .poll(async () => [await html.getAttribute('lang'), await html.getAttribute('dir')])
        .toEqual([language, language === 'ar' ? 'rtl' : 'ltr']);
      await fitsAt(page, NARROWEST);
      await picture(page, `${language}-${name}-320`);
      await fitsAt(page, SMALL);
      await picture(page, `${language}-${name}-360`);
      await page.emulateMedia({ forcedColors: 'active' });
      await picture(page, `${language}-${name}-forced`);
      await page.emulateMedia({ forcedColors: 'none' });
      await fitsAt(page, ENLARGED);
      await fitsAt(page, DESKTOP);
      await picture(page, `${language}-${name}-desktop`);
      await fitsAt(page, PHONE);
      await picture(page, `${language}-${name}`);
    };
    await screen(said(w.askSign, { sender: '.+', envelope: 'An envelope' }), '1-press');
    await press(page, w.open);
    await page.getByLabel(w.consentLabel).waitFor();
    await screen(said('{name}', { name: 'An envelope' }), '2-consent');
    await page.getByLabel(w.consentLabel).check();
    await press(page, w.consentGo);
    await screen(w.fill, '3-fill');
    // A rule that this page doesn't know, as of a newer server: said in the page's language.
    await page.route(
      '**/fields/town',
      (route) =>
        route.fulfill({
          status: 406,
          headers: { 'x-error-code': 'invalid' },
          json: { status: 'ERROR', error: 'value: must be even' },
        }),
      { times: 1 },
    );
    // On the page itself, a phone has a button for each field, and a desktop what one types into.
    const input = (label: string) => page.locator('input').and(page.getByLabel(label));
    await input('Kontonummer').fill('1');
    await input('Geboren').focus();
    await page.getByText(said(w.notAccepted, { reason: 'must be even' })).waitFor();
    await expect.poll(() => input('Kontonummer').inputValue()).toBe('1');
    await input('Kontonummer').fill('2');
    await input('Geboren').fill('1990-01-31');
    await page.getByRole('button', { name: w.signHere }).click();
    await page.getByRole('dialog', { name: w.adoptSignature }).waitFor();
    await visit.accessible(page);
    await fitsAt(page, NARROWEST);
    await fitsAt(page, PHONE);
    await picture(page, `${language}-4-adopt`);
    await press(page, w.adoptUse);
    await page.getByText(w.noneLeft).waitFor();
    await page.getByText(w.saved).waitFor();
    await picture(page, `${language}-5-filled`);
    await press(page, w.review);
    await screen(w.reviewTitle, '6-review');
    const sign = said(w.sign, { envelope: 'An envelope', name: 'One Person' });
    await seePlaces(page);
    await page.getByRole('button', { name: sign }).click();
    await screen(w.done, '7-done');
    await visit.api.settle();
    const { recipients, documents } = ok(
      await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }),
    );
    expect(recipients).toMatchObject([{ status: 'submitted', locale: language }]);
    // The certificate is written in the envelope's language.
    const { id } = documents.find(({ type }: { type: string }) => type === 'certificate');
    const path = { document_id: id };
    const { bytes } = await visit.api.as(sender).getEnvelopeDocument({ path, query: { type: 'file' } });
    expect(await textOfFirstPage(bytes)).toContain(CERTIFICATE_TEXTS[language].title);
  },
);

/** Run by the browser: left edges of the day and of the year of the date on the page. */
const EDGES = `['1', '2026'].map((part) => {
  const text = document.querySelector('[data-field=born] .over').firstChild;
  const range = document.createRange();
  range.setStart(text, text.data.indexOf(part));
  range.setEnd(text, text.data.indexOf(part) + part.length);
  return range.getBoundingClientRect().left;
})`;

test('a date on the page runs from right to left in Arabic, as it is sealed', async () => {
  const w = signingWords.ar;
  const signer = recipient('One', 1);
  const born = { ...signatureField('One', 'born'), type: 'date', label: 'Born', y: 500 };
  await sendEnvelope(visit.api, await visit.api.signUp(), [signer], {
    locale: 'ar',
    fields: [born, signatureField('One')],
  });
  const page = await visit.open('about:blank');
  await page.setViewportSize(DESKTOP);
  await page.setExtraHTTPHeaders({ 'Accept-Language': 'ar' });
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  await press(page, w.open);
  await page.getByLabel(w.consentLabel).check();
  await press(page, w.consentGo);
  await page.locator('h1:visible').getByText(w.fill).waitFor();
  await page.getByLabel(w.asForm, { exact: true }).check();
  // Safari shows today's date where there is none.
  await page.getByText(said(w.asStamped, { text: w.empty })).waitFor();
  await page.getByLabel(w.asPages, { exact: true }).check();
  await page.getByLabel('Born').fill('2026-12-01');
  await page.locator('h1:visible').click();
  const shown = page.locator('[data-field=born] .over');
  await shown.getByText('ديسمبر').waitFor();
  const [day = 0, year = 0] = (await page.evaluate(EDGES)) as number[];
  expect(day).toBeGreaterThan(year);
  // As a form shows the browser's own date, it says how the document has it.
  await page.getByLabel(w.asForm, { exact: true }).check();
  await page.getByText(said(w.asStamped, { text: '1 ديسمبر 2026' })).waitFor();
});
