import type { Answered, Api, Person } from '../api.ts';
import type { Dns } from '../domains/dns-server.ts';
import { ok } from '../stories/envelope.ts';
import { CLIENT_ID, CLIENT_SECRET } from './hostile-provider.ts';

let companies = 0;

/** An organization whose owner has an address at its own, proven domain. */
export interface Company {
  owner: Person;
  domain: string;
  path: { organization_id: string };
}

/** A new organization with a domain that isn't proven. */
export const newCompany = async (api: Api): Promise<Company> => {
  companies += 1;
  const domain = `company-${companies}-${process.pid}.example`;
  const owner = await api.signUp({ email: `owner@${domain}` });
  return { owner, domain, path: { organization_id: owner.organization_id } };
};

/** Proves a domain of the organization by the DNS. */
export const proveDomain = async (api: Api, dns: Dns, { owner, path }: Company, domain: string): Promise<void> => {
  const { dns_record } = ok(await api.as(owner).addSignInDomain({ path, body: { domain } }));
  dns.publish([dns_record]);
  ok(await api.as(owner).verifySignInDomain({ path: { ...path, domain } }));
};

/** Settings of a provider as an owner sends them. */
export const settings = (issuer: string, more: object = {}) => ({
  kind: 'oidc',
  name: 'Example AD',
  issuer,
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  active: true,
  new_members: 'join',
  default_role: 'member',
  trusts_second_factor: false,
  required: false,
  emergency_profile_ids: [],
  ...more,
});

/** A new organization with a proven domain, whose members sign in at this issuer. */
export const companyAt = async (api: Api, dns: Dns, issuer: string, more: object = {}): Promise<Company> => {
  const company = await newCompany(api);
  await proveDomain(api, dns, company, company.domain);
  ok(await api.as(company.owner).setIdentityProvider({ path: company.path, body: settings(issuer, more) }));
  return company;
};

export const cookieOf = ({ headers }: Pick<Answered, 'headers'>): string =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** A sign-in that has begun in a browser. */
export interface Begun {
  redirect_to: string;
  cookie: string;
  provider: string;
}

export const begin = async (api: Api, { path }: Company, cookie = ''): Promise<Begun> => {
  const provider = path.organization_id;
  const answer = await api.anyone.startProviderSignIn({ body: { provider }, headers: cookie ? { cookie } : {} });
  return { redirect_to: ok(answer).redirect_to, cookie: cookieOf(answer), provider };
};

/** Goes to the provider's page, where somebody is signed in already; returns the query with which it leads back. */
export const visit = async ({ redirect_to }: Pick<Begun, 'redirect_to'>): Promise<Record<string, string>> => {
  const { headers } = await fetch(redirect_to, { redirect: 'manual' });
  return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
};

export const end = (api: Api, { provider, cookie }: Begun, query: Record<string, string>) =>
  api.anyone.signInWithProvider({ body: { provider, ...query }, headers: { cookie } });

/** A whole sign-in. */
export const signInAt = async (api: Api, company: Company) => {
  const begun = await begin(api, company);
  return end(api, begun, await visit(begun));
};
