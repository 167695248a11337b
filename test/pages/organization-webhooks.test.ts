import type { Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataOf, linesOf } from '../../lib/pages/browser/organization/receivers/data-lines.ts';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { memberOf } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { startEventBus } from '../webhooks-api/event-bus.ts';
import { type Received, type Receiver, startReceiver } from '../webhooks-api/receiver.ts';
import { fill, idle, picture, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const openAs = async ({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Page> => {
  const page = await open(`${visit.api.url}/organization/webhooks`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

const sheet = (page: Page): Locator => page.getByRole('dialog');
const rows = (page: Page): Locator => page.locator('.entries > li');
const noticed = (page: Page, words: string): Promise<void> => page.locator('.notice').getByText(words).waitFor();

/** Expects a page to fit and be accessible where that is hard: narrow and dark. */
const looksGood = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await accessible(page);
  await picture(page, `${name}-small-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
};

const verify = ({ text, headers }: Received, secret: string): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

/** The newest call for an event that the receiver has got. What it refused comes again by itself. */
const newest = async (type: string): Promise<Received> => {
  await visit.api.settle();
  const call = receiver.received.findLast(({ body }) => body.type === type);
  if (!call) throw new Error(`No ${type} was received`);
  return call;
};

describe('webhooks', () => {
  test('are added with a secret that is shown once, tested, changed, switched off and deleted', async () => {
    const ada = await visit.api.signUp();
    const template = ok(await visit.api.as(ada).createTemplate({ body: lease() }));
    const stored = async () => ok(await visit.api.as(ada).getWebhookReceivers())[0];
    const page = await openAs(ada);
    await shows(page, 'Webhooks');
    await page.getByText('There is no webhook yet.').waitFor();
    await press(page, 'Add a webhook');
    const form = sheet(page);
    const add = form.getByRole('button', { name: 'Add a webhook' });
    await form.getByLabel('Address', { exact: true }).fill('http://example.com/hook');
    await add.click();
    await form.getByText('Choose at least one event.').waitFor();
    await form.getByLabel('All events').check();
    await add.click();
    await expect.poll(() => refusal(page)).toContain('This address cannot be called.');
    await expect.poll(() => form.getByLabel('Address', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await accessible(page);
    await picture(page, 'webhook-refused');
    await form.getByLabel('Address', { exact: true }).fill(receiver.url);
    await form.getByLabel('What it is for').fill('Archive of leases');
    await form.getByText('Only some of these events').click();
    await form.getByLabel(template.name).check();
    await form.getByLabel('With these data').fill('department');
    await add.click();
    await expect.poll(() => refusal(page)).toContain('“department” is not of the form');
    await form.getByLabel('With these data').fill('department = lettings\nfloor = 2');
    await accessible(page);
    await picture(page, 'webhook-new');
    await add.click();
    await form.getByText('This is shown only now.').waitFor();
    const secret = await form.getByLabel('Signing secret').inputValue();
    await press(page, 'I have kept it');
    await expect.poll(() => page.content()).not.toContain(secret);
    expect(await stored()).toMatchObject({
      url: receiver.url,
      description: 'Archive of leases',
      filters: { template_ids: [template.id], profile_ids: [], data: { department: 'lettings', floor: 2 } },
    });

    await press(page, 'Send a test');
    await noticed(page, 'A test is on its way');
    expect(verify(await newest('webhook_test'), secret)).toMatchObject({ type: 'webhook_test' });
    await looksGood(page, 'webhooks');

    await press(page, 'Change');
    await form.getByLabel('All events').uncheck();
    await form.getByLabel('Envelope completed').check();
    await form.getByLabel('With these data').fill('');
    await press(page, 'Save');
    await noticed(page, 'was changed');
    await rows(page).getByText('1 event', { exact: false }).waitFor();
    expect(await stored()).toMatchObject({ events: ['envelope_completed'], filters: { data: {} } });
    await press(page, 'Undo');
    await rows(page).getByText('All events').waitFor();
    expect(await stored()).toMatchObject({ filters: { data: { floor: 2 } } });

    await press(page, 'Switch off');
    await rows(page).getByText('Off. Nothing is sent.').waitFor();
    await expect.poll(() => rows(page).getByRole('button', { name: 'Send a test' }).count()).toBe(0);
    await press(page, 'Undo');
    await rows(page).getByRole('button', { name: 'Send a test' }).waitFor();
    await press(page, 'Delete');
    await form.getByText('It cannot be undone.').waitFor();
    await accessible(page);
    await form.getByRole('button', { name: 'Delete' }).click();
    await noticed(page, 'was deleted');
    expect(await stored()).toBeUndefined();
  });

  test('show what was sent with the answers, send it again, and get a new secret beside the one before', async () => {
    const ada = await visit.api.signUp();
    const body = { url: receiver.url, events: ['template_created', 'template_updated'] };
    const hook = ok(await visit.api.as(ada).createWebhookReceiver({ body }));
    receiver.answer(500);
    const { id: template_id } = ok(await visit.api.as(ada).createTemplate({ body: lease() }));
    await newest('template_created');
    const page = await openAs(ada);
    await rows(page).getByText('On, but failing.').waitFor();
    await press(page, 'New secret');
    await sheet(page).getByText('For 24 hours both secrets sign').waitFor();
    await press(page, 'Make a new secret');
    const secret = await sheet(page).getByLabel('Signing secret').inputValue();
    await press(page, 'I have kept it');
    await rows(page).getByText('the secret before signs as well').waitFor();

    await page.getByRole('link', { name: 'Deliveries' }).click();
    await rows(page).getByText('Template made').waitFor();
    await rows(page)
      .getByText(/Answer 500 after/)
      .waitFor();
    receiver.answer(200);
    await press(page, 'Send a test');
    await noticed(page, 'A test is on its way');
    const test = await newest('webhook_test');
    for (const key of [secret, hook.secret_key ?? ''])
      expect(verify(test, key)).toMatchObject({ type: 'webhook_test' });
    await press(page, 'Refresh');
    await rows(page)
      .getByText(/Answer 200 after/)
      .waitFor();
    await looksGood(page, 'webhook-deliveries');
    await rows(page).filter({ hasText: 'Test' }).getByRole('button', { name: 'Send again' }).click();
    await noticed(page, 'It is sent again.');
    const second = await newest('webhook_test');
    expect(second).not.toBe(test);
    expect(second.headers['webhook-id']).toBe(test.headers['webhook-id']);

    ok(await visit.api.as(ada).updateTemplate({ path: { template_id }, body: { name: 'Changed' } }));
    const { headers } = await newest('template_updated');
    await press(page, 'Send a period again');
    const from = sheet(page).getByLabel('From');
    const send = sheet(page).getByRole('button', { name: 'Send a period again' });
    await from.fill('2020-01-01T00:00');
    await send.click();
    await expect.poll(() => refusal(page)).toContain('at most 30 days ago');
    await accessible(page);
    await picture(page, 'webhook-replay');
    await sheet(page).getByText('Only some kinds of events').click();
    await sheet(page).getByLabel('Template changed').check();
    await picture(page, 'webhook-replay-kinds');
    await from.fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 16));
    await send.click();
    await noticed(page, 'are being looked for and sent');
    const times = async (): Promise<number> => {
      await visit.api.settle();
      return receiver.received.filter((one) => one.headers['webhook-id'] === headers['webhook-id']).length;
    };
    await expect.poll(times, { timeout: 30_000 }).toBe(2);
    await press(page, 'Refresh');
    await page.getByText(/sent again\. \(Template changed\)$/).waitFor();
    await idle(page);
    await looksGood(page, 'webhook-replayed');
  });

  test('have the event bus as their destination where the deployment has one, and no address then', async () => {
    const ada = await visit.api.signUp();
    const bus = await startEventBus();
    try {
      const page = await openAs(ada);
      await press(page, 'Add a webhook');
      await sheet(page).getByLabel('To the event bus').check();
      await expect.poll(() => sheet(page).getByLabel('Address', { exact: true }).count()).toBe(0);
      await sheet(page).getByLabel('Template made').check();
      await sheet(page).getByLabel('The log of administration, too').check();
      await accessible(page);
      await picture(page, 'webhook-bus-new');
      await sheet(page).getByRole('button', { name: 'Add a webhook' }).click();
      await noticed(page, 'was switched on');
      await rows(page).getByText('Event bus').waitFor();
      await press(page, 'Send a test');
      await noticed(page, 'A test is on its way');
      await visit.api.settle();
      expect(bus.received.map(({ DetailType }) => DetailType)).toContain('webhook_test');
      await looksGood(page, 'webhook-bus');
      await press(page, 'Change');
      await sheet(page).getByLabel('The log of administration, too').uncheck();
      await press(page, 'Save');
      await noticed(page, 'was changed');
      await press(page, 'Switch off');
      await rows(page).getByText('Off. Nothing is sent.').waitFor();
      expect(ok(await visit.api.as(ada).getWebhookReceivers())).toMatchObject([
        { destination: 'eventbridge', url: '', administration: false, state: 'off', events: ['template_created'] },
      ]);
    } finally {
      bus.stop();
    }
    const page = await openAs(ada);
    await press(page, 'Add a webhook');
    await expect.poll(() => sheet(page).getByLabel('To the event bus').count()).toBe(0);
  });

  test('that answered 410 are said to be off; a member sees them and is offered nothing', async () => {
    const ada = await visit.api.signUp();
    const member = await memberOf(visit.api, ada, 'member');
    const { id } = ok(await visit.api.as(ada).createWebhookReceiver({ body: { url: receiver.url, events: [] } }));
    receiver.answer(410);
    ok(await visit.api.as(ada).testWebhookReceiver({ path: { receiver_id: id } }));
    await newest('webhook_test');
    const page = await openAs(member);
    await shows(page, 'Webhooks');
    await rows(page).getByText('Switched off, because it answered 410').waitFor();
    await expect.poll(() => page.locator('.section').getByRole('button').count()).toBe(0);
    await expect.poll(() => page.getByRole('link', { name: 'Deliveries' }).count()).toBe(0);
    await visit.api.as(ada).updateProfile({ path: { profile_id: ada.profile_id }, body: { locale: 'ar-EG' } });
    const arabic = await openAs(ada);
    await rows(arabic).getByText('أُوقف لأنه أجاب').waitFor();
    await picture(arabic, 'webhooks-arabic');
  });
});

test('data that narrow a webhook are the same after they were shown as lines', () => {
  const data = { department: 'lettings', floor: 2, paid: true, code: '007', number: '7', said: '"yes"' };
  expect(linesOf(data)).toContain('code = 007\nnumber = "7"');
  expect(dataOf(linesOf(data))).toEqual({ data });
  expect(dataOf('a = 1\n\nnone')).toEqual({ bad: 'none' });
});
