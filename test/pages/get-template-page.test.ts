import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { lease, pdf } from '../templates/material.ts';
import { fill, idle, isSaved, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens an address as this person, on a desktop. */
const openAs = async ({ email, password }: Person, address: string): Promise<Page> => {
  const page = await open(`${visit.api.url}${address}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

const step = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();

const templateAt = async (page: Page, person: Person) => {
  const template_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return ok(await visit.api.as(person).getTemplate({ path: { template_id } }));
};

describe('the page on which a template is changed', () => {
  test('leads from nothing to a template that can be sent, with roles in the place of people', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, '/templates');
    await press(page, 'New template');
    await accessible(page);
    await page.getByLabel('Name of the template').fill('Lease');
    await press(page, 'Make the template');
    await shows(page, 'Lease');
    await page
      .locator('#files')
      .setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf(1)) });
    await page.getByLabel('Name of the role').waitFor();
    await page.getByLabel('Name of the role').fill('Tenant');
    await page.getByLabel('Name of the role').press('Tab');
    await expect.poll(async () => (await templateAt(page, ada)).roles).toMatchObject([{ name: 'Tenant' }]);
    await accessible(page);
    await picture(page, 'template-roles');
    await step(page, 'Fields');
    await page.locator('.page img').first().waitFor();
    await page
      .locator('.page')
      .first()
      .click({ position: { x: 200, y: 300 } });
    await page.getByRole('button', { name: /^Signature, “Tenant”, page 1, 1 of 1/ }).waitFor();
    await isSaved(page);
    await accessible(page);
    await picture(page, 'template-fields');
    expect(await templateAt(page, ada)).toMatchObject({ is_sendable: true, fields: [{ role_name: 'Tenant' }] });
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await picture(page, 'template-fields-small');
    await press(page, 'Send this template');
    await page.getByText('Documents and fields come from the template.').waitFor();
    await page.getByText('Tenant signs').waitFor();
  });

  test('says how often it was used, and that a change is for envelopes to come', async () => {
    const ada = await visit.api.signUp();
    const template = ok(await visit.api.as(ada).createTemplate({ body: lease() }));
    const recipients = template.roles.map(({ name }) => ({ ...recipient(name, 1), role_name: name }));
    const body = { template_id: template.id, name: 'Sent', recipients, no_contact: true };
    const envelope = ok(await visit.api.as(ada).createEnvelope({ body }));
    await visit.api.settle();
    const page = await openAs(ada, `/templates/${template.id}`);
    await page.getByText('Used 1 time. This change is for envelopes to come.').waitFor();
    await accessible(page);
    await picture(page, 'template-used');
    await page.getByLabel('Name of the template').fill('Lease 2027');
    await step(page, 'Roles');
    await isSaved(page);
    expect(await templateAt(page, ada)).toMatchObject({ name: 'Lease 2027' });
    const path = { envelope_id: envelope.id };
    expect(ok(await visit.api.as(ada).getEnvelope({ path }))).toMatchObject({ name: 'Sent', fields: envelope.fields });
  });

  test('gives a role another name in its fields, too, and says why a name can’t be', async () => {
    const ada = await visit.api.signUp();
    const template = ok(await visit.api.as(ada).createTemplate({ body: lease() }));
    const page = await openAs(ada, `/templates/${template.id}`);
    await step(page, 'Roles');
    const name = page.getByLabel('Name of the role').first();
    await name.fill('Lodger');
    await name.press('Tab');
    await expect
      .poll(async () => (await templateAt(page, ada)).fields.map(({ role_name }) => role_name).sort())
      .toEqual(['Landlord & owner', 'Lodger']);
    await isSaved(page);
    await idle(page);
    await page.getByLabel('Name of the role').first().fill('Landlord & owner');
    await page.getByLabel('Name of the role').first().press('Tab');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.getByLabel('Name of the role').first().inputValue()).toBe('Lodger');
  });

  test('keeps what two people change at once', async () => {
    const ada = await visit.api.signUp();
    const { id: template_id } = ok(await visit.api.as(ada).createTemplate({ body: lease() }));
    const page = await openAs(ada, `/templates/${template_id}`);
    await step(page, 'Roles');
    const body = { roles: [{ name: 'Witness', type: 'signer', sequence: 3 }] };
    ok(await visit.api.as(ada).updateTemplateContents({ path: { template_id }, body }));
    await press(page, 'Add a role');
    await page.getByText('Somebody else is working on this').waitFor();
    await isSaved(page);
    const names = (await templateAt(page, ada)).roles.map(({ name }) => name);
    expect(names).toContain('Witness');
    expect(names).toHaveLength(4);
  });
});

describe('an envelope that was sent', () => {
  test('becomes a template by one press', async () => {
    const ada = await visit.api.signUp();
    const { id } = await sendEnvelope(visit.api, ada, [recipient('Tenant', 1)], { name: 'Lease', no_contact: true });
    const page = await openAs(ada, `/envelopes/${id}`);
    await press(page, 'Make a template of it');
    await page.waitForURL('**/templates/**');
    await shows(page, 'Lease');
    expect(await templateAt(page, ada)).toMatchObject({ is_sendable: true, roles: [{ name: 'Tenant', email: null }] });
  });

  test('is corrected as another one that says which it replaces, and the first one is canceled', async () => {
    const ada = await visit.api.signUp();
    const one = recipient('Tenant', 1, { email: 'wrong@example.com' });
    const { id: envelope_id } = await sendEnvelope(visit.api, ada, [one], { name: 'Lease' });
    const page = await openAs(ada, `/envelopes/${envelope_id}`);
    await shows(page, 'Lease');
    await picture(page, 'envelope-correctable');
    await press(page, 'Correct the envelope');
    await page.getByText('This replaces an envelope that you sent').waitFor();
    await accessible(page);
    await picture(page, 'draft-replacing');
    await step(page, 'People');
    await page.getByLabel('E-mail address').fill('right@example.com');
    await step(page, 'Review');
    await press(page, 'Send');
    await page.getByText('This was sent in the place of another envelope.').waitFor();
    await accessible(page);
    await picture(page, 'envelope-replacing');
    await page.getByRole('link', { name: 'Show the other one' }).click();
    await page.getByText('Another envelope was sent in its place.').waitFor();
    await page.getByText('Replaced by another envelope').waitFor();
    await accessible(page);
    await picture(page, 'envelope-replaced');
    const first = ok(await visit.api.as(ada).getEnvelope({ path: { envelope_id } }));
    expect(first.status).toBe('canceled');
    await visit.api.settle();
    expect(await visit.api.messages('right@example.com')).toHaveLength(1);
    // The former link says the same.
    const links = (await visit.api.messages('wrong@example.com')).flatMap((mail) => mail.links);
    await page.goto(links.find((link) => link.includes('/sign/')) ?? '');
    await press(page, 'Open the envelope');
    await page.getByRole('heading', { name: 'This was replaced' }).waitFor();
    await page.getByText('sent another envelope in its place').waitFor();
  });

  test('can’t be replaced once somebody has signed: the page says so, and what was prepared stays', async () => {
    const ada = await visit.api.signUp();
    const envelope = await sendEnvelope(visit.api, ada, [recipient('One', 1), recipient('Two', 2)], {
      name: 'Lease',
      no_contact: true,
    });
    const page = await openAs(ada, `/envelopes/${envelope.id}`);
    await press(page, 'Correct the envelope');
    await page.getByText('This replaces an envelope that you sent').waitFor();
    await sign(visit.api, envelope, 'One');
    await step(page, 'Review');
    // Sending is not offered: the review says beforehand what would be refused, and leads to what helps.
    await page.getByRole('button', { name: /^Somebody has signed the envelope/ }).click();
    await page
      .getByRole('button', { name: 'Leave that one, and send this beside it' })
      .and(page.locator(':focus'))
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0);
    await accessible(page);
    await picture(page, 'draft-not-replaceable');
    await press(page, 'Leave that one, and send this beside it');
    await page.getByText('This replaces an envelope that you sent').waitFor({ state: 'detached' });
    await press(page, 'Send');
    await page.waitForURL('**/envelopes/**');
    expect(ok(await visit.api.as(ada).getEnvelope({ path: { envelope_id: envelope.id } })).status).toBe('in progress');
    await page.goto(`${visit.api.url}/envelopes/${envelope.id}`);
    await shows(page, 'Lease');
    await expect.poll(() => page.getByRole('button', { name: 'Correct the envelope' }).count()).toBe(0);
  });
});
