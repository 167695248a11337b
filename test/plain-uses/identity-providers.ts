import { randomUUID } from 'node:crypto';
import { setEnvironment } from '../../infra/local/environment.ts';
import type { Calls } from '../api.ts';
import { startDns } from '../domains/dns-server.ts';
import { cookieOf, settings, visit } from '../identity-providers/company.ts';
import { CLIENT_ID, seconds, startProvider } from '../identity-providers/hostile-provider.ts';
import { post, queryOf, samlSettings } from '../identity-providers/saml-company.ts';
import { answerOf, newSamlKey, requestIn, rightParts } from '../identity-providers/saml-provider.ts';
import { agreed, sendProtected } from '../verification/ceremony.ts';
import type { Stage } from './stage.ts';

/** An organization brings its own identity provider, and a member signs in and out there. */
export const identityProviderUses = async (stage: Stage): Promise<void> => {
  const dns = await startDns();
  const provider = await startProvider();
  const restore = setEnvironment({
    DNS_SERVERS: dns.address,
    PROVIDER_STAND_INS: `${GOOGLE}=${provider.issuer}`,
    GOOGLE_CLIENT_ID: CLIENT_ID,
    GOOGLE_CLIENT_SECRET: 'a secret',
  });
  try {
    await play(stage, dns, provider);
    await connect(stage, provider);
    await playSaml(stage, dns);
    await verifyRecipient(stage, provider);
  } finally {
    restore();
    await provider.stop();
    await dns.stop();
  }
};

const GOOGLE = 'https://accounts.google.com';

/** A user connects the account with Google, signs in there, and disconnects it. */
const connect = async ({ api, use }: Stage, google: Awaited<ReturnType<typeof startProvider>>): Promise<void> => {
  google.misbehave({
    describes: (right) => ({ ...right, issuer: GOOGLE }),
    claims: (right) => ({ ...right, iss: GOOGLE }),
    leadsBack: (right) => ({ ...right, iss: GOOGLE }),
  });
  google.signIn({ sub: 'grace' });
  const ada = await api.signUp();
  const as = api.as(ada);
  const provider = 'google' as const;
  const begun = as.startIdentityConnection({ body: { provider, password: ada.password } });
  const body = { provider, ...(await visit(await use(begun))) };
  await use(as.connectIdentity({ body, headers: { cookie: cookieOf(await begun) } }));
  const start = api.anyone.startProviderSignIn({ body: { provider } });
  const query = await visit(await use(start, 'at Google'));
  const headers = { cookie: cookieOf(await start) };
  await use(api.anyone.signInWithProvider({ body: { provider, ...query }, headers }), 'at Google');
  await use(as.disconnectIdentity({ path: { provider } }));
};

/** An organization registers the provider of another company, where a recipient is verified. */
const verifyRecipient = async (
  { api, use }: Stage,
  provider: Awaited<ReturnType<typeof startProvider>>,
): Promise<void> => {
  provider.misbehave({});
  const owner = await api.signUp();
  const as = api.as(owner);
  const path = { organization_id: owner.organization_id };
  const body = { name: 'Partner Inc.', issuer: provider.issuer, client_id: CLIENT_ID, client_secret: 'a secret' };
  const { id } = await use(as.createRecipientProvider({ path, body }));
  await use(as.getRecipientProviders({ path }));
  const email = 'theo@partner.example';
  const details = { email, auth_methods: ['oidc'], identity_provider: id };
  const envelope = await sendProtected(api, owner, details, { name: 'Loan' });
  const session = await agreed(api, envelope);
  provider.signIn({ sub: 'theo', email, email_verified: true });
  const begun = api.as(session).startSignerProvider({ body: {} });
  const query = await visit(await use(begun));
  await use(
    api.anyone.getProviderPage({ path: { organization_id: id }, query: { state: query.state } }),
    'of a signer',
  );
  const headers = { cookie: cookieOf(await begun) };
  await use(api.as(session).verifySignerAtProvider({ body: { provider: id, ...query }, headers }));
  const place = { ...path, provider_id: id };
  await use(as.updateRecipientProvider({ path: place, body: { ...body, name: 'Partner Ltd.' } }));
  await use(as.deleteRecipientProvider({ path: place }));
};

const play = async (
  { api, use }: Stage,
  dns: Awaited<ReturnType<typeof startDns>>,
  provider: Awaited<ReturnType<typeof startProvider>>,
): Promise<void> => {
  const owner = await api.signUp();
  const as = api.as(owner);
  const path = { organization_id: owner.organization_id };
  const domain = 'sign-in.example.org';
  await use(as.setIdentityProvider({ path, body: settings(provider.issuer) }));
  const { dns_record } = await use(as.addSignInDomain({ path, body: { domain } }));
  dns.publish([dns_record]);
  await use(as.verifySignInDomain({ path: { ...path, domain } }));
  await use(as.getIdentityProvider({ path }));
  const sending = { domains: ['example.com'], roles: ['owner', 'admin'], group_ids: [] };
  await use(as.updateOrganizationPolicy({ path, body: { session_hours: 12, idle_minutes: 60, sending } }));
  await use(as.getOrganizationPolicy({ path }));

  const someone = { sub: 'ada', email: `ada@${domain}`, email_verified: true, name: 'Ada Lovelace' };
  provider.signIn(someone);
  const tested = as.testIdentityProvider({ path });
  const body = await visit(await use(tested));
  await use(as.finishIdentityProviderTest({ path, body, headers: { cookie: cookieOf(await tested) } }));

  await use(api.anyone.findSignInWays({ body: { email: someone.email } }));
  const signIn = async (how: string) => {
    const begun = api.anyone.startProviderSignIn({ body: { provider: path.organization_id } });
    const query = await visit(await use(begun));
    const cookie = cookieOf(await begun);
    const ended = { provider: path.organization_id, ...query };
    await use(api.anyone.signInWithProvider({ body: ended, headers: { cookie } }), how);
  };
  await use(api.anyone.getProviderPage({ path }));
  await signIn('for the first time');
  await signIn('again');
  const at = seconds();
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const notice = { iss: provider.issuer, aud: CLIENT_ID, iat: at, exp: at + 60, jti: randomUUID(), sub: 'ada', events };
  await use(api.anyone.endSessionsByProvider({ path, body: { logout_token: await provider.sign(notice) } }));

  const { body: members } = await as.getOrganizationMembers();
  const profile_id = members.find(({ email }) => email === someone.email)?.id ?? '';
  await use(as.deleteMemberIdentity({ path: { profile_id } }));
  await keepByDirectory({ api, use }, path, as, domain);
  await use(as.deleteSignInDomain({ path: { ...path, domain } }));
  await use(as.deleteIdentityProvider({ path }));
};

/** An organization has a SAML provider: a member signs in from here, and from there. */
const playSaml = async ({ api, use }: Stage, dns: Awaited<ReturnType<typeof startDns>>): Promise<void> => {
  const owner = await api.signUp();
  const as = api.as(owner);
  const path = { organization_id: owner.organization_id };
  const domain = 'saml.example.org';
  const key = await newSamlKey();
  const issuer = 'http://www.okta.com/exk1fcia6d6EMsf331d8';
  const body = samlSettings(issuer, key, { accepts_unsolicited: true });
  await use(as.setIdentityProvider({ path, body }), 'SAML');
  const { dns_record } = await use(as.addSignInDomain({ path, body: { domain } }));
  dns.publish([dns_record]);
  await use(as.verifySignInDomain({ path: { ...path, domain } }));
  const { entity_id, acs_url } = await use(as.getIdentityProvider({ path }), 'SAML');
  await use(api.anyone.getSamlMetadata({ path }));
  const provider = path.organization_id;
  const answer = async (request: string | null) => {
    const parts = rightParts({ issuer, entity_id, acs_url, request }, { subject: 'ada', email: `ada@${domain}` });
    const taken = post(api, { path }, answerOf(parts, key));
    await use(taken);
    return queryOf(await taken);
  };
  const begun = api.anyone.startProviderSignIn({ body: { provider } });
  const query = await answer(requestIn((await use(begun, 'SAML')).redirect_to).id);
  const headers = { cookie: cookieOf(await begun) };
  await use(api.anyone.signInWithProvider({ body: { provider, ...query }, headers }), 'SAML, for the first time');
  const { code } = await answer(null);
  const offered = api.anyone.startProviderSignIn({ body: { provider, code } });
  const { redirect_to } = await use(offered, 'SAML, begun at the provider');
  const next = Object.fromEntries(new URL(redirect_to).searchParams);
  const again = { body: { provider, ...next }, headers: { cookie: cookieOf(await offered) } };
  await use(api.anyone.signInWithProvider(again), 'SAML, again');
};

/** A directory puts somebody and a group in, changes both, and takes them out. */
const keepByDirectory = async (
  { api, use }: Pick<Stage, 'api' | 'use'>,
  path: { organization_id: string },
  as: Calls,
  domain: string,
): Promise<void> => {
  const body = { default_role: 'member', role_groups: [], hands_over: false, heir_id: null };
  await use(as.updateDirectory({ path, body }));
  const { token, id: token_id } = await use(as.createDirectoryToken({ path }));
  await use(as.getDirectory({ path }));
  const headers = { authorization: `Bearer ${token}` };
  const anyone = api.anyone;
  for (const [kind, stated, operation] of [
    ['Users', { userName: `grace@${domain}`, active: true }, { op: 'replace', path: 'active', value: false }],
    ['Groups', { displayName: 'Legal' }, { op: 'replace', path: 'displayName', value: 'Sales' }],
  ] as const) {
    const create = anyone.createScimResource({ path: { path: kind }, headers, body: stated });
    const { id } = JSON.parse(JSON.stringify(await use(create, kind))) as { id: string };
    const at = { path: { path: `${kind}/${id}` }, headers };
    await use(anyone.readScimResources({ path: { path: kind }, headers }), kind);
    await use(anyone.replaceScimResource({ ...at, body: { ...stated, externalId: 'entra-1' } }), kind);
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    await use(anyone.changeScimResource({ ...at, body: { schemas, Operations: [operation] } }), kind);
    await use(anyone.deleteScimResource(at), kind);
  }
  await use(as.deleteDirectoryToken({ path: { ...path, token_id } }));
};
