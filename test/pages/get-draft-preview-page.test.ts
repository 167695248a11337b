import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { readyDraft, signatureField, tenant } from '../drafts/material.ts';
import { readTable } from '../storage/stored-forms.ts';
import { ok } from '../stories/envelope.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** A draft with a text and a signature of the tenant, on the last step of its page. */
const reviewed = async (more: Record<string, unknown> = {}): Promise<{ page: Page; person: Person; id: string }> => {
  const person = await visit.api.signUp();
  const id = await readyDraft(visit.api, person, { name: 'Lease' });
  const text = signatureField({ name: 'rent', type: 'textbox', label: 'Rent', x: 300, y: 500, width: 150, height: 20 });
  const body = { roles: [tenant(more)], fields: [text] };
  ok(await visit.api.as(person).updateDraft({ path: { draft_id: id }, body }));
  const page = await open(`${visit.api.url}/drafts/${id}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': person.email, Password: person.password });
  await press(page, 'Sign in');
  await page
    .getByRole('button', { name: /Review/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Try it before' }).waitFor();
  return { page, person, id };
};

/** Opens what a recipient sees, in the tab that it opens by itself. */
const preview = async (page: Page, name: string): Promise<Page> => {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name }).click();
  return opened;
};

describe('the preview of a draft', () => {
  test('lets the sender fill it in as a recipient, and keeps and sends nothing', async () => {
    const { page } = await reviewed();
    await accessible(page);
    await picture(page, 'draft-try');
    await visit.api.settle();
    // Pages that are drawn for the first time are noted, whoever looks at them.
    const recordsOf = async () => {
      const all = (await readTable()).map(({ viewed, ...record }) => record);
      return all.filter(({ sk }) => /ENVELOPE|TEMPLATE|ROLE|FIELD|DOCUMENT|SIGNATURE|MAIL/.test(String(sk)));
    };
    const before = await recordsOf();
    const shown = await preview(page, 'See what “Ada Lovelace” sees');
    await shown.setViewportSize(DESKTOP);
    await shown.getByText('Preview: nothing that you do here is saved or sent.').waitFor();
    await shown.locator('h1').getByText('Lease').waitFor();
    await shown.locator('.page img').first().waitFor();
    await shown.getByRole('checkbox').check();
    await picture(shown, 'preview-consent');
    await shown.getByRole('button', { name: 'Continue' }).click();
    await shown.getByLabel('Rent').first().fill('900');
    await shown.keyboard.press('Tab');
    await picture(shown, 'preview-fill');
    await shown
      .getByRole('button', { name: /^Signature/ })
      .first()
      .click();
    await shown.getByRole('button', { name: 'Use it' }).click();
    await shown.getByRole('button', { name: 'Review', exact: true }).click();
    await shown.getByRole('heading', { name: 'The preview ends here' }).waitFor();
    await picture(shown, 'preview-end');
    await shown.getByRole('button', { name: 'Back' }).click();
    await shown.getByRole('button', { name: 'Review', exact: true }).waitFor();
    await visit.api.settle();
    expect(await recordsOf()).toEqual(before);
    expect(await visit.api.messages('ada@example.com')).toEqual([]);
  });

  test('plays the rules between fields', async () => {
    const { page, person, id } = await reviewed();
    const rules = { show: { field: 'rent', is: 'at_least', value: '1000' } };
    const field = {
      name: 'why',
      type: 'textbox',
      label: 'Why so much',
      x: 300,
      y: 400,
      width: 150,
      height: 20,
      required: true,
    };
    const body = { fields: [signatureField({ ...field, settings: { rules } })] };
    ok(await visit.api.as(person).updateDraft({ path: { draft_id: id }, body } as never));
    const shown = await preview(page, 'See what “Ada Lovelace” sees');
    await shown.setViewportSize(DESKTOP);
    await shown.getByRole('checkbox').check();
    await shown.getByRole('button', { name: 'Continue' }).click();
    await shown.getByLabel('Rent').first().waitFor();
    await expect.poll(() => shown.getByText('Why so much').count()).toBe(0);
    await shown.getByLabel('Rent').first().fill('1.200,00');
    await shown.keyboard.press('Tab');
    await shown.getByLabel('Why so much').first().waitFor();
    await picture(shown, 'preview-rules');
  });

  test('is in the language of the recipient', async () => {
    const { page } = await reviewed({ locale: 'ar' });
    const shown = await preview(page, 'See what “Ada Lovelace” sees');
    await shown.locator('html[dir=rtl]').waitFor();
    await shown.getByText('معاينة: لا شيء مما تفعله هنا يُحفظ أو يُرسل.').waitFor();
    await picture(shown, 'preview-arabic');
  });

  test('asks whoever isn’t signed in to sign in', async () => {
    const { id } = await reviewed();
    const page = await open(`${visit.api.url}/drafts/${id}/preview/Tenant`);
    await page.getByText('Sign in first, in another tab of this browser. Then try again.').waitFor();
    await shows(page, 'Preview');
  });

  test('is beside a test, which goes to the sender', async () => {
    const { page, person } = await reviewed();
    await press(page, 'Send me a test');
    await page.getByText(`The test was sent to “${person.email}”.`).waitFor();
    await accessible(page);
    await visit.api.settle();
    const invited = (await visit.api.messages(person.email)).filter(({ subject }) => subject.includes('[TEST]'));
    expect(invited).toHaveLength(1);
  });
});
