import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { newId } from '../../lib/base/ids.ts';
import { beginServiceAccess } from '../../lib/people/trust-services/access.ts';
import { listCredentials } from '../../lib/people/trust-services/credentials.ts';
import { findTrustService, finishAccess, trustServiceNames } from '../../lib/people/trust-services/find-service.ts';
import { trustServiceKey } from '../../lib/storage/engine/keys.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { visit } from '../identity-providers/company.ts';
import { readTable } from '../storage/stored-forms.ts';
import { ok } from '../stories/envelope.ts';
import { startPki, type TestPki } from '../trust/test-pki.ts';
import { codeOf } from '../verification/ceremony.ts';
import { CLIENT_ID, CLIENT_SECRET, type DummyService, startTrustService, WRONG } from './dummy-service.ts';

let api: Api;
let pki: TestPki;
let dummy: DummyService;
let owner: Person;
let restore = () => {};
beforeAll(async () => {
  api = await startApi();
  pki = await startPki();
  dummy = await startTrustService(pki);
  await dummy.add();
  owner = await api.signUp();
});
afterEach(() => {
  restore();
  restore = () => {};
  dummy.misbehave({});
});
afterAll(async () => {
  await dummy.stop();
  pki.stop();
  await api.stop();
});

const pathOf = ({ organization_id }: Person) => ({ organization_id });
const create = (of: Person, more: object = {}) =>
  api.as(of).createTrustService({ path: pathOf(of), body: dummy.settings(more) });
const update = (of: Person, service_id: string, more: object = {}) =>
  api.as(of).updateTrustService({ path: { ...pathOf(of), service_id }, body: dummy.settings(more) });
const remove = (of: Person, service_id: string) =>
  api.as(of).deleteTrustService({ path: { ...pathOf(of), service_id } });
const list = async (of: Person) => ok(await api.as(of).getTrustServices({ path: pathOf(of) }));
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

/** Signs in at a service as a signer does, and lists the credentials there. */
const signInAt = async (organization_id: string, id: string) => {
  const service = await findTrustService(organization_id, id);
  const secret = 'a secret of a browser';
  const signer = {
    ...{ organization_id, envelope_id: newId(), role_name: 'Signer', profile_id: newId(), round: 1, session_id: null },
    pages: 'https://sign.example',
    signing: newId(),
  };
  const query = await visit({ redirect_to: await beginServiceAccess(service, { secret, signer }) });
  const { begun, token } = await finishAccess({ service: id, state: '', ...query }, secret);
  expect(begun.signing).toBe(signer.signing);
  return listCredentials(service, token);
};

describe('a trust service of an organization', () => {
  test('is asked for its version, is listed without its secret, and signers sign in there with it', async () => {
    const made = ok(await create(owner));
    expect(made).toMatchObject({
      name: 'Dummy Trust',
      instance: false,
      api: 'v2',
      base_url: dummy.url,
      oauth_url: null,
      client_id: CLIENT_ID,
      has_client_secret: true,
      redirect_uri: expect.stringMatching(new RegExp(`/sign-in/${made.id}$`)),
    });
    expect(await list(owner)).toContainEqual(made);
    expect(JSON.stringify([await list(owner), await readTable()])).not.toContain(CLIENT_SECRET);
    expect(await signInAt(owner.organization_id, made.id)).toHaveLength(1);
    expect((await trustServiceNames(owner.organization_id)).get(made.id)).toBe('Dummy Trust');
    const { trust_services } = (await readTable()).find(
      ({ pk, sk }) => pk === `ORG#${owner.organization_id}` && sk === 'ORG',
    ) as { trust_services?: Set<string> };
    expect(trust_services).toContain(made.id);
    const events = ok(await api.as(owner).getOrganizationEvents({ path: pathOf(owner) }));
    expect(JSON.stringify(events)).toContain('trust_service:set');
  });

  test('keeps its secret while addresses and client stay, and begins anew with others', async () => {
    const { id } = ok(await create(owner));
    const before = await findTrustService(owner.organization_id, id);
    const same = ok(await update(owner, id, { name: 'Renamed', client_secret: undefined }));
    expect(same).toMatchObject({ name: 'Renamed', has_client_secret: true });
    const renamed = await findTrustService(owner.organization_id, id);
    expect([renamed.version, await renamed.secret()]).toEqual([before.version, CLIENT_SECRET]);
    for (const other of [{ client_id: 'another' }, { base_url: dummy.at('v1') }, { oauth_url: dummy.url }]) {
      const refused = await update(owner, id, { ...other, client_secret: undefined });
      expect([codeOf(refused), refused.body.error]).toEqual([
        [406, 'invalid'],
        expect.stringContaining('client_secret'),
      ]);
    }
    expect(ok(await update(owner, id, { base_url: dummy.at('v1') })).api).toBe('v1');
    const moved = await findTrustService(owner.organization_id, id);
    expect(moved.version).not.toBe(before.version);
    expect(await signInAt(owner.organization_id, id)).toHaveLength(1);
    expect(ok(await update(owner, id, { client_secret: null })).has_client_secret).toBe(false);
  });

  test('is refused if it is down, is none, or has an address that may not be asked', async () => {
    dummy.misbehave({ answers: { info: WRONG.isDown } });
    expect(codeOf(await create(owner))).toEqual([400, 'trust_service_unreachable']);
    dummy.misbehave({ answers: { info: WRONG.isNoJson } });
    expect(codeOf(await create(owner))).toEqual([400, 'trust_service_refused']);
    dummy.misbehave({});
    for (const base_url of [
      'http://service.example',
      'https://10.1.2.3',
      'https://a:b@service.example',
      'ftp://x.example',
    ])
      expect(codeOf(await create(owner, { base_url }))).toEqual([406, 'invalid']);
    expect(codeOf(await create(owner, { oauth_url: `${dummy.url}/?x=1` }))).toEqual([406, 'invalid']);
    expect(codeOf(await create(owner, { name: 'a\u202eb' }))).toEqual([406, 'invalid']);
  });

  test('is nothing to other organizations, and goes with its own', async () => {
    const { id } = ok(await create(owner));
    const stranger = await api.signUp();
    expect(codeOf(await update(stranger, id))).toEqual([404, 'not_found']);
    ok(await remove(stranger, id));
    expect((await list(owner)).map((one) => one.id)).toContain(id);
    expect((await api.as(stranger).getTrustServices({ path: pathOf(owner) })).status).toBe(404);
    expect(await refusal(findTrustService(stranger.organization_id, id))).toBe('trust_service_not_found');
    expect(await refusal(findTrustService(owner.organization_id, null))).toBe('trust_service_not_found');
    ok(await remove(owner, id));
    ok(await remove(owner, id));
    expect(await refusal(findTrustService(owner.organization_id, id))).toBe('trust_service_not_found');

    await ok(await create(stranger));
    const { pk } = trustServiceKey(stranger.organization_id, '');
    const kept = async () => (await readTable()).filter((item) => item.pk === pk).length;
    expect(await kept()).toBe(1);
    ok(await api.as(stranger).updateOrganization({ path: pathOf(stranger), body: { deletion_protected: false } }));
    ok(await api.as(stranger).deleteOrganization({ path: pathOf(stranger) }));
    await api.settle();
    // The worker comes again when no request can be under way any more.
    await api.advance('PT16M');
    await api.settle();
    expect(await kept()).toBe(0);
  });

  test('is one of at most twenty', async () => {
    const other = await api.signUp();
    for (let count = 0; count < 20; count++) ok(await create(other, { name: `Trust ${count}` }));
    expect(codeOf(await create(other))).toEqual([400, 'organization_full']);
  });
});

describe('trust services of the platform', () => {
  const id = '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f';
  const setting = (more: object = {}) => [
    { id, name: 'House Trust', url: dummy.at('v2'), client_id: CLIENT_ID, secret: CLIENT_SECRET, ...more },
  ];
  const set = (value: unknown) => {
    restore = setEnvironment({ TRUST_SERVICES: typeof value === 'string' ? value : JSON.stringify(value) });
  };

  test('are listed after those of each organization, tell nothing of the client, and cannot be changed', async () => {
    set(setting());
    const other = await api.signUp();
    ok(await create(other, { name: 'Zebra' }));
    const [first, second] = await list(other);
    expect([first?.name, second]).toEqual([
      'Zebra',
      {
        id,
        name: 'House Trust',
        instance: true,
        base_url: dummy.at('v2'),
        oauth_url: null,
        api: 'v2',
        client_id: null,
        has_client_secret: true,
        redirect_uri: expect.stringMatching(new RegExp(`/sign-in/${id}$`)),
        created_at: null,
        updated_at: null,
      },
    ]);
    expect([...(await trustServiceNames(other.organization_id)).values()].sort()).toEqual(['House Trust', 'Zebra']);
    expect(await signInAt(other.organization_id, id)).toHaveLength(1);
    expect(codeOf(await update(other, id))).toEqual([404, 'not_found']);
    ok(await remove(other, id));
    expect(await list(other)).toHaveLength(2);
  });

  test('with another client are others: what has begun there is void', async () => {
    set(setting());
    const { version } = await findTrustService(newId(), id);
    restore();
    set(setting({ client_id: 'another' }));
    expect((await findTrustService(newId(), id)).version).not.toBe(version);
  });

  test.each<[string, string | object | (() => object)]>([
    ['no JSON', '[{'],
    ['without an id', [{ name: 'X', url: 'https://x.example/csc/v1', client_id: 'x' }]],
    ['without the version in the address', () => setting({ url: 'https://x.example' })],
    ['with a member that is not known', () => setting({ secrets: 'x' })],
  ])('that are written wrong (%s) are said to be so by the operation that needs them', async (_, value) => {
    set(typeof value === 'function' ? value() : value);
    await expect(findTrustService(owner.organization_id, id)).rejects.toThrow('TRUST_SERVICES');
  });
});
