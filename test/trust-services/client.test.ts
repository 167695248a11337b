import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { keepBegun } from '../../lib/people/identity-providers/begun.ts';
import {
  beginCredentialAccess,
  beginServiceAccess,
  exchangeCode,
  takeAccess,
} from '../../lib/people/trust-services/access.ts';
import { listCredentials } from '../../lib/people/trust-services/credentials.ts';
import { describeService } from '../../lib/people/trust-services/describe-service.ts';
import { authorizeCredential, sendOtp, signHashes } from '../../lib/people/trust-services/sign-hashes.ts';
import type { CscCredential, CscVersion, TrustService } from '../../lib/people/trust-services/trust-service.ts';
import { type Api, startApi } from '../api.ts';
import { visit } from '../identity-providers/company.ts';
import { startPki, type TestPki } from '../trust/test-pki.ts';
import type { KeyKind } from './digest-signer.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type DummyOptions,
  type DummyService,
  type Mischief,
  OTP,
  PIN,
  startTrustService,
  WRONG,
} from './dummy-service.ts';

let api: Api;
let pki: TestPki;
let dummy: DummyService;
beforeAll(async () => {
  api = await startApi();
  pki = await startPki();
  dummy = await startTrustService(pki);
});
afterEach(() => dummy.misbehave({}));
afterAll(async () => {
  await dummy.stop();
  pki.stop();
  await api.stop();
});

const serviceOf = async (version: CscVersion, more: Partial<TrustService> = {}): Promise<TrustService> => ({
  id: newId(),
  organization_id: newId(),
  name: 'Dummy Trust',
  version: newId(),
  base_url: dummy.url,
  ...(await describeService(dummy.at(version), null)),
  client_id: CLIENT_ID,
  has_secret: true,
  secret: async () => CLIENT_SECRET,
  ...more,
});

const beginningOf = ({ organization_id }: TrustService) => ({
  secret: randomBytes(32).toString('base64url'),
  signer: {
    organization_id: organization_id ?? newId(),
    envelope_id: newId(),
    role_name: 'Signer',
    profile_id: newId(),
    round: 1,
    session_id: newId(),
    pages: 'https://sign.example',
    signing: newId(),
  },
});

type Beginning = ReturnType<typeof beginningOf>;

/** Comes back from the service's page, and exchanges the code. */
const finish = async (service: TrustService, { secret }: Beginning, redirect_to: string) => {
  const returned = { service: service.id, state: '', ...(await visit({ redirect_to })) };
  const begun = await takeAccess(returned, secret);
  return { begun, ...(await exchangeCode(service, returned, { secret, version: begun.version })) };
};

const tokenOf = async (service: TrustService): Promise<string> => {
  const beginning = beginningOf(service);
  return (await finish(service, beginning, await beginServiceAccess(service, beginning))).token;
};

let accounts = 0;
/** Somebody with one key at the service, and the access to it. */
const somebody = async (version: CscVersion, options: DummyOptions) => {
  accounts += 1;
  dummy.signIn(`person-${accounts}`);
  const kept = await dummy.add(options);
  const service = await serviceOf(version);
  const token = await tokenOf(service);
  const [credential] = await listCredentials(service, token);
  return { kept, service, token, credential: credential as CscCredential };
};
type Somebody = Awaited<ReturnType<typeof somebody>>;

const texts = ['The first document', 'The second document'].map((text) => Buffer.from(text));
const hashes = texts.map((text) => new Uint8Array(createHash('sha256').update(text).digest()));

/** Authorizes on the service's page. */
const authorizeThere = async ({ service, credential }: Somebody, of = hashes): Promise<string> => {
  const beginning = beginningOf(service);
  const asked = { credential_id: credential.id, hashes: of, description: 'Lease, 2 documents' };
  return (await finish(service, beginning, await beginCredentialAccess(service, beginning, asked))).token;
};

const sign = ({ service, token, credential }: Somebody, sad: string, of = hashes, algorithm?: string) =>
  signHashes(service, token, {
    credential,
    sad,
    hashes: of,
    algorithm: algorithm ?? credential.key.algorithms[0] ?? '',
  });

const areSignatures = ({ credential }: Somebody, signatures: Uint8Array[], isPss = false): boolean[] => {
  const key = new X509Certificate(credential.certificate).publicKey;
  const padding = isPss ? { padding: 6, saltLength: 32 } : {};
  return texts.map((text, index) => verify('sha256', text, { key, ...padding }, signatures[index] ?? new Uint8Array()));
};

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

describe.each<CscVersion>(['v1', 'v2'])('version %s of the API', (version) => {
  test.each<[KeyKind, Partial<DummyOptions>]>([
    ['RSA', {}],
    ['P-256', { scal: '1' }],
    ['P-384', {}],
  ])('signs with a key of the kind %s that is authorized on the page of the service', async (key, more) => {
    const person = await somebody(version, { key, ...more });
    expect(person.credential).toMatchObject({
      authorization: 'oauth2code',
      scal: more.scal ?? '2',
      pin: null,
      otp: null,
    });
    expect(person.credential.certificate).toEqual(person.kept.certificate);
    expect(person.credential.chain).toEqual(person.kept.chain);
    const sad = await authorizeThere(person);
    expect(areSignatures(person, await sign(person, sad))).toEqual([true, true]);
    // An authorization is for so many signatures.
    expect(await refusal(sign(person, sad))).toBe('trust_service_refused');
  });

  test('signs by RSA-PSS, with its parameters', async () => {
    const person = await somebody(version, { key: 'PSS' });
    const made = await sign(person, await authorizeThere(person));
    expect(areSignatures(person, made, true)).toEqual([true, true]);
  });

  test('signs without the person where the service does so', async () => {
    const person = await somebody(version, { mode: 'implicit' });
    const sad = await authorizeCredential(person.service, person.token, { credential: person.credential, hashes });
    expect(areSignatures(person, await sign(person, sad))).toEqual([true, true]);
  });

  test('signs with a PIN and a code that the service has sent, and with neither of them wrong', async () => {
    const person = await somebody(version, { mode: 'explicit' });
    const { service, token, credential } = person;
    expect(credential).toMatchObject({
      pin: { label: 'Signature PIN', numeric: true },
      otp: { label: 'Code of your phone', online: true },
    });
    const authorize = (pin: string, otp: string) =>
      authorizeCredential(service, token, { credential, hashes, pin, otp });
    expect(await refusal(authorize(PIN, OTP))).toBe('trust_service_refused');
    await sendOtp(service, token, credential);
    await expect(authorize('0000', OTP)).rejects.toMatchObject({
      details: { reason: expect.stringMatching(/invalid_(pin|auth)/) },
    });
    const sad = await authorize(PIN, OTP);
    expect(areSignatures(person, await sign(person, sad))).toEqual([true, true]);
  });

  test('signs with a code of a generator, which is not sent, and no PIN', async () => {
    const person = await somebody(version, { mode: 'explicit', pin: false, otp: 'offline' });
    const { service, token, credential } = person;
    expect(credential).toMatchObject({ pin: null, otp: { online: false } });
    expect(await refusal(sendOtp(service, token, credential))).toBe('trust_service_refused');
    const sad = await authorizeCredential(service, token, { credential, hashes, otp: OTP });
    expect(areSignatures(person, await sign(person, sad))).toEqual([true, true]);
  });

  test('is refused other hashes than those that were authorized', async () => {
    const person = await somebody(version, {});
    const sad = await authorizeThere(person, hashes.slice(0, 1));
    expect(await refusal(sign(person, sad, hashes.slice(1)))).toBe('trust_service_refused');
  });

  test.each<[string, Mischief, string]>([
    ['an authorization that has expired', { sadExpires: true }, 'trust_service_refused'],
    ['fewer signatures than hashes', { signatures: 1 }, 'trust_service_refused'],
    ['more signatures than hashes', { signatures: 3 }, 'trust_service_refused'],
    ['a connection that breaks off', { answers: { signHash: WRONG.vanishes } }, 'trust_service_unreachable'],
    ['a status of a server that is down', { answers: { signHash: WRONG.isDown } }, 'trust_service_unreachable'],
    ['an answer that is too large', { answers: { signHash: WRONG.huge } }, 'trust_service_unreachable'],
    ['a redirect', { answers: { signHash: WRONG.redirects } }, 'trust_service_refused'],
    ['an answer that is no JSON', { answers: { signHash: WRONG.isNoJson } }, 'trust_service_refused'],
    ['members of other types', { answers: { signHash: WRONG.hasOtherMembers } }, 'trust_service_refused'],
  ])('gives no signature after %s', async (_, mischief, code) => {
    const person = await somebody(version, {});
    const sad = await authorizeThere(person);
    dummy.misbehave(mischief);
    expect(await refusal(sign(person, sad))).toBe(code);
  });

  test('lists no credential with which nothing can be signed', async () => {
    for (const options of [
      { status: 'revoked' },
      { status: 'suspended' },
      { days: -1 },
      { multisign: 1 },
    ] satisfies DummyOptions[]) {
      accounts += 1;
      dummy.signIn(`person-${accounts}`);
      await dummy.add(options);
      const service = await serviceOf(version);
      expect(await refusal(listCredentials(service, await tokenOf(service), { signatures: 2 }))).toBe(
        'trust_service_no_credential',
      );
    }
  });

  test.each<[string, (right: Record<string, unknown>) => Record<string, unknown>]>([
    ['is disabled', (right) => ({ ...right, key: { ...(right.key as object), status: 'disabled' } })],
    [
      'has no certificate that can be read',
      (right) => ({ ...right, cert: { status: 'valid', certificates: ['AAAA'] } }),
    ],
    ['is authorized in another way', (right) => ({ ...right, authMode: 'oauth2token', auth: { mode: 'oauth2token' } })],
    [
      'is authorized out of band',
      (right) => ({
        ...right,
        authMode: 'explicit',
        PIN: { presence: 'false' },
        OTP: { presence: 'false' },
        auth: { mode: 'explicit', objects: [{ type: 'ChallengeResponseOOB', id: 'APP' }] },
      }),
    ],
  ])('lists no credential that %s', async (_, credential) => {
    accounts += 1;
    dummy.signIn(`person-${accounts}`);
    await dummy.add();
    const service = await serviceOf(version);
    const token = await tokenOf(service);
    dummy.misbehave({ credential });
    expect(await refusal(listCredentials(service, token))).toBe('trust_service_no_credential');
  });
});

describe('access', () => {
  test('asks with PKCE and a state of its own, and the code is good with the secret of the browser alone', async () => {
    const service = await serviceOf('v2');
    const beginning = beginningOf(service);
    const page = new URL(await beginServiceAccess(service, { ...beginning, lang: 'de_AT' }));
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'service',
      lang: 'de-AT',
      code_challenge_method: 'S256',
      redirect_uri: expect.stringMatching(new RegExp(`/sign-in/${service.id}$`)),
      state: expect.stringMatching(/^certificate\./),
    });
    const returned = { service: service.id, state: '', ...(await visit({ redirect_to: page.href })) };
    const another = { secret: beginningOf(service).secret, version: service.version };
    expect(await refusal(exchangeCode(service, returned, another))).toBe('trust_service_refused');
  });

  test('is for one signing and ends with its first answer, in its browser, at its service', async () => {
    const service = await serviceOf('v2');
    const beginning = beginningOf(service);
    const begin = async () => {
      const query = await visit({ redirect_to: await beginServiceAccess(service, beginning) });
      return { service: service.id, state: query.state ?? '' };
    };
    const { signing, ...signer } = beginning.signer;
    const first = await begin();
    expect(await takeAccess(first, beginning.secret)).toEqual({
      signing,
      scope: 'service',
      signer,
      version: service.version,
    });
    expect(await refusal(takeAccess(first, beginning.secret))).toBe('trust_service_over');
    expect(await refusal(takeAccess(await begin(), beginningOf(service).secret))).toBe('trust_service_over');
    expect(await refusal(takeAccess(await begin(), undefined))).toBe('trust_service_over');
    expect(await refusal(takeAccess({ ...(await begin()), service: newId() }, beginning.secret))).toBe(
      'trust_service_over',
    );
    const late = await begin();
    await api.advance('PT10M1S');
    expect(await refusal(takeAccess(late, beginning.secret))).toBe('trust_service_over');
  });

  test('is no answer of an identity provider, nor is one of those an answer of it', async () => {
    const service = await serviceOf('v2');
    const { secret, signer } = beginningOf(service);
    const state = 'recipient.of-a-provider';
    const { signing: _, ...recipient } = signer;
    const within = { purpose: 'recipient' as const, recipient };
    await keepBegun(state, { organization_id: service.id, version: service.version }, { secret, within });
    expect(await refusal(takeAccess({ service: service.id, state }, secret))).toBe('trust_service_over');
  });

  test('is void when the service has another address or client, and when the person cancels', async () => {
    const service = await serviceOf('v2');
    const beginning = beginningOf(service);
    const begin = () => beginServiceAccess(service, beginning);
    const redirect_to = await begin();
    expect(await refusal(finish({ ...service, version: newId() }, beginning, redirect_to))).toBe('trust_service_over');
    dummy.misbehave({ cancels: true });
    await expect(finish(service, beginning, await begin())).rejects.toMatchObject({
      code: 'trust_service_refused',
      details: { reason: 'access_denied: The person has cancelled' },
    });
    dummy.misbehave({ leadsBack: ({ state }) => ({ state: state ?? '' }) });
    expect(await refusal(finish(service, beginning, await begin()))).toBe('trust_service_refused');
    dummy.misbehave({ answers: { token: WRONG.isDown } });
    expect(await refusal(finish(service, beginning, await begin()))).toBe('trust_service_unreachable');
  });
});

describe('the description of a service', () => {
  test('gives the newest version of its API that it has, or the one that its address names', async () => {
    expect(await describeService(`${dummy.url}/`, null)).toMatchObject({ api: 'v2', api_url: dummy.at('v2') });
    expect(await describeService(dummy.at('v1'), null)).toMatchObject({ api: 'v1', api_url: dummy.at('v1') });
    dummy.misbehave({ answers: { 'v2/info': (response) => response.writeHead(404).end() } });
    expect(await describeService(dummy.url, null)).toMatchObject({ api: 'v1' });
  });

  test('may name an authorization server that describes itself, which then takes the secret in a header', async () => {
    dummy.misbehave({ describes: ({ oauth2: _, ...right }) => ({ ...right, oauth2Issuer: dummy.url }) });
    const service = await serviceOf('v2');
    expect(service.oauth).toMatchObject({ issuer: dummy.url, basic: true });
    await dummy.add();
    expect(await listCredentials(service, await tokenOf(service))).not.toHaveLength(0);
    dummy.misbehave({ describes: ({ oauth2: _, ...right }) => ({ ...right, oauth2Issuer: `${dummy.url}/` }) });
    expect(await refusal(describeService(dummy.url, null))).toBe('trust_service_refused');
  });

  test.each<[string, Mischief, string]>([
    ['of another version', { describes: (right) => ({ ...right, specs: '0.1' }) }, 'trust_service_refused'],
    ['without an authorization server', { describes: ({ oauth2: _, ...right }) => right }, 'trust_service_refused'],
    [
      'with an address of a private network',
      { describes: (right) => ({ ...right, oauth2: 'https://10.0.0.1/' }) },
      'trust_service_refused',
    ],
    ['that is none', { answers: { info: WRONG.isNoJson } }, 'trust_service_refused'],
    ['that does not come', { answers: { info: WRONG.vanishes } }, 'trust_service_unreachable'],
  ])('%s is refused', async (_, mischief, code) => {
    dummy.misbehave(mischief);
    expect(await refusal(describeService(dummy.url, null))).toBe(code);
  });
});
