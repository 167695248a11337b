import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { colleagueOf } from '../organizations/colleague.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const APP = { name: 'Example CRM', redirect_uris: 'https://crm.example.com/callback' };
const create = async (more: Record<string, unknown> = {}) =>
  (await api.as(ada).createOauthApp({ body: { ...APP, ...more } })).body;

/** True if the secret is the application's: a code that nobody has is then refused as wrong. */
const accepts = async (client_id: string, client_secret: string): Promise<boolean> => {
  const { headers } = await api.anyone.authenticate({
    body: { grant_type: 'authorization_code', code: 'unknown', client_id, client_secret },
  });
  return headers.get('x-error-code') === 'invalid_grant';
};

describe('a registered application', () => {
  test('shows its secret once', async () => {
    const app = await create();
    expect(app).toMatchObject({
      ...APP,
      friendly_name: 'Example CRM',
      confidential: true,
      organization_id: ada.organization_id,
      client_secret: expect.any(String),
    });
    const { body } = await api.as(ada).getOauthApps();
    const listed = body.find((one: { client_id: string }) => one.client_id === app.client_id);
    const { client_secret: _, ...rest } = app;
    expect(listed).toEqual(rest);
    expect(await accepts(app.client_id, app.client_secret)).toBe(true);
    expect(await accepts(app.client_id, 'wrong')).toBe(false);
  });

  test('keeps its origins as they were parsed, and refuses what is no origin', async () => {
    const { client_id, origins } = await create({
      origins: ' https://crm.example.com  http://localhost:3000 https://crm.example.com ',
    });
    expect(origins).toBe('https://crm.example.com http://localhost:3000');
    const path = { client_id };
    for (const refused of [
      'https://crm.example.com/',
      'https://a,b.example',
      'http://crm.example.com',
      'https://crm.example.com https://a;b',
      'https://*.example.com',
      '¶ Verified by us',
      'https://crm.example.com\nhttps://other.example.com',
    ]) {
      const changed = await api.as(ada).updateOauthApp({ path, body: { origins: refused } });
      expect([changed.status, (changed.body as unknown as { error: string }).error], refused).toEqual([
        406,
        expect.stringMatching(/^origins: must be an origin like/),
      ]);
      const made = await api.as(ada).createOauthApp({ body: { ...APP, origins: refused } });
      expect(made.status, refused).toBe(406);
    }
    const kept = (await api.as(ada).getOauthApps()).body.find((one) => one.client_id === client_id);
    expect(kept?.origins).toBe(origins);
    expect((await api.as(ada).updateOauthApp({ path, body: { origins: '' } })).body.origins).toBe('');
  });

  test('has no secret when it is public', async () => {
    const app = await create({ confidential: false });
    expect(app).toMatchObject({ confidential: false, client_secret: null });
    const rotated = await api.as(ada).rotateOauthApp({ path: { client_id: app.client_id } });
    expect([rotated.status, rotated.headers.get('x-error-code')]).toEqual([400, 'client_without_secret']);
  });

  test('keeps its old secret for a day after rotation', async () => {
    const { client_id, client_secret } = await create();
    const { body } = await api.as(ada).rotateOauthApp({ path: { client_id } });
    expect(body.client_secret).not.toBe(client_secret);
    expect(await accepts(client_id, client_secret)).toBe(true);
    expect(await accepts(client_id, body.client_secret)).toBe(true);
    await api.advance('P1DT1M');
    expect(await accepts(client_id, client_secret)).toBe(false);
    expect(await accepts(client_id, body.client_secret)).toBe(true);
    // The owner's token has ended meanwhile.
    ada = await api.signUp();
  });

  test('can be changed and deleted', async () => {
    const { client_id } = await create();
    const body = { name: 'New name', redirect_uris: ['https://a.example/cb', 'com.example.app:/done'], logo_uri: null };
    const changed = await api.as(ada).updateOauthApp({ path: { client_id }, body });
    expect(changed.body).toMatchObject({
      name: 'New name',
      friendly_name: 'Example CRM',
      redirect_uris: 'https://a.example/cb com.example.app:/done',
    });
    const deleted = await api.as(ada).deleteOauthApp({ path: { client_id } });
    expect([deleted.status, deleted.body]).toEqual([200, 'OK']);
    expect((await api.as(ada).deleteOauthApp({ path: { client_id } })).status).toBe(404);
  });

  test("of another organization can't be seen or touched", async () => {
    const { client_id } = await create();
    const eve = api.as(await api.signUp());
    const path = { client_id };
    for (const answer of [
      await eve.updateOauthApp({ path, body: { name: 'Mine' } }),
      await eve.rotateOauthApp({ path }),
      await eve.deleteOauthApp({ path }),
      await eve.deleteOauthApp({ path: { client_id: newId() } }),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, { status: 'ERROR', error: 'Not found.' }]);
    }
    expect((await eve.getOauthApps()).body).toEqual([]);
  });

  test('can be managed only with the right to change the organization', async () => {
    const member = api.as(await colleagueOf(ada, 'member'));
    expect((await member.getOauthApps()).status).toBe(401);
    expect((await member.createOauthApp({ body: APP })).status).toBe(401);
  });

  test.each([
    'http://crm.example.com/callback',
    'https://crm.example.com/callback#part',
    'https://user:secret@crm.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp:/done',
    '/callback',
    '',
  ])('is refused with the redirect %j', async (redirect_uris) => {
    const { status, body } = await api.as(ada).createOauthApp({ body: { ...APP, redirect_uris } });
    expect(status).toBe(406);
    expect(body.error).toContain('redirect_uris');
  });

  test.each(['http://127.0.0.1:8000/cb', 'http://localhost/cb', 'http://[::1]:1/', 'com.example.app:/done'])(
    'is taken with the redirect %j',
    async (redirect_uris) => {
      expect((await create({ redirect_uris })).redirect_uris).toBe(redirect_uris);
    },
  );
});
