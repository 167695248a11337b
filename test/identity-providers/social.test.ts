import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { identityHash } from '../../lib/people/identity-providers/identity.ts';
import { ConditionFailed, transact } from '../../lib/storage/engine/client.ts';
import { readAt } from '../../lib/storage/engine/read.ts';
import type { UserItem } from '../../lib/storage/records/user.ts';
import { socialIdentityAt } from '../../lib/storage/social-identities.ts';
import { userAt, userWrites } from '../../lib/storage/users.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { enrolled } from '../mfa/second-factor.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import { cookieOf, visit } from './company.ts';
import { CLIENT_ID, type HostileProvider, type Mischief, seconds, startProvider } from './hostile-provider.ts';

/** Providers that stand for Google and Microsoft, and state what those state. */
const GOOGLE = 'https://accounts.google.com';
const MICROSOFT = 'https://login.microsoftonline.com';
const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const OTHER_TENANT = '11111111-2222-4333-8444-555555555555';

let api: Api;
let google: HostileProvider;
let microsoft: HostileProvider;
let restore: () => void;

const asGoogle = (more: Mischief = {}): Mischief => ({
  ...more,
  describes: (right) => ({ ...right, issuer: GOOGLE }),
  claims: (right) => more.claims?.({ ...right, iss: GOOGLE }) ?? { ...right, iss: GOOGLE },
  leadsBack: (right) => more.leadsBack?.({ ...right, iss: GOOGLE }) ?? { ...right, iss: GOOGLE },
});
const asMicrosoft = (more: Mischief = {}): Mischief => {
  const stated = (right: Record<string, unknown>) => ({ ...right, iss: `${MICROSOFT}/${right.tid}/v2.0` });
  return {
    ...more,
    describes: ({ authorization_response_iss_parameter_supported: _, ...right }) => ({
      ...right,
      issuer: `${MICROSOFT}/{tenantid}/v2.0`,
    }),
    claims: (right) => more.claims?.(stated(right)) ?? stated(right),
    leadsBack: ({ code = '', state = '' }) => ({ code, state }),
  };
};

beforeAll(async () => {
  google = await startProvider();
  microsoft = await startProvider();
  restore = setEnvironment({
    PROVIDER_STAND_INS: `${GOOGLE}=${google.issuer} ${MICROSOFT}/common/v2.0=${microsoft.issuer}`,
    GOOGLE_CLIENT_ID: CLIENT_ID,
    GOOGLE_CLIENT_SECRET: 'a secret',
    MICROSOFT_CLIENT_ID: CLIENT_ID,
    MICROSOFT_CLIENT_SECRET: 'a secret',
  });
  api = await startApi();
  google.misbehave(asGoogle());
  microsoft.misbehave(asMicrosoft());
});
afterEach(() => {
  google.misbehave(asGoogle());
  microsoft.misbehave(asMicrosoft());
});
afterAll(async () => {
  await api.stop();
  restore();
  await google.stop();
  await microsoft.stop();
});

type Name = 'google' | 'microsoft';

const begin = async (provider: Name) => {
  const answer = await api.anyone.startProviderSignIn({ body: { provider } });
  return { redirect_to: ok(answer).redirect_to, cookie: cookieOf(answer) };
};
const signIn = async (provider: Name) => {
  const { redirect_to, cookie } = await begin(provider);
  const body = { provider, ...(await visit({ redirect_to })) };
  return api.anyone.signInWithProvider({ body, headers: { cookie } });
};
const beginConnecting = async (person: Person, provider: Name) => {
  const body = { provider, password: person.password };
  const answer = await api.as(person).startIdentityConnection({ body });
  return { redirect_to: ok(answer).redirect_to, cookie: cookieOf(answer) };
};
const connect = async (person: Person, provider: Name) => {
  const { redirect_to, cookie } = await beginConnecting(person, provider);
  const body = { provider, ...(await visit({ redirect_to })) };
  return api.as(person).connectIdentity({ body, headers: { cookie } });
};

const REFUSED = [401, 'provider_refused'];
const OVER = [401, 'provider_sign_in_over'];
const UNKNOWN = [401, 'identity_unknown'];

let people = 0;
const someone = (more: object = {}) => {
  people += 1;
  return { sub: `person-${people}`, ...more };
};

describe('what is configured', () => {
  test('is answered to existing clients', async () => {
    expect(ok(await api.anyone.getSocialProviders())).toEqual({ google: true, microsoft: true });
  });

  test('is nothing without a client id and a secret, and then nobody is led there', async () => {
    const back = setEnvironment({ GOOGLE_CLIENT_SECRET: undefined });
    try {
      expect(ok(await api.anyone.getSocialProviders())).toEqual({ google: false, microsoft: true });
      const answer = await api.anyone.startProviderSignIn({ body: { provider: 'google' } });
      expect(refusalOf(answer)).toEqual([404, 'provider_not_found']);
    } finally {
      back();
    }
  });

  test('is on the sign-in page, whose address is where the provider leads back to', async () => {
    expect((await api.anyone.getLoginPage()).body).toContain('data-socials="google microsoft"');
    const { redirect_to } = await begin('google');
    const back = new URL(new URL(redirect_to).searchParams.get('redirect_uri') ?? '');
    expect(back.pathname).toBe('/sign-in/google');
    expect((await api.anyone.getProviderPage({ path: { organization_id: 'google' } })).status).toBe(200);
  });
});

describe('connecting an account', () => {
  test('counts wrong passwords, and takes none for a while after too many', async () => {
    await using _clock = await api.freezeClock();
    const ada = await api.signUp();
    const start = (password: string) => api.as(ada).startIdentityConnection({ body: { provider: 'google', password } });
    for (let guess = 0; guess < 10; guess++) {
      expect((await start('wrong password')).status).toBe(400);
      await api.advance('PT20S');
    }
    expect(refusalOf(await start(ada.password))).toEqual([429, 'too_many_requests']);
  });

  test('counts wrong codes of a second factor, and takes none for a while after too many', async () => {
    await using _clock = await api.freezeClock();
    const ada = await enrolled(api);
    const start = (code: string) => api.as(ada).startIdentityConnection({ body: { provider: 'google', code } });
    await Promise.all(Array.from({ length: 12 }, () => start('000000')));
    expect(refusalOf(await start(ada.code(1)))).toEqual([429, 'too_many_requests']);
  });
});

describe.each(['google', 'microsoft'] as const)('a person at %s', (name) => {
  const at = () => (name === 'google' ? google : microsoft);
  const claims = name === 'microsoft' ? { tid: TENANT } : {};

  test('signs in to the account that is connected, whatever address is stated', async () => {
    const ada = await api.signUp();
    at().signIn(someone({ ...claims, email: 'someone-else@example.com' }));
    ok(await connect(ada, name));
    expect(ok(await api.as(ada).getMyUser()).sign_in_providers).toEqual([name]);
    const { access_token } = ok(await signIn(name));
    expect(ok(await api.as({ token: access_token }).getMyUser()).email).toBe(ada.email);
  });

  test('is no account without a connection, even with the verified address of one', async () => {
    const ada = await api.signUp();
    at().signIn(someone({ ...claims, email: ada.email, email_verified: true, hd: ada.email.replace(/^.*@/, '') }));
    expect(refusalOf(await signIn(name))).toEqual(UNKNOWN);
    expect(ok(await api.as(ada).getMyUser()).sign_in_providers).toEqual([]);
  });

  test('is connected with one account alone', async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    at().signIn(someone(claims));
    ok(await connect(ada, name));
    ok(await connect(ada, name));
    const taken = await connect(eve, name);
    expect(taken.headers.get('x-error-code')).toBe('identity_in_use');
    at().signIn(someone(claims));
    const second = await connect(ada, name);
    expect(second.headers.get('x-error-code')).toBe('identity_in_use');
  });

  test('no longer signs in once it is disconnected, and can be connected elsewhere then', async () => {
    const [ada, grace] = [await api.signUp(), await api.signUp()];
    at().signIn(someone(claims));
    ok(await connect(ada, name));
    ok(await api.as(ada).disconnectIdentity({ path: { provider: name } }));
    expect((await api.as(ada).disconnectIdentity({ path: { provider: name } })).status).toBe(404);
    expect(refusalOf(await signIn(name))).toEqual(UNKNOWN);
    ok(await connect(grace, name));
    expect(ok(await api.as(ada).getMyUser()).sign_in_providers).toEqual([]);
  });

  test('is forgotten with the account, unless another account is connected with the same person by then', async () => {
    const [ada, owner] = [await api.signUp(), await api.signUp()];
    const [member, again] = [await memberOf(api, owner, 'member'), await memberOf(api, owner, 'member')];
    const connected = async (person: Person) => {
      at().signIn(someone(claims));
      ok(await connect(person, name));
      const user = await readAt(userAt(person.user_id));
      const identity = user?.identities?.[name] ?? { issuer: '', subject: '' };
      return { user, link: socialIdentityAt(identityHash(identity)) };
    };
    const gone = [await connected(ada), await connected(member)];
    const { link: taken, user } = await connected(again);
    expect(await Promise.all(gone.map(({ link }) => readAt(link)))).toMatchObject([
      { user_id: ada.user_id },
      { user_id: member.user_id },
    ]);
    // Whoever connects while the account is removed isn't overlooked.
    const { identities: _, ...stale } = user as UserItem;
    await expect(transact([userWrites.remove(again.user_id, stale)])).rejects.toThrow(ConditionFailed);
    ok(await api.as(ada).updateOrganization({ path: ada, body: { deletion_protected: false } }));
    ok(await api.as(ada).deleteOrganization({ path: ada }));
    ok(await api.as(member).deleteProfile({ path: member }));
    ok(await api.as(owner).deleteOrganizationMember({ path: again }));
    const heir = await api.signUp();
    ok(await connect(heir, name));
    await api.settle();
    expect(await Promise.all(gone.map(({ link }) => readAt(link)))).toEqual([undefined, undefined]);
    expect(await readAt(taken)).toMatchObject({ user_id: heir.user_id });
    expect((await signIn(name)).status).toBe(200);
  });

  test('needs the second factor of the account', async () => {
    const ada = await api.signUp();
    at().signIn(someone(claims));
    ok(await connect(ada, name));
    const { code } = await enrolled(api, ada);
    const refused = await signIn(name);
    expect(refusalOf(refused)).toEqual([403, 'mfa_required']);
    const body = { provider: name, password: ada.password };
    expect((await api.as(ada).startIdentityConnection({ body })).status).toBe(406);
    const right = { provider: name, code: code(1) };
    expect((await api.as(ada).startIdentityConnection({ body: right })).status).toBe(200);
  });
});

describe('a connection', () => {
  test('takes the password of the account', async () => {
    const ada = await api.signUp();
    const without = await api.as(ada).startIdentityConnection({ body: { provider: 'google' } });
    expect(without.status).toBe(406);
    const wrong = { provider: 'google', password: 'not the password' };
    const refused = await api.as(ada).startIdentityConnection({ body: wrong });
    expect(refused.headers.get('x-error-code')).toBe('old_password_wrong');
  });

  test('ends in the browser and the session that began it, once', async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    google.signIn(someone());
    const { redirect_to, cookie } = await beginConnecting(eve, 'google');
    const body = { provider: 'google' as const, ...(await visit({ redirect_to })) };
    // A page of Eve's can't make Ada's browser finish what Eve began.
    expect(refusalOf(await api.as(ada).connectIdentity({ body, headers: { cookie } }))).toEqual(OVER);
    expect(refusalOf(await api.as(eve).connectIdentity({ body, headers: { cookie } }))).toEqual(OVER);
    const again = await beginConnecting(eve, 'google');
    const right = { provider: 'google' as const, ...(await visit(again)) };
    expect(refusalOf(await api.as(eve).connectIdentity({ body: right, headers: {} }))).toEqual(OVER);
  });

  test('is no sign-in, and a sign-in no connection', async () => {
    const ada = await api.signUp();
    google.signIn(someone());
    const connecting = await beginConnecting(ada, 'google');
    const body = { provider: 'google', ...(await visit(connecting)) };
    const { cookie } = connecting;
    expect(refusalOf(await api.anyone.signInWithProvider({ body, headers: { cookie } }))).toEqual(OVER);
    const begun = await begin('google');
    const other = { provider: 'google' as const, ...(await visit(begun)) };
    const headers = { cookie: begun.cookie };
    expect(refusalOf(await api.as(ada).connectIdentity({ body: other, headers }))).toEqual(OVER);
  });

  test('is told the owner by mail', async () => {
    const ada = await api.signUp();
    google.signIn(someone());
    ok(await connect(ada, 'google'));
    await api.settle();
    const subjects = (await api.messages(ada.email)).map(({ subject }) => subject);
    expect(subjects[0]).toMatch(/Google.* was connected with your account/);
  });
});

describe('hostile answers are refused, and connect nothing', () => {
  const hostile: [string, Mischief][] = [
    ['another issuer', { claims: (right) => ({ ...right, iss: 'https://evil.example' }) }],
    ['another audience', { claims: (right) => ({ ...right, aud: 'another client' }) }],
    ['another nonce', { claims: (right) => ({ ...right, nonce: 'of another sign-in' }) }],
    ['another authorized party', { claims: (right) => ({ ...right, azp: 'another client' }) }],
    ['an old token', { claims: (right) => ({ ...right, iat: seconds() - 9000, exp: seconds() - 8000 }) }],
    ['no subject', { claims: ({ sub: _, ...right }) => right }],
    ['another issuer that leads back', { leadsBack: (right) => ({ ...right, iss: 'https://evil.example' }) }],
    ['no algorithm', { token: (claims) => google.unsigned(claims) }],
    ['the public key as a shared secret', { token: (claims) => google.signedByPublicKey(claims) }],
    ['the key of a stranger', { token: (claims) => google.signedByStranger(claims) }],
    ['a key in the token itself', { token: (claims) => google.signedByEmbedded(claims) }],
  ];
  test.each(hostile)('%s', async (_, mischief) => {
    const ada = await api.signUp();
    google.signIn(someone());
    google.misbehave(asGoogle(mischief));
    expect(refusalOf(await signIn('google'))).toEqual(REFUSED);
    expect(refusalOf(await connect(ada, 'google'))).toEqual(REFUSED);
    expect(ok(await api.as(ada).getMyUser()).sign_in_providers).toEqual([]);
  });

  const tenants: [string, Mischief][] = [
    ['the issuer of another tenant', { claims: (right) => ({ ...right, iss: `${MICROSOFT}/${OTHER_TENANT}/v2.0` }) }],
    ['another tenant for the issuer', { claims: (right) => ({ ...right, tid: OTHER_TENANT }) }],
    ['no tenant', { claims: ({ tid: _, ...right }) => right }],
    ['a tenant that is none', { claims: (r) => ({ ...r, tid: '../x', iss: `${MICROSOFT}/../x/v2.0` }) }],
    ['the issuer of the description', { claims: (right) => ({ ...right, iss: `${MICROSOFT}/{tenantid}/v2.0` }) }],
  ];
  test.each(tenants)('%s', async (_, mischief) => {
    microsoft.signIn(someone({ tid: TENANT }));
    microsoft.misbehave(asMicrosoft(mischief));
    expect(refusalOf(await signIn('microsoft'))).toEqual(REFUSED);
  });

  test('the same subject in another tenant is another person', async () => {
    const ada = await api.signUp();
    const { sub } = someone();
    microsoft.signIn({ sub, tid: TENANT });
    ok(await connect(ada, 'microsoft'));
    microsoft.signIn({ sub, tid: OTHER_TENANT, email: ada.email, email_verified: true });
    expect(refusalOf(await signIn('microsoft'))).toEqual(UNKNOWN);
  });

  test('the answer of one provider is none of the other', async () => {
    google.signIn(someone());
    const { redirect_to, cookie } = await begin('google');
    const body = { provider: 'microsoft', ...(await visit({ redirect_to })) };
    expect(refusalOf(await api.anyone.signInWithProvider({ body, headers: { cookie } }))).toEqual(OVER);
  });
});
