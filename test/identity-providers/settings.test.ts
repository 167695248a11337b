import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { collection, getItem } from '../../lib/storage/engine/client.ts';
import { identityProviderKey } from '../../lib/storage/engine/keys.ts';
import type { Api } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';
import { memberOf } from '../members/member.ts';
import { addPasskey, originOf, signIn as signInByPasskey } from '../passkeys/authenticator.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import {
  begin,
  type Company,
  companyAt,
  cookieOf,
  end,
  newCompany,
  proveDomain,
  settings,
  signInAt,
  visit,
} from './company.ts';
import { CLIENT_ID, CLIENT_SECRET, type HostileProvider, seconds, startProvider } from './hostile-provider.ts';

let api: Api;
let dns: Dns;
let stop: () => Promise<void>;
let provider: HostileProvider;
beforeAll(async () => {
  ({ api, dns, stop } = await startApiWithDns());
  provider = await startProvider();
});
afterAll(async () => {
  await stop();
  await provider.stop();
});

const byPassword = ({ email, password }: { email: string; password: string }) =>
  api.anyone.authenticate({ body: { grant_type: 'password', username: email, password } });
const eventsOf = async ({ owner, path }: Company) =>
  ok(await api.as(owner).getOrganizationEvents({ path, query: { rows: 100 } })).events;
const REQUIRED = [401, 'provider_required'];

describe('the settings of a provider', () => {
  test('are read again without the secret, which is stored encrypted', async () => {
    const { owner, path } = await companyAt(api, dns, provider.issuer);
    const read = ok(await api.as(owner).getIdentityProvider({ path }));
    expect(read.provider).toMatchObject({ issuer: provider.issuer, has_client_secret: true, required: false });
    expect(read.redirect_uri).toBe(`${api.url}/sign-in/${path.organization_id}`);
    expect(JSON.stringify(read)).not.toContain(CLIENT_SECRET);
    const stored = JSON.stringify(await getItem(identityProviderKey(path.organization_id)));
    expect(stored).toContain(provider.issuer);
    expect(stored).not.toContain(CLIENT_SECRET);
  });

  test('name an address of the platform to lead back to, which shows a page', async () => {
    const { path } = await newCompany(api);
    const { status, headers } = await api.anyone.getProviderPage({ path });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('keep the secret that is not sent again, and need it anew for another issuer or client', async () => {
    const { owner, path } = await companyAt(api, dns, provider.issuer);
    const { client_secret: _, ...body } = settings(provider.issuer, { name: 'Renamed' });
    const set = (more: object) => api.as(owner).setIdentityProvider({ path, body: { ...body, ...more } });
    expect(ok(await set({}))).toMatchObject({ name: 'Renamed', has_client_secret: true });
    expect((await set({ issuer: 'https://login.example.com' })).body.error).toContain('client_secret');
    expect((await set({ client_id: 'another' })).body.error).toContain('client_secret');
    expect(ok(await set({ client_secret: null })).has_client_secret).toBe(false);
  });

  test('are in the log of administration, from what to what, without the secret', async () => {
    const company = await companyAt(api, dns, provider.issuer);
    const { owner, path } = company;
    ok(await api.as(owner).setIdentityProvider({ path, body: settings(provider.issuer, { new_members: 'wait' }) }));
    ok(await api.as(owner).deleteIdentityProvider({ path }));
    const events = await eventsOf(company);
    expect(events.map(({ kind }) => kind).slice(0, 5)).toEqual([
      'identity_provider:deleted',
      'identity_provider:updated',
      'identity_provider:updated',
      'sign_in_domain:verified',
      'sign_in_domain:added',
    ]);
    expect(events[1]).toMatchObject({
      object: { type: 'identity_provider', id: path.organization_id, name: 'Example AD' },
    });
    expect(events[1]?.changes).toEqual([{ member: 'new_members', from: 'join', to: 'wait' }]);
    expect(JSON.stringify(events)).not.toContain(CLIENT_SECRET);
  });

  test('are for those who may appoint owners, because the provider can let anybody come as anybody', async () => {
    const { owner, path, domain } = await newCompany(api);
    const admin = api.as(await memberOf(api, owner, 'admin'));
    const FORBIDDEN = [401, 'forbidden'];
    expect((await admin.getIdentityProvider({ path })).status).toBe(200);
    expect(refusalOf(await admin.setIdentityProvider({ path, body: settings(provider.issuer) }))).toEqual(FORBIDDEN);
    expect(refusalOf(await admin.addSignInDomain({ path, body: { domain } }))).toEqual(FORBIDDEN);
  });

  test('of another organization look like none', async () => {
    const { path } = await companyAt(api, dns, provider.issuer);
    const stranger = api.as(await api.signUp());
    const answers = [
      await stranger.getIdentityProvider({ path }),
      await stranger.setIdentityProvider({ path, body: settings(provider.issuer) }),
      await stranger.deleteIdentityProvider({ path }),
      await stranger.testIdentityProvider({ path }),
    ];
    expect(answers.map(refusalOf)).toEqual(answers.map(() => [404, 'not_found']));
  });

  test('that are removed end no session, and no demand stays', async () => {
    const company = await companyAt(api, dns, provider.issuer);
    provider.signIn({ sub: 'stays', email: `stays@${company.domain}` });
    const { access_token: token } = ok(await signInAt(api, company));
    ok(await api.as(company.owner).deleteIdentityProvider({ path: company.path }));
    expect((await api.as({ token }).getTemplates()).status).toBe(200);
    expect(ok(await api.as(company.owner).getIdentityProvider({ path: company.path })).provider).toBeNull();
  });

  test('go with the organization, with all that belongs to them, and its domain is free again', async () => {
    const company = await companyAt(api, dns, provider.issuer);
    const { owner, path, domain } = company;
    provider.signIn({ sub: 'goes', sid: 'goes', email: `goes@${domain}` });
    ok(await signInAt(api, company));
    const at = seconds();
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const notice = { iss: provider.issuer, aud: CLIENT_ID, iat: at, exp: at + 60, jti: 'goes', sub: 'goes', events };
    ok(await api.anyone.endSessionsByProvider({ path, body: { logout_token: await provider.sign(notice) } }));
    ok(await api.as(owner).updateOrganization({ path, body: { deletion_protected: false } }));
    ok(await api.as(owner).deleteOrganization({ path }));
    await api.settle();
    await api.advance('PT1H');
    await api.settle();
    expect(await collection(identityProviderKey(path.organization_id).pk)).toEqual([]);
    await proveDomain(api, dns, await newCompany(api), domain);
    expect(ok(await api.anyone.findSignInWays({ body: { email: owner.email } }))).toEqual({ provider: null });
  });
});

describe('a test of a provider', () => {
  const testOf = async (
    company: Company,
    query: (right: Record<string, string>) => Record<string, string> = (q) => q,
  ) => {
    const as = api.as(company.owner);
    const started = await as.testIdentityProvider({ path: company.path });
    const body = query(await visit(ok(started)));
    return as.finishIdentityProviderTest({ path: company.path, body, headers: { cookie: cookieOf(started) } });
  };

  test('shows what the provider states, and signs nobody in, also before it is active', async () => {
    const company = await companyAt(api, dns, provider.issuer, { active: false });
    const email = `tester@${company.domain}`;
    provider.signIn({ sub: 'tester', email, groups: ['staff'] });
    expect(ok(await testOf(company))).toMatchObject({
      email,
      problems: [],
      claims: { sub: 'tester', groups: ['staff'] },
    });
    expect(ok(await api.as(company.owner).getOrganizationMembers()).map((one) => one.email)).toEqual([
      company.owner.email,
    ]);
  });

  test('says what stands against a first sign-in of the person', async () => {
    const company = await companyAt(api, dns, provider.issuer);
    provider.signIn({ sub: 'tester' });
    expect(ok(await testOf(company)).problems).toEqual(['email_missing']);
    provider.signIn({ sub: 'tester', email: 'ada@unproven.example', email_verified: false });
    expect(ok(await testOf(company)).problems).toEqual(['email_unverified', 'domain_unproven']);
  });

  test('is no sign-in, and a sign-in is no test', async () => {
    const company = await companyAt(api, dns, provider.issuer);
    const started = await api.as(company.owner).testIdentityProvider({ path: company.path });
    const query = await visit(ok(started));
    const asSignIn = { redirect_to: '', cookie: cookieOf(started), provider: company.path.organization_id };
    expect(refusalOf(await end(api, asSignIn, query))).toEqual([401, 'provider_sign_in_over']);
    const begun = await begin(api, company);
    const answer = await api.as(company.owner).finishIdentityProviderTest({
      path: company.path,
      body: await visit(begun),
      headers: { cookie: begun.cookie },
    });
    expect(refusalOf(answer)).toEqual([401, 'provider_sign_in_over']);
  });

  test('refuses what a sign-in refuses', async () => {
    const company = await companyAt(api, dns, provider.issuer);
    provider.misbehave({ token: (claims) => provider.unsigned(claims) });
    expect(refusalOf(await testOf(company))).toEqual([401, 'provider_refused']);
    provider.misbehave({});
  });
});

describe('a domain of addresses', () => {
  test('is proven by its DNS record, and not before', async () => {
    const company = await newCompany(api);
    const { owner, path, domain } = company;
    const { dns_record, verified_at } = ok(await api.as(owner).addSignInDomain({ path, body: { domain } }));
    expect(verified_at).toBeNull();
    expect(dns_record).toMatchObject({ type: 'TXT', name: `_countersign.${domain}` });
    const verify = async () => ok(await api.as(owner).verifySignInDomain({ path: { ...path, domain } })).verified_at;
    expect(await verify()).toBeNull();
    dns.add('TXT', dns_record.name, 'another token');
    expect(await verify()).toBeNull();
    dns.publish([dns_record]);
    expect(await verify()).not.toBeNull();
    dns.remove(dns_record.name);
    expect(await verify()).not.toBeNull();
  });

  test.each(['gmail.com', 'outlook.com', 'co.uk', 'github.io', 'localhost', '10.0.0.1'])(
    'can not be %s, where everybody gets an address or a name',
    async (domain) => {
      const { owner, path } = await newCompany(api);
      const { status, body } = await api.as(owner).addSignInDomain({ path, body: { domain } });
      expect([status, String(body.error).split(':')[0]]).toEqual([406, 'domain']);
    },
  );

  test('belongs to one organization, until it publishes the record of another one and no more its own', async () => {
    const [first, second] = [await newCompany(api), await newCompany(api)];
    const { domain } = first;
    await proveDomain(api, dns, first, domain);
    const { dns_record } = ok(await api.as(second.owner).addSignInDomain({ path: second.path, body: { domain } }));
    dns.publish([dns_record]);
    const verify = () => api.as(second.owner).verifySignInDomain({ path: { ...second.path, domain } });
    expect(refusalOf(await verify())).toEqual([400, 'domain_taken']);
    dns.remove(dns_record.name);
    dns.publish([dns_record]);
    expect(ok(await verify()).verified_at).not.toBeNull();
    const before = ok(await api.as(first.owner).getIdentityProvider({ path: first.path }));
    expect(before.domains.map(({ verified_at }) => verified_at)).toEqual([null]);
  });

  test('that is removed is free for others, and lets nobody new in', async () => {
    const company = await companyAt(api, dns, provider.issuer);
    const { owner, path, domain } = company;
    ok(await api.as(owner).deleteSignInDomain({ path: { ...path, domain } }));
    provider.signIn({ sub: 'late', email: `late@${domain}` });
    expect(refusalOf(await signInAt(api, company))).toEqual([401, 'provider_refused']);
    const next = await newCompany(api);
    await proveDomain(api, dns, next, domain);
    const { domains } = ok(await api.as(next.owner).getIdentityProvider({ path: next.path }));
    expect(domains[0]?.verified_at).not.toBeNull();
  });

  test('leads to the provider whether or not the address has an account', async () => {
    const company = await companyAt(api, dns, provider.issuer);
    const ways = async (email: string) => ok(await api.anyone.findSignInWays({ body: { email } }));
    const known = await ways(company.owner.email);
    expect(known).toEqual({ provider: { id: company.path.organization_id, name: 'Example AD' } });
    expect(await ways(`nobody@${company.domain.toUpperCase()}`)).toEqual(known);
    expect(await ways('nobody@elsewhere.example')).toEqual({ provider: null });
    const pending = await newCompany(api);
    ok(await api.as(pending.owner).addSignInDomain({ path: pending.path, body: { domain: pending.domain } }));
    expect(await ways(pending.owner.email)).toEqual({ provider: null });
  });
});

describe('a sign-in that the organization demands', () => {
  /** A company with a member who has signed in by password, and the owner as the emergency. */
  const demanding = async () => {
    const company = await companyAt(api, dns, provider.issuer);
    const { owner, path, domain } = company;
    const member = await api.signUp({ email: `member@${domain}` });
    const body = { email: member.email, first_name: 'Grace', last_name: 'Hopper', role: 'admin' };
    ok(await api.as(owner).createOrganizationInvitation({ body }));
    await api.settle();
    const token = (await api.messages(member.email)).find(({ code }) => code)?.code;
    const names = { first_name: 'Grace', last_name: 'Hopper' };
    const joined = ok(
      await api.anyone.acceptOrganizationInvitation({
        body: { email: member.email, token, password: member.password, ...names },
      }),
    );
    const demand = (more: object = {}) =>
      api.as(owner).setIdentityProvider({
        path,
        body: settings(provider.issuer, { required: true, emergency_profile_ids: [owner.profile_id], ...more }),
      });
    return { company, member, token: joined.access_token, demand };
  };

  test('ends sessions by password at their next call, with the way to the provider, and excepts the named owner', async () => {
    const { company, token, demand } = await demanding();
    expect((await api.as({ token }).getTemplates()).status).toBe(200);
    ok(await demand());
    const refused = await api.as({ token }).getTemplates();
    expect(refusalOf(refused)).toEqual(REQUIRED);
    expect((refused.body as unknown as { error: string }).error).toContain(
      `${api.url}/login?provider=${company.path.organization_id}`,
    );
    expect((await api.as(company.owner).getTemplates()).status).toBe(200);
    expect((await byPassword(company.owner)).status).toBe(200);
  });

  test('refuses to accept an invitation by password at once, and its use at the provider makes the member', async () => {
    const { company, demand } = await demanding();
    const { owner, domain } = company;
    ok(await demand());
    const email = `invited@${domain}`;
    const names = { first_name: 'Joan', last_name: 'Clarke' };
    ok(await api.as(owner).createOrganizationInvitation({ body: { email, ...names, role: 'basic_user' } }));
    await api.settle();
    const token = (await api.messages(email)).find(({ code }) => code)?.code;
    const body = { email, token, password: 'a password of her own', ...names };
    const refused = await api.anyone.acceptOrganizationInvitation({ body });
    expect(refusalOf(refused)).toEqual(REQUIRED);
    expect((refused.body as unknown as { error: string }).error).toContain(company.path.organization_id);
    expect(refusalOf(await byPassword({ email, password: body.password }))[0]).toBe(401);
    provider.signIn({ sub: 'joan', email, email_verified: true });
    expect(claimsOf(ok(await signInAt(api, company)).access_token).roles).toEqual(['basic_user']);
  });

  test('lets a password open the other organizations of the person, and no way leads from there', async () => {
    const { member, token, demand } = await demanding();
    const { profile_id } = claimsOf(token);
    ok(await demand());
    const { access_token } = ok(await byPassword(member));
    expect(claimsOf(access_token).organization_id).toBe(member.organization_id);
    const moved = await api.as({ token: access_token }).switchProfile({ path: { profile_id: String(profile_id) } });
    expect(refusalOf(moved)).toEqual(REQUIRED);
  });

  test('refuses password, passkey and reset of a member of that organization alone, and says so in the log', async () => {
    const restore = setEnvironment({ APP_URL: originOf(api) });
    const company = await companyAt(api, dns, provider.issuer);
    const { owner, path } = company;
    const lone = await memberOf(api, owner, 'member');
    await proveDomain(api, dns, company, 'example.com').catch(() => {});
    const { key } = await addPasskey(api, lone);
    restore();
    const domain = lone.email.split('@')[1] ?? '';
    await proveDomain(api, dns, company, domain);
    const askReset = async (email = lone.email) => {
      const answer = ok(await api.anyone.resetPassword({ body: { email } }));
      await api.settle();
      return { answer, mail: (await api.messages(email))[0] };
    };
    const code = (await askReset()).mail?.code;
    expect(code).toMatch(/^\d{8}$/);
    const body = settings(provider.issuer, { required: true, emergency_profile_ids: [owner.profile_id] });
    ok(await api.as(owner).setIdentityProvider({ path, body }));
    expect(refusalOf(await byPassword(lone))).toEqual(REQUIRED);
    // The mail says where to sign in, in the place of a code that would be refused; the answer says nothing.
    const { answer, mail } = await askReset();
    expect(mail).toMatchObject({ subject: 'Sign in at your organization', code: null });
    expect(mail?.links).toContain(`${api.url}/login?provider=${path.organization_id}`);
    expect(await askReset('nobody@example.com')).toEqual({ answer, mail: undefined });
    const reset = { email: lone.email, code, new_password: 'a new horse battery staple' };
    expect(refusalOf(await api.anyone.resetPassword({ body: reset }))).toEqual(REQUIRED);
    const again = setEnvironment({ APP_URL: originOf(api) });
    expect(refusalOf(await signInByPasskey(api, key))).toEqual(REQUIRED);
    again();
    const refused = (await eventsOf(company)).filter(({ reason }) => reason === 'provider_required');
    expect(refused.map(({ operation, actor }) => [operation, actor.email])).toEqual([
      ['signInWithPasskey', lone.email],
      ['resetPassword', lone.email],
      ['authenticate', lone.email],
    ]);
    ok(await api.as(owner).deleteSignInDomain({ path: { ...path, domain } }));
  });

  test('leaves API keys, and members with addresses elsewhere, as they are', async () => {
    const { company, demand } = await demanding();
    const guest = await memberOf(api, company.owner, 'member');
    const { client_id, client_secret } = ok(await api.as(company.owner).createApiKey({ body: { name: 'Billing' } }));
    ok(await demand());
    const { access_token: token } = ok(
      await api.anyone.authenticate({ body: { grant_type: 'client_credentials', client_id, client_secret } }),
    );
    expect((await api.as({ token }).getTemplates()).status).toBe(200);
    expect((await byPassword(guest)).status).toBe(200);
  });

  test('lets those in who sign in there', async () => {
    const { company, member, demand } = await demanding();
    ok(await demand());
    provider.signIn({ sub: 'member', email: member.email });
    const { access_token: token } = ok(await signInAt(api, company));
    expect((await api.as({ token }).getTemplates()).status).toBe(200);
  });

  test('always has an owner who can get in otherwise: another one, where the last such is removed, locked or demoted', async () => {
    const { owner, path } = await companyAt(api, dns, provider.issuer);
    const [second, third, fourth] = [
      await memberOf(api, owner, 'owner'),
      await memberOf(api, owner, 'owner'),
      await memberOf(api, owner, 'owner'),
    ];
    const excepted = async () => {
      const { provider: set } = ok(await api.as(fourth).getIdentityProvider({ path }));
      return [...(set?.emergency_profile_ids ?? [])].sort();
    };
    const of = ({ profile_id }: { profile_id: string }) => ({ path: { profile_id } });
    const emergency_profile_ids = [owner.profile_id, second.profile_id];
    const body = settings(provider.issuer, { required: true, emergency_profile_ids });
    ok(await api.as(owner).setIdentityProvider({ path, body }));
    ok(await api.as(third).deleteOrganizationMember(of(owner)));
    expect(await excepted()).toEqual([second.profile_id]);
    ok(await api.as(fourth).updateOrganizationMember({ ...of(second), body: { roles: ['member'] } }));
    const [next = ''] = await excepted();
    expect([third.profile_id, fourth.profile_id]).toContain(next);
    const [leaver, stayer] = next === third.profile_id ? [third, fourth] : [fourth, third];
    ok(await api.as(stayer).actOnOrganizationMember({ ...of(leaver), body: { action: 'lock' } }));
    const { provider: set } = ok(await api.as(stayer).getIdentityProvider({ path }));
    expect(set?.emergency_profile_ids).toEqual([stayer.profile_id]);
  });

  test('has another owner who can get in otherwise, where the only one leaves', async () => {
    const { owner, path } = await companyAt(api, dns, provider.issuer);
    const second = await memberOf(api, owner, 'owner');
    const body = settings(provider.issuer, { required: true, emergency_profile_ids: [owner.profile_id] });
    ok(await api.as(owner).setIdentityProvider({ path, body }));
    ok(await api.as(owner).deleteProfile({ path: { profile_id: owner.profile_id } }));
    const { provider: set } = ok(await api.as(second).getIdentityProvider({ path }));
    expect(set?.emergency_profile_ids).toEqual([second.profile_id]);
  });

  test('needs an active provider, a proven domain, and an owner who can get in otherwise', async () => {
    const { company, member, token, demand } = await demanding();
    const { profile_id } = claimsOf(token);
    expect(member.email).toContain(company.domain);
    expect((await demand({ active: false })).body.error).toContain('required');
    expect((await demand({ emergency_profile_ids: [] })).body.error).toContain('emergency_profile_ids');
    expect((await demand({ emergency_profile_ids: [profile_id] })).body.error).toContain('emergency_profile_ids');
    const bare = await newCompany(api);
    const body = settings(provider.issuer, { required: true, emergency_profile_ids: [bare.owner.profile_id] });
    const refused = await api.as(bare.owner).setIdentityProvider({ path: bare.path, body });
    expect(refused.body.error).toContain('proven domain');
  });
});
