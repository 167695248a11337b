import type { Api } from '../api.ts';
import type { Dns } from '../domains/dns-server.ts';
import { ok } from '../stories/envelope.ts';
import { type Begun, begin, type Company, end, newCompany, proveDomain, settings } from './company.ts';
import { answerOf, encode, type Parts, requestIn, rightParts, type SamlKey } from './saml-provider.ts';

/** Organizations whose members sign in at a SAML provider that a test plays. */
export interface SamlCompany extends Company {
  issuer: string;
  entity_id: string;
  acs_url: string;
}

/** Settings of a SAML provider as an owner sends them. */
export const samlSettings = (issuer: string, { certificate }: Pick<SamlKey, 'certificate'>, more: object = {}) => {
  const { client_id: _id, client_secret: _secret, ...common } = settings(issuer);
  return {
    ...common,
    kind: 'saml',
    sign_in_url: 'https://login.example.com/saml?app=1',
    certificates: [certificate],
    email_attribute: 'email',
    accepts_unsolicited: false,
    ...more,
  };
};

export const samlCompanyAt = async (
  api: Api,
  dns: Dns,
  issuer: string,
  key: SamlKey,
  more: object = {},
): Promise<SamlCompany> => {
  const company = await newCompany(api);
  await proveDomain(api, dns, company, company.domain);
  const as = api.as(company.owner);
  ok(await as.setIdentityProvider({ path: company.path, body: samlSettings(issuer, key, more) }));
  const { entity_id, acs_url } = ok(await as.getIdentityProvider({ path: company.path }));
  return { ...company, issuer, entity_id, acs_url };
};

/** A browser posts the form of its provider. */
export const post = (api: Api, { path }: Pick<Company, 'path'>, xml: string, headers: Record<string, string> = {}) =>
  api.anyone.takeSamlAnswer({
    path,
    body: new URLSearchParams({ SAMLResponse: encode(xml), RelayState: 'https://evil.example' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://login.example.com', ...headers },
  });

/** The query of the page to which an answer leads. */
export const queryOf = ({ headers }: { headers: Headers }): Record<string, string> =>
  Object.fromEntries(new URL(headers.get('location') ?? 'about:blank').searchParams);

export interface Someone {
  subject: string;
  email: string;
}

/** The parts of the answer to a sign-in that has begun. */
export const partsFor = (company: SamlCompany, begun: Pick<Begun, 'redirect_to'>, someone: Someone): Parts =>
  rightParts({ ...company, request: requestIn(begun.redirect_to).id }, someone);

/** A whole sign-in; `change` makes another answer. */
export const signInBySaml = async (api: Api, company: SamlCompany, key: SamlKey, someone: Someone) => {
  const begun = await begin(api, company);
  const taken = await post(api, company, answerOf(partsFor(company, begun, someone), key));
  return end(api, begun, queryOf(taken));
};
