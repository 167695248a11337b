import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { splitRoute } from '../../lib/http/route.ts';
import { DEFAULT_SCOPES, isScope, SCOPES } from '../../lib/people/access/scopes.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from './claims.ts';

let api: Api;
let ada: Person;
let app: { client_id: string; client_secret: string };
const redirect_uri = 'https://crm.example.com/callback';
const NOBODY = '0196f7a1-0000-7000-8000-00000000dead';

beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
  app = await newApp();
});
afterAll(() => api.stop());

const newApp = async () =>
  (await api.as(ada).createOauthApp({ body: { name: 'CRM', redirect_uris: [redirect_uri] } })).body;

const codeFor = async (client: typeof app, scope?: string): Promise<string> => {
  const body = { client_id: client.client_id, redirect_uri, response_type: 'code', scope };
  const answer = await api.as(ada).answerAuthorization({ body });
  return new URL(answer.body.redirect_to).searchParams.get('code') ?? '';
};
const exchange = ({ client_id, client_secret }: typeof app, code: string) =>
  api.anyone.authenticate({ body: { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code } });
const grantTo = async (client: typeof app, scope?: string) =>
  (await exchange(client, await codeFor(client, scope))).body;
const refresh = ({ client_id, client_secret }: typeof app, refresh_token: string, scope?: string) =>
  api.anyone.authenticate({ body: { grant_type: 'refresh_token', client_id, client_secret, refresh_token, scope } });

const forUsers = operations.map(({ contract }) => contract).filter(({ session }) => ['user', 'both'].includes(session));

/** The operations that a token is refused for its reach, by the code of the refusal. */
const refusedTo = async (token: string): Promise<Record<string, string>> => {
  const refused: Record<string, string> = {};
  for (const { id, route } of forUsers) {
    const { method, path } = splitRoute(route);
    const filled = path.replace(/\{\w+\}/g, NOBODY);
    const { headers } = await api.request(method, filled, { token }, method === 'GET' ? {} : { body: {} });
    const code = headers.get('x-error-code') ?? '';
    if (['wrong_session', 'insufficient_scope', 'unauthorized'].includes(code)) refused[id] = code;
  }
  return refused;
};

describe('contracts', () => {
  test('require a read scope where they read, and a write scope where they write', () => {
    for (const { id, route, callableBy = '', access } of forUsers) {
      if (!isScope(callableBy)) continue;
      // It reads alone, but makes what only the link's maker may state.
      if (id === 'signTemplateLinkAddress') continue;
      // An operation that uses nothing of AWS, or only reads records, changes nothing, even with a writing method.
      const reads = splitRoute(route).method === 'GET' || Object.keys(access).every((use) => use === 'read');
      expect(callableBy.split(':')[1], id).toBe(reads ? 'read' : 'write');
    }
  });

  test('for members, keys, applications, sessions, passwords, second factors and deletions are closed to applications', () => {
    const closed = forUsers.filter(
      ({ tag, route }) =>
        [
          'API Keys',
          'OAuth Applications',
          'Organization Members',
          'Organization Groups',
          'Organization Invitations',
        ].includes(tag) ||
        /\/v2\/users\/(?!me)|oauth2|DELETE \/v2\/(organizations|profiles)\/\{\w+\}$|\/switch$|\/export$/.test(route),
    );
    expect(closed.length).toBeGreaterThan(35);
    expect(closed.filter(({ callableBy = '' }) => isScope(callableBy)).map(({ id }) => id)).toEqual([]);
  });
});

describe('an application', () => {
  test('with every scope is refused only the operations that no scope opens', async () => {
    const { access_token, scope } = await grantTo(app, Object.keys(SCOPES).join(' '));
    expect(scope).toBe(Object.keys(SCOPES).join(' '));
    const closed = forUsers.filter(({ callableBy = '' }) => !isScope(callableBy) && callableBy !== 'any_client');
    expect(await refusedTo(access_token)).toEqual(Object.fromEntries(closed.map(({ id }) => [id, 'wrong_session'])));
  });

  test('with one scope reaches the operations of that scope alone, and the agents’ server, which looks at scopes itself', async () => {
    const { access_token } = await grantTo(app, 'templates:read');
    const open = forUsers
      .filter(({ callableBy = '' }) => ['templates:read', 'any_client'].includes(callableBy))
      .map(({ id }) => id);
    const refused = Object.keys(await refusedTo(access_token));
    expect(forUsers.map(({ id }) => id).filter((id) => !refused.includes(id))).toEqual(open);
  });

  test('that asks for no scope gets the documented default, and the token names it', async () => {
    const { access_token, scope } = await grantTo(app);
    expect([scope, claimsOf(access_token).scope]).toEqual([DEFAULT_SCOPES.join(' '), DEFAULT_SCOPES.join(' ')]);
    expect((await api.as({ token: access_token }).getProfiles()).status).toBe(200);
  });

  test('can refresh to fewer scopes, never to more', async () => {
    const { refresh_token } = await grantTo(app, 'templates:read templates:write');
    const more = await refresh(app, refresh_token, 'templates:read envelopes:read');
    expect([more.status, more.headers.get('x-error-code')]).toEqual([400, 'invalid_scope']);
    const less = await refresh(app, refresh_token, 'templates:read');
    expect(less.body.scope).toBe('templates:read');
    const say = { body: { name: 'A' } };
    expect((await api.as({ token: less.body.access_token }).createTemplate(say)).headers.get('x-error-code')).toBe(
      'insufficient_scope',
    );
    const again = await refresh(app, less.body.refresh_token);
    expect(again.body.scope).toBe('templates:read templates:write');
  });

  test('gets an error that names an unknown scope', async () => {
    const query = { client_id: app.client_id, redirect_uri, response_type: 'code', scope: 'envelopes:read everything' };
    for (const id of ['startAuthorization', 'getSignInPage'] as const) {
      const { status, headers } = await api.anyone[id]({ query });
      expect([status, new URL(headers?.get('location') ?? '').searchParams.get('error')]).toEqual([
        302,
        'invalid_scope',
      ]);
    }
    const { body } = await api.as(ada).answerAuthorization({ body: query });
    expect(new URL(body.redirect_to).searchParams.get('error')).toBe('invalid_scope');
  });

  test('is shown with the scopes that it asks for, and no others', async () => {
    const query = { client_id: app.client_id, redirect_uri, response_type: 'code', scope: 'webhooks:write' };
    const { body } = await api.anyone.getSignInPage({ query });
    expect(body).toContain('&quot;scopes&quot;:[&quot;webhooks:write&quot;]');
  });
});

describe('a scope narrows the token of every grant', () => {
  /** One operation of each kind: of the scope, of others, of API keys and sign-ins alone. */
  const NARROWED = {
    getTemplates: null,
    createTemplate: 'insufficient_scope',
    getEnvelopes: 'insufficient_scope',
    getApiKeys: 'wrong_session',
    getSessions: 'wrong_session',
  };
  const reachOf = async (token: string) => {
    const codes = Object.keys(NARROWED).map(async (id) => {
      const answer = await api.use(id, { token });
      return [id, answer.headers.get('x-error-code')];
    });
    return Object.fromEntries(await Promise.all(codes));
  };
  const signIn = (scope: string) =>
    api.anyone.authenticate({
      body: { grant_type: 'password', username: ada.email, password: ada.password, scope },
    });

  test('of a user, whom it stays with through refreshes', async () => {
    const { body } = await signIn('templates:read');
    expect([body.scope, claimsOf(body.access_token).scope]).toEqual(['templates:read', 'templates:read']);
    expect(await reachOf(body.access_token)).toEqual(NARROWED);
    const asked = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    const more = await api.anyone.authenticate({ body: { ...asked, scope: 'envelopes:read' } });
    expect([more.status, more.headers.get('x-error-code')]).toEqual([400, 'invalid_scope']);
    expect((await api.anyone.authenticate({ body: asked })).body.scope).toBe('templates:read');
  });

  test('of an API key, and of its refreshed token alone', async () => {
    const { client_id, client_secret } = (await api.as(ada).createApiKey({ body: { name: 'Narrow' } })).body;
    const get = (more: object) => api.anyone.authenticate({ body: { client_id, client_secret, ...more } });
    const { body } = await get({ grant_type: 'client_credentials', scope: 'templates:read' });
    expect(await reachOf(body.access_token)).toEqual(NARROWED);
    const whole = await get({ grant_type: 'client_credentials' });
    expect(whole.body.scope).toBeUndefined();
    const refreshed = { grant_type: 'refresh_token', refresh_token: whole.body.refresh_token };
    const narrow = await get({ ...refreshed, scope: 'contacts:read' });
    expect((await api.as({ token: narrow.body.access_token }).getTemplates()).headers.get('x-error-code')).toBe(
      'insufficient_scope',
    );
    const again = await get({ grant_type: 'refresh_token', refresh_token: narrow.body.refresh_token });
    expect((await api.as({ token: again.body.access_token }).getTemplates()).status).toBe(200);
  });

  test('of an application that exchanges its code, and never widens it', async () => {
    const get = async (scope: string) => {
      const code = await codeFor(app, 'templates:read contacts:read');
      const { client_id, client_secret } = app;
      return api.anyone.authenticate({
        body: { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code, scope },
      });
    };
    expect((await get('contacts:read')).body.scope).toBe('contacts:read');
    expect((await get('contacts:read envelopes:read')).headers.get('x-error-code')).toBe('invalid_scope');
  });

  test('and is refused if it is not known', async () => {
    const { status, headers, body } = await signIn('templates:read all');
    expect([status, headers.get('x-error-code')]).toEqual([400, 'invalid_scope']);
    expect(body.error).toMatch(/^invalid_scope: all is not known, .* Possible are profile:read, /);
  });
});

describe('the end of an application’s access', () => {
  test('ends all its sessions and open codes when the user ends one of them', async () => {
    const [one, other] = [await grantTo(app), await grantTo(app)];
    const code = await codeFor(app);
    const second = await newApp();
    const elsewhere = await grantTo(second);
    await api.as(ada).revokeSession({ path: { session_id: String(claimsOf(one.access_token).sid) } });
    for (const { access_token, refresh_token } of [one, other]) {
      expect((await api.as({ token: access_token }).getProfiles()).status).toBe(401);
      expect((await refresh(app, refresh_token)).status).toBe(401);
    }
    expect((await exchange(app, code)).status).toBe(400);
    expect((await api.as({ token: elsewhere.access_token }).getProfiles()).status).toBe(200);
    await api.advance('PT1S');
    expect((await exchange(app, await codeFor(app))).status).toBe(200);
  });

  test('ends everything when the application is deleted', async () => {
    const client = await newApp();
    const [{ access_token, refresh_token }, code] = [await grantTo(client), await codeFor(client)];
    await api.as(ada).deleteOauthApp({ path: { client_id: client.client_id } });
    expect((await api.as({ token: access_token }).getProfiles()).status).toBe(401);
    expect((await refresh(client, refresh_token)).status).toBe(401);
    expect((await exchange(client, code)).status).toBe(401);
  });

  test('ends the sessions that a secret opened when the secret is withdrawn', async () => {
    const client = await newApp();
    const { access_token, refresh_token } = await grantTo(client);
    const path = { client_id: client.client_id };
    await api.as(ada).rotateOauthApp({ path });
    expect((await api.as({ token: access_token }).getProfiles()).status).toBe(200);
    const { body: latest } = await api.as(ada).rotateOauthApp({ path });
    expect((await api.as({ token: access_token }).getProfiles()).status).toBe(401);
    expect((await refresh(client, refresh_token)).status).toBe(401);
    const renewed = await refresh(latest, refresh_token);
    expect((await api.as({ token: renewed.body.access_token }).getProfiles()).status).toBe(200);
  });
});

test('an API key may do everything except what only the user may do', async () => {
  const { body: key } = await api.as(ada).createApiKey({ body: { name: 'Key' } });
  const { client_id, client_secret } = key;
  const { body } = await api.anyone.authenticate({
    body: { grant_type: 'client_credentials', client_id, client_secret },
  });
  const own = forUsers.filter(({ callableBy }) => callableBy === 'login').map(({ id }) => id);
  const refused = await refusedTo(body.access_token);
  expect(Object.keys(refused).filter((id) => id !== 'createOrganization')).toEqual(own);
});

describe('a redirect', () => {
  const register = (redirect_uris: unknown) => api.as(ada).createOauthApp({ body: { name: 'A', redirect_uris } });

  test.each([
    'https://*.evil.com/',
    'https://app.evil.com/*',
    'https://a.example.com/ ',
    ' https://a.example.com/',
    'https://a.example.com/%20',
    'https://a.example.com/\t',
    'https://a.example.com/\u00a0',
    'https://a.example.com/#x',
    'https://ada@a.example.com/',
    'https://a.example.com@evil.com/',
    'http://a.example.com/',
    'http://127.0.0.1.evil.com/',
    'http://localhost.evil.com/',
    'https:\\\\evil.com\\',
    'https://a.example.com\\@evil.com/',
    'HTTPS://a.example.com/',
    'https://A.example.com/',
    'https://2130706433/',
    'https://0x7f.1/',
    'http://127.1/',
    'https://10.0.0.1/',
    'https://[::ffff:7f00:1]/',
    'https://a.example.com./',
    'https://a..example.com/',
    'https://a.example.com:443/',
    'https://a.example.com/x/../y',
    'https://bücher.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc',
    '//a.example.com/',
    '/callback',
    '',
    'https://',
    'https:a.example.com',
    'https://a.example.com/\r\nX: y',
  ])('like %j is refused', async (one) => {
    for (const given of [[one], ['https://good.example.com/', one], one]) {
      const { status, body } = await register(given);
      expect([status, body.error]).toEqual([406, expect.stringContaining('redirect_uris')]);
    }
  });

  test.each([
    'https://a.example.com/callback',
    'https://a.example.com',
    'https://a.example.com:8443/x?y=1',
    'http://localhost:3000/cb',
    'http://127.0.0.1:8080/cb',
    'http://[::1]:8080/cb',
    'com.example.app:/done',
    'https://xn--bcher-kva.example/cb',
  ])('like %j is taken, letter for letter', async (one) => {
    const { status, body } = await register(one);
    expect([status, body.redirect_uris]).toEqual([200, one]);
  });
});
