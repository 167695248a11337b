import type { Page } from 'playwright-core';
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

const SIGNATURES = NAMES.map((name, at) =>
  signatureField({ name: `signature-${name}`, role_name: name, y: 600 - at * 60 }),
);

/** The step of people of a draft with these people, one after the other. */
const atPeople = async (more: object[] = []) => {
  const { api } = visit;
  const person = await api.signUp();
  const id = await readyDraft(api, person, { name: 'Board' });
  const draft = { path: { draft_id: id } };
  const { roles: before } = ok(await api.as(person).getDraft(draft));
  const gone = before.map(({ name }) => ({ name, remove: true as const }));
  const fields = [...SIGNATURES, ...more];
  ok(await api.as(person).updateDraft({ ...draft, body: { roles: [...roles, ...gone], fields } as never }));
  const page = await visit.open(`${api.url}/drafts/${id}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': person.email, Password: person.password });
  await press(page, 'Sign in');
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'People' }).click();
  return { page, person, draft };
};

const isSaved = (page: Page) => page.locator('.saving').getByText('Saved', { exact: true }).waitFor();

test('a sender puts people into one step, says how many are enough, and sees who was not needed; so does the link', async () => {
  const { api } = visit;
  const { page, person, draft } = await atPeople();
  const together = page.getByLabel('At the same time as the one before');
  await together.first().waitFor();
  expect(await together.count()).toBe(3);
  // Bea and Cleo act with Ada, Dora after them.
  await together.nth(0).check();
  await together.nth(1).check();
  await page.getByLabel('Step 1: how many of these 3 must act').selectOption('Any 2 of these 3');
  await isSaved(page);
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

test('a sender says by choosing under which condition a later person takes part, and takes it back', async () => {
  const amount = { type: 'textbox', label: 'Amount', x: 300, width: 150, height: 20, settings: { number: {} } };
  const { page, person, draft } = await atPeople([
    signatureField({ name: 'amount', role_name: 'Ada', y: 500, ...amount }),
  ]);
  const conditions = async () => ok(await visit.api.as(person).getDraft(draft)).roles.map(({ only_if }) => only_if);
  const add = page.getByRole('button', { name: 'Takes part only if …' });
  await add.first().waitFor();
  // Nobody acts before the first.
  expect(await add.count()).toBe(3);
  await add.nth(0).click();
  const form = page.getByRole('group', { name: 'Takes part only if', exact: true });
  // Only what those fill in who act before.
  expect(await form.getByLabel('Field').locator('option').allInnerTexts()).toHaveLength(3);
  await form.getByLabel('Field').selectOption({ label: '“Amount” · Ada Person' });
  await form.getByLabel('Comparison').selectOption('… is above …');
  await form.getByLabel('Value').fill('10000');
  await page.keyboard.press('Tab');
  await form.getByText('Takes part only if “Amount” is above “10000”. Else it goes on without this person.').waitFor();
  await isSaved(page);
  expect(await conditions()).toEqual([null, { field: 'amount', is: 'above', value: '10000' }, null, null]);
  await visit.accessible(page);
  await picture(page, 'condition-people');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await page.setViewportSize(DESKTOP);
  await form.getByRole('button', { name: 'Remove this rule' }).click();
  await add.nth(2).waitFor();
  await isSaved(page);
  expect(await conditions()).toEqual([null, null, null, null]);
});
