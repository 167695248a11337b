import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import samlp from 'samlp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import { ok } from '../stories/envelope.ts';
import { begin, end } from './company.ts';
import { queryOf, type SamlCompany, samlCompanyAt, samlSettings } from './saml-company.ts';
import { newSamlKey, type SamlKey } from './saml-provider.ts';

const EMAIL = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';

let api: Api;
let stop: () => Promise<void>;
let company: SamlCompany;
let server: Server;
let key: SamlKey;
const how = { signsResponse: false };
beforeAll(async () => {
  const started = await startApiWithDns();
  ({ api, stop } = started);
  key = await newSamlKey();
  company = await samlCompanyAt(api, started.dns, 'urn:example:idp', key);
  server = createServer((request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? '', 'http://localhost').searchParams);
    const shown = {
      set: (name: string, value: string) => response.setHeader(name, value),
      send: (html: string) => response.end(html),
    };
    const signIn = samlp.auth({
      issuer: 'urn:example:idp',
      cert: key.certificate,
      key: key.key,
      signResponse: how.signsResponse,
      destination: company.acs_url,
      recipient: company.acs_url,
      nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      getPostURL: (_audience, _request, _from, done) => done(null, company.acs_url),
      getUserFromRequest: () => ({
        id: 'ada',
        emails: [{ value: `ada@${company.domain}` }],
        displayName: 'Ada Lovelace',
        name: { givenName: 'Ada', familyName: 'Lovelace' },
      }),
    });
    signIn({ method: 'GET', query, originalUrl: request.url }, shown, (error) =>
      response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sign_in_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`;
  const body = samlSettings('urn:example:idp', key, { sign_in_url, email_attribute: EMAIL });
  ok(await api.as(company.owner).setIdentityProvider({ path: company.path, body }));
});
afterAll(async () => {
  await stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test.each([false, true])(
  'members sign in at a SAML provider that others have written, by the form that it shows (response signed: %s)',
  async (signsResponse) => {
    how.signsResponse = signsResponse;
    const begun = await begin(api, company);
    const html = await (await fetch(begun.redirect_to)).text();
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
    const inputs = [...html.matchAll(/name="(\w+)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as [string, string],
    );
    const posted = await fetch(action.replaceAll('&#x2F;', '/'), {
      method: 'POST',
      body: new URLSearchParams(inputs),
      headers: { accept: 'text/html', origin: 'https://login.example.com' },
      redirect: 'manual',
    });
    const { access_token: token } = ok(await end(api, begun, queryOf(posted)));
    expect(claimsOf(token)).toMatchObject({ email: `ada@${company.domain}`, first_name: 'Ada', last_name: 'Lovelace' });
  },
);
