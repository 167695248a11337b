import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '../../lib/storage/outbox/webhook-events.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { colleagueOf } from '../organizations/colleague.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const url = 'https://example.com/hooks';

describe('getWebhooks', () => {
  test('answers a record before a webhook is set', async () => {
    const { status, body } = await api.as(await api.signUp()).getWebhooks();
    expect(status).toBe(200);
    expect(body).toMatchObject({ url: '', active: false, secret_key: null, status: null, last_success: null });
    expect(Object.keys(body.events).sort()).toEqual([...WEBHOOK_EVENTS].sort());
    expect(Object.values(body.events)).not.toContain(true);
  });

  test('answers the settings to the organization only', async () => {
    const set = await api.as(owner).setWebhooks({
      body: { url, active: true, auth_method: 'hmac', events: { envelope_created: true, no_such_event: true } },
    });
    expect(set.status).toBe(200);
    expect(set.body).toMatchObject({ url, active: true, auth_method: 'hmac', organization_id: owner.organization_id });
    expect(set.body.secret_key).toMatch(/^whsec_/);
    expect(set.body.events).toMatchObject({ envelope_created: true, envelope_completed: false });
    expect(set.body.events).not.toHaveProperty('no_such_event');
    expect((await api.as(owner).getWebhooks()).body).toEqual(set.body);
    expect((await api.as(await api.signUp()).getWebhooks()).body).toMatchObject({ url: '', secret_key: null });
  });
});

test('a member without org:update sees the secret masked, and changes nothing', async () => {
  const { body } = await api.as(owner).setWebhooks({ body: { url } });
  const member = await colleagueOf(owner, 'member');
  const seen = await api.as(member).getWebhooks();
  expect(seen.body).toEqual({ ...body, secret_key: expect.stringMatching(/^whsec_\*+.{4}$/) });
  for (const refused of [
    await api.as(member).setWebhooks({ body: { url: '' } }),
    await api.as(member).rotateWebhookSecret(),
    await api.as(member).testWebhook(),
    await api.as(member).getWebhookDeliveries(),
  ]) {
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([401, 'forbidden']);
  }
});

describe('setWebhooks', () => {
  test('keeps settings that are left out, and always the secret', async () => {
    const person = await api.signUp();
    const first = await api.as(person).setWebhooks({ body: { url, events: { envelope_created: true } } });
    expect(first.body.active).toBe(true);
    const second = await api.as(person).setWebhooks({
      body: { events: { envelope_completed: true }, secret_key: 'whsec_AAAA', id: 'x', last_success: 'x', status: 'x' },
    });
    expect(second.body).toEqual({
      ...first.body,
      events: { ...first.body.events, envelope_created: true, envelope_completed: true },
    });
  });

  test('takes its own answer back without changing anything', async () => {
    const person = await api.signUp();
    const credentials = {
      token_endpoint: 'https://example.com/token',
      client_id: 'me',
      client_secret: 'very secret',
      scope: 'hooks',
    };
    const first = await api.as(person).setWebhooks({
      body: { url, active: true, auth_method: 'client_credentials', ...credentials, events: {} },
    });
    expect(first.body).toMatchObject({ auth_method: 'client_credentials', client_id: 'me', scope: 'hooks' });
    expect(JSON.stringify(first.body)).not.toContain('very secret');
    const echoed = await api.as(person).setWebhooks({ body: first.body });
    expect(echoed.status).toBe(200);
    expect(echoed.body).toEqual(first.body);
  });

  test.each([
    'http://example.com/hooks',
    'https://10.0.0.1/hooks',
    'https://169.254.169.254/latest',
    'ftp://example.com',
    'nonsense',
  ])('refuses the address %s', async (bad) => {
    const { status, body } = await api.as(owner).setWebhooks({ body: { url: bad } });
    expect(status).toBe(406);
    expect(body.error).toMatch(/^url: /);
  });

  test('is never active without an address', async () => {
    const person = await api.signUp();
    const refused = await api.as(person).setWebhooks({ body: { active: true } });
    expect([refused.status, refused.body.error]).toEqual([406, 'url: is needed while active is true']);
    expect((await api.as(person).setWebhooks({ body: { url } })).body.active).toBe(true);
    expect((await api.as(person).setWebhooks({ body: { url: '' } })).body.active).toBe(false);
  });

  test('refuses client_credentials without its settings', async () => {
    const person = await api.signUp();
    const { status, body } = await api.as(person).setWebhooks({ body: { url, auth_method: 'client_credentials' } });
    expect(status).toBe(406);
    expect(body.error).toMatch(/^token_endpoint: /);
  });

  test('keeps every one of several changes made at the same moment', async () => {
    const person = await api.signUp();
    await api.as(person).setWebhooks({ body: { url } });
    const events = ['envelope_created', 'envelope_completed', 'envelope_canceled'] as const;
    const answers = await Promise.all(
      events.map((event) => api.as(person).setWebhooks({ body: { events: { [event]: true } } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await api.as(person).getWebhooks()).body.events).toMatchObject({
      envelope_created: true,
      envelope_completed: true,
      envelope_canceled: true,
    });
  });
});

describe('rotateWebhookSecret', () => {
  test('answers a new secret each time, the first one included', async () => {
    const person = await api.signUp();
    const first = await api.as(person).rotateWebhookSecret();
    expect(first.body.secret_key).toMatch(/^whsec_/);
    const second = await api.as(person).rotateWebhookSecret();
    expect(second.body.secret_key).toMatch(/^whsec_/);
    expect(second.body.secret_key).not.toBe(first.body.secret_key);
  });
});

describe('testWebhook and redeliverWebhook', () => {
  test('are refused while the webhook is not active', async () => {
    const person = await api.signUp();
    const tried = await api.as(person).testWebhook();
    expect([tried.status, tried.headers.get('x-error-code')]).toEqual([400, 'webhook_not_active']);
    const again = await api.as(person).redeliverWebhook({ path: { id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f' } });
    expect([again.status, again.headers.get('x-error-code')]).toEqual([400, 'webhook_not_active']);
  });
});
