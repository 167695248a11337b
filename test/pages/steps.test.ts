import { expect, test } from 'vitest';
import { DESKTOP } from '../browser.ts';
import { readyDraft, signatureField } from '../drafts/material.ts';
import { type Envelope, ok, prepareToSubmit, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { fill, isSaved, picture, press, startVisits } from './visit.ts';

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

test('a sender puts people into one step, says how many are enough, and sees who was not needed; so does the link', async () => {
  const { api } = visit;
  const { page, person, draft } = await atPeople();
  const together = page.getByLabel('At the same time as the one before');
  await together.first().waitFor();
  await expect.poll(() => together.count()).toBe(3);
  // Bea and Cleo act with Ada, Dora after them.
  await together.nth(0).check();
  await together.nth(1).check();
  await page.getByLabel('Step 1: how many of these 3 must act').selectOption('Any 2 of these 3');
  await isSaved(page);
  await visit.accessible(page);
  await picture(page, 'step-people');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
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
  await expect.poll(() => page.getByText('2 of these 3 are enough').count()).toBe(3);
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
  await expect.poll(() => add.count()).toBe(3);
  await add.nth(0).click();
  const form = page.getByRole('group', { name: 'Takes part only if', exact: true });
  // Only what those fill in who act before.
  await expect.poll(() => form.getByLabel('Field').locator('option').allInnerTexts()).toHaveLength(3);
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
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await page.setViewportSize(DESKTOP);
  // Whoever removes the field is told that the condition goes with it, and may take that back.
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await steps.getByRole('button', { name: 'Fields' }).click();
  await page.locator('#field-amount').click();
  await page.keyboard.press('Delete');
  const sheet = page.getByRole('dialog', { name: 'Rules use what you remove' });
  await sheet.getByText('Bea Person').waitFor();
  await sheet.getByText('Takes part only if “Amount” is above “10000”.').waitFor();
  await press(page, 'Remove it and adapt the rules');
  await page.locator('#field-amount').waitFor({ state: 'detached' });
  await isSaved(page);
  expect(await conditions()).toEqual([null, null, null, null]);
  await press(page, 'Undo');
  await page.locator('#field-amount').waitFor();
  await steps.getByRole('button', { name: 'People' }).click();
  await form.getByRole('button', { name: 'Remove this rule' }).click();
  await add.nth(2).waitFor();
  await isSaved(page);
  expect(await conditions()).toEqual([null, null, null, null]);
});

test('a sender lets one person put in another, who is asked for on the signing page and may send it back, and sees who did what', async () => {
  const { api } = visit;
  const { page, person, draft } = await atPeople();
  const choice = page.getByLabel('Name and address');
  await choice.first().waitFor();
  // Nobody acts before the first.
  await expect.poll(() => choice.count()).toBe(3);
  await choice.nth(0).selectOption('Put in by “Ada Person”');
  const reviews = page.getByLabel('May send it back, with a comment, to those who signed before');
  await expect.poll(() => reviews.count()).toBe(3);
  await reviews.nth(0).check();
  await isSaved(page);
  await visit.accessible(page);
  await picture(page, 'naming-people');
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click();
  await page.getByText('may send it back · Put in by “Ada Person”').waitFor();

  const envelope = ok(await api.as(person).sendDraft({ ...draft, body: {} })) as Envelope;
  await prepareToSubmit(api, envelope, 'Ada');
  const ada = envelope.recipients.find(({ role_name }) => role_name === 'Ada');
  const link = await visit.open(`${api.url}/sign/${envelope.id}/Ada/${ada?.in_app_key}`);
  await press(link, 'Open the envelope');
  await press(link, 'Review');
  const go = link.getByRole('button', { name: /^Sign “/ });
  await go.click();
  await link.getByRole('dialog', { name: 'Who comes after you' }).waitFor();
  await visit.accessible(link);
  await picture(link, 'naming-sheet');
  await fill(link, { 'First name': 'Bea', 'E-mail address': ada?.email ?? '' });
  const sheet = link.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Sign “/ }).click();
  await link.getByText('This is your own address. Somebody else is asked for here.').waitFor();
  await fill(link, { 'E-mail address': `bea-${process.pid}@example.com` });
  await sheet.getByRole('button', { name: /^Sign “/ }).click();
  await sheet.waitFor({ state: 'hidden' });

  await page.goto(`${api.url}/envelopes/${envelope.id}`);
  await page.getByText('put in by “Ada Person”').waitFor();
  await page.getByText('“Bea” was put in by another recipient').waitFor();
  const { recipients } = ok(await api.as(person).getEnvelope({ path: { envelope_id: envelope.id } }));
  expect(recipients.map(({ full_name, status }) => [full_name, status]).slice(0, 2)).toEqual([
    ['Ada Person', 'submitted'],
    ['Bea', 'invited'],
  ]);
  const bea = await prepareToSubmit(api, { ...envelope, recipients } as Envelope, 'Bea');
  const body = { back_to: ['Ada'], reason: 'Please look at § 3.' };
  ok(await api.as(bea).sendBackRecipient({ path: { envelope_id: envelope.id, role_name: 'Bea' }, body }));
  await page.reload();
  await page.getByText('Please look at § 3.').waitFor();
  await expect.poll(() => page.getByText('“Bea” has sent it back with a comment').count()).toBe(2);
  // Whoever was put in stays.
  await sign(api, envelope, 'Ada');
  const after = ok(await api.as(person).getEnvelope({ path: { envelope_id: envelope.id } }));
  expect(after.recipients.map(({ full_name, status }) => [full_name, status]).slice(0, 2)).toEqual([
    ['Ada Person', 'submitted'],
    ['Bea', 'invited'],
  ]);
});

test('whoever of a group comes first says the own name on the page; another one takes it over, and the sender sees who', async () => {
  const { api } = visit;
  const { page, person, draft } = await atPeople();
  await page.getByLabel('A shared mailbox: whoever comes first signs for the group').first().check();
  await isSaved(page);
  await visit.accessible(page);
  const envelope = ok(await api.as(person).sendDraft({ ...draft, body: {} })) as Envelope;
  const key = envelope.recipients.find(({ role_name }) => role_name === 'Ada')?.in_app_key;
  const open = async () => {
    const link = await visit.open(`${api.url}/sign/${envelope.id}/Ada/${key}`);
    await press(link, 'Open the envelope');
    await link.getByRole('heading', { name: 'Who signs for the group?' }).waitFor();
    return link;
  };
  const [first, second] = [await open(), await open()];
  await visit.accessible(first);
  await picture(first, 'group-take');
  await fill(first, { 'First name': 'Grace' });
  await press(first, 'I sign for the group');
  await first.getByRole('heading', { name: 'Who signs for the group?' }).waitFor({ state: 'hidden' });
  await fill(second, { 'First name': 'Joan' });
  await press(second, 'I sign for the group');
  await second.getByText('“Grace” has this now.', { exact: false }).waitFor();
  await fill(second, { 'First name': 'Joan' });
  await press(second, 'Take it over');
  await second.getByRole('heading', { name: 'Who signs for the group?' }).waitFor({ state: 'hidden' });
  await page.goto(`${api.url}/envelopes/${envelope.id}`);
  await page.getByText('for the group “Ada Person”').waitFor();
  await page.getByText('“Joan” has taken it for the group').waitFor();
});

test('a reviewer sends it back with a comment on the page, and whoever signed before reads it there', async () => {
  const { api } = visit;
  const people = [recipient('Ada', 1), recipient('Bea', 2, { may_send_back: true })];
  const envelope = await sendEnvelope(api, await api.signUp(), people);
  await sign(api, envelope, 'Ada');
  await prepareToSubmit(api, envelope, 'Bea');
  const open = async (role: string) => {
    const key = envelope.recipients.find(({ role_name }) => role_name === role)?.in_app_key;
    const link = await visit.open(`${api.url}/sign/${envelope.id}/${role}/${key}`);
    await press(link, 'Open the envelope');
    return link;
  };
  const bea = await open('Bea');
  await press(bea, 'More');
  await press(bea, 'Send back with a comment');
  const sheet = bea.getByRole('dialog', { name: 'Send back with a comment' });
  const ada = sheet.getByRole('group', { name: 'To whom' }).getByLabel('“Ada Person”');
  await expect.poll(() => ada.isChecked()).toBe(true);
  await ada.uncheck();
  await fill(bea, { Comment: 'Please look at § 3.' });
  const go = sheet.getByRole('button', { name: 'Send back with a comment' });
  await go.click();
  await sheet.getByRole('alert').getByText('Choose at least one person.').waitFor();
  await expect.poll(() => ada.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  await visit.accessible(bea);
  await picture(bea, 'send-back-sheet');
  await ada.check();
  await go.click();
  await bea.getByRole('heading', { name: 'You have sent it back' }).waitFor();
  const back = await open('Ada');
  await back.getByText('“Bea Person” sent this back').waitFor();
  await back.getByText('Please look at § 3.').waitFor();
  await visit.accessible(back);
  await picture(back, 'sent-back');
});

test('a sender lets a person confirm a review, and the signing page asks for just that', async () => {
  const { api } = visit;
  const { page, person, draft } = await atPeople();
  const meaning = page.getByLabel('Meaning of the signature').first();
  await expect.poll(() => meaning.inputValue()).toBe('sign');
  await meaning.selectOption('I have reviewed');
  await isSaved(page);
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click();
  await page.getByText('· I have reviewed').waitFor();
  const envelope = ok(await api.as(person).sendDraft({ ...draft, body: {} })) as Envelope;
  await prepareToSubmit(api, envelope, 'Ada');
  const ada = envelope.recipients.find(({ role_name }) => role_name === 'Ada');
  const link = await visit.open(`${api.url}/sign/${envelope.id}/Ada/${ada?.in_app_key}`);
  await press(link, 'Open the envelope');
  await press(link, 'Review');
  await link.getByText('You confirm that you have reviewed these documents.').waitFor();
  await visit.accessible(link);
  await picture(link, 'confirm-review');
  await link
    .locator('.acts')
    .getByRole('button', { name: /^Confirm your review of “/ })
    .click();
  await link.getByRole('heading', { name: 'You have confirmed your review' }).waitFor();
});
