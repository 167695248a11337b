import { expect, test } from 'vitest';
import { DESKTOP } from '../browser.ts';
import { readyDraft, signatureField } from '../drafts/material.ts';
import { type Envelope, ok, sign } from '../stories/envelope.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();

const NAMES = ['Ada', 'Bea', 'Cleo', 'Dora'];
const roles = NAMES.map((name, at) => ({
  name,
  full_name: `${name} Person`,
  email: `${name.toLowerCase()}-${process.pid}-${Date.now()}@example.com`,
  sequence: at + 1,
  order: at + 1,
}));

test('a sender puts people into one step, says how many are enough, and sees who was not needed; so does the link', async () => {
  const { api } = visit;
  const person = await api.signUp();
  const id = await readyDraft(api, person, { name: 'Board' });
  const { roles: before } = ok(await api.as(person).getDraft({ path: { draft_id: id } }));
  const gone = before.map(({ name }) => ({ name, remove: true as const }));
  const fields = NAMES.map((name, at) =>
    signatureField({ name: `signature-${name}`, role_name: name, y: 600 - at * 60 }),
  );
  const draft = { path: { draft_id: id } };
  ok(await api.as(person).updateDraft({ ...draft, body: { roles: [...roles, ...gone], fields } as never }));

  const page = await visit.open(`${api.url}/drafts/${id}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': person.email, Password: person.password });
  await press(page, 'Sign in');
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'People' }).click();
  const together = page.getByLabel('At the same time as the one before');
  await together.first().waitFor();
  expect(await together.count()).toBe(3);
  // Bea and Cleo act with Ada, Dora after them.
  await together.nth(0).check();
  await together.nth(1).check();
  await page.getByLabel('Step 1: how many of these 3 must act').selectOption('Any 2 of these 3');
  await page.locator('.saving').getByText('Saved', { exact: true }).waitFor();
  await visit.accessible(page);
  await picture(page, 'step-people');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await page.setViewportSize(DESKTOP);
  const stored = ok(await api.as(person).getDraft(draft));
  expect(stored.roles.map(({ name, sequence, step_needs }) => [name, sequence, step_needs])).toEqual([
    ['Ada', 1, 2],
    ['Bea', 1, 2],
    ['Cleo', 1, 2],
    ['Dora', 2, null],
  ]);
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click();
  await page.getByText('Any 2 of these 3').first().waitFor();

  const envelope = ok(await api.as(person).sendDraft({ ...draft, body: {} })) as Envelope;
  for (const name of ['Ada', 'Bea']) await sign(api, envelope, name);
  const key = envelope.recipients.find(({ role_name }) => role_name === 'Cleo')?.in_app_key;
  const link = await visit.open(`${api.url}/sign/${envelope.id}/Cleo/${key}`);
  await press(link, 'Open the envelope');
  await link.getByRole('heading', { name: 'Others have done this' }).waitFor();
  await visit.accessible(link);

  await page.goto(`${api.url}/envelopes/${envelope.id}`);
  await page.getByText('not needed: enough others have signed').waitFor();
  expect(await page.getByText('2 of these 3 are enough').count()).toBe(3);
  await page.getByText('“Cleo Person” is not needed any more: enough others have signed').waitFor();
  await visit.accessible(page);
});
