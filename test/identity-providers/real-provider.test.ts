import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import { ok } from '../stories/envelope.ts';
import { begin, type Company, end, newCompany, proveDomain, settings } from './company.ts';
import { CLIENT_ID, CLIENT_SECRET } from './hostile-provider.ts';

let api: Api;
let stop: () => Promise<void>;
let company: Company;
let server: Server;
let issuer: string;
beforeAll(async () => {
  const started = await startApiWithDns();
  ({ api, stop } = started);
  company = await newCompany(api);
  await proveDomain(api, started.dns, company, company.domain);
  const { redirect_uri, logout_uri } = ok(await api.as(company.owner).getIdentityProvider({ path: company.path }));
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', newProvider(redirect_uri, logout_uri).callback());
  ok(await api.as(company.owner).setIdentityProvider({ path: company.path, body: settings(issuer) }));
});
afterAll(async () => {
  await stop();
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const newProvider = (redirect_uri: string, backchannel_logout_uri: string): Provider =>
  new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirect_uri],
        backchannel_logout_uri,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@${company.domain}`,
        email_verified: true,
        given_name: 'Ada',
        family_name: 'Lovelace',
      }),
    }),
    // Its own guard refuses loopback, where the platform under test is.
    fetch: (url, { method = 'GET', headers = {}, body = null } = {}) => fetch(url, { method, headers, body }),
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 600 },
  });

/** A browser at the provider: it keeps cookies, and follows until it is led away. */
const newBrowser = () => {
  const cookies = new Map<string, string>();
  const ask = async (address: string, form?: Record<string, string>): Promise<{ address: string; html: string }> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    const answer = await fetch(address, { ...body, headers: { cookie, accept: 'text/html' }, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) return { address, html: await answer.text() };
    const next = new URL(location, address).href;
    return next.startsWith(issuer) ? ask(next) : { address: next, html: '' };
  };
  return ask;
};

test('members sign in and out at an OpenID provider that others have written, with PKCE, its keys and its notices', async () => {
  const browser = newBrowser();
  const begun = await begin(api, company);
  const login = await browser(begun.redirect_to);
  const consent = await browser(login.address, { prompt: 'login', login: 'ada', password: 'any' });
  const back = await browser(consent.address, { prompt: 'consent' });
  const query = Object.fromEntries(new URL(back.address).searchParams);
  expect(query.iss).toBe(issuer);
  const { access_token: token } = ok(await end(api, begun, query));
  expect(claimsOf(token)).toMatchObject({ email: `ada@${company.domain}`, first_name: 'Ada', roles: ['member'] });
  expect((await api.as({ token }).getTemplates()).status).toBe(200);

  const { html } = await browser(`${issuer}/session/end`);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
  await browser(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
  expect((await api.as({ token }).getTemplates()).status).toBe(401);
});
