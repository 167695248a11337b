import { collapseEntitlements } from '@verdocs/js-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { outcome, signIn } from '../members/member.ts';
import { openSession, recipient, sendEnvelope } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const usage = (person: Pick<Person, 'token' | 'organization_id'>, query: Record<string, string> = {}) =>
  api.as(person).getOrganizationUsage({ path: { organization_id: person.organization_id }, query });

const today = async (): Promise<string> => {
  const { body } = await api.request<{ now: string }>('GET', '/local/clock');
  return String(body.now).slice(0, 10);
};

/** One recipient without a field to fill submits. */
const complete = async (person: Person) => {
  const envelope = await sendEnvelope(api, person, [recipient('Signer', 1)], { fields: [] });
  const session = await openSession(api, envelope, 'Signer');
  const path = { envelope_id: envelope.id, role_name: 'Signer' };
  const as = api.as({ signer: session.signer });
  await as.agreeRecipient({ path, body: { disclosures: 'I agree', locale: 'en', timezone: 'UTC' } });
  const submitted = await as.submitRecipient({ path, body: {} });
  expect(submitted.body.status).toBe('submitted');
};

describe('usage', () => {
  test('counts each event once, and lists zeros', async () => {
    const ada = await api.signUp();
    await api.as(ada).createTemplate({ body: lease() });
    const canceled = await sendEnvelope(api, ada, [recipient('Signer', 1)]);
    await Promise.all(
      [1, 2, 3].map(() =>
        api.as(ada).cancelEnvelope({ path: { envelope_id: canceled.id }, body: { action: 'cancel' } }),
      ),
    );
    await sendEnvelope(api, ada, [recipient('Texted', 1, { email: '', phone: '+12025550100' })]);
    await complete(ada);
    await api.settle();
    const { body } = await usage(ada);
    expect(body).toEqual({
      [ada.organization_id]: {
        envelope: 3,
        envelope_canceled: 1,
        envelope_completed: 1,
        envelope_expired: 0,
        sms_invite: 1,
        template: 1,
        auth_email: 0,
        auth_sms: 0,
        auth_kba: 0,
        auth_id: 0,
        auth_passcode: 0,
        auth_oidc: 0,
      },
    });
    expect(callsOf('getOrganizationUsage').map(({ command }) => command)).toEqual(['Query', 'Query']);
  });

  test("includes the children's, each under its own id", async () => {
    const ada = await api.signUp();
    const { body } = await api.as(ada).createOrganization({ body: { name: 'C', parent_id: ada.organization_id } });
    await api.as({ token: body.access_token }).createTemplate({ body: lease() });
    await api.settle();
    const used = await usage(ada, { usage_type: 'template' });
    expect(used.body).toEqual({
      [ada.organization_id]: { template: 0 },
      [body.organization.id]: { template: 1 },
    });
  });

  test('is hidden from strangers', async () => {
    const [ada, stranger] = [await api.signUp(), await api.signUp()];
    expect(outcome(await usage({ ...ada, organization_id: stranger.organization_id }))).toBe('404 not_found');
  });

  test('is listed by period and by day', async () => {
    await using _clock = await api.freezeClock();
    const ada = await api.signUp();
    const first = await today();
    await api.as(ada).createTemplate({ body: lease() });
    await api.advance('P2D');
    const later = { ...ada, ...(await signIn(api, ada)) };
    const third = await today();
    await api.as(later).createTemplate({ body: lease() });
    await api.as(later).createTemplate({ body: lease() });
    await api.settle();
    const type = { usage_type: 'template' };
    const own = async (query: Record<string, string>) => (await usage(later, query)).body[ada.organization_id];
    expect(await own(type)).toEqual({ template: 3 });
    expect(await own({ ...type, end_date: first })).toEqual({ template: 1 });
    expect(await own({ ...type, start_date: third })).toEqual({ template: 2 });
    expect(await own({ ...type, start_date: `${first}T00:00:00.000Z`, end_date: `${first}T23:59:59Z` })).toEqual({
      template: 1,
    });
    expect(await own({ ...type, by: 'day' })).toEqual({ [first]: { template: 1 }, [third]: { template: 2 } });
    expect(outcome(await usage(later, { start_date: third, end_date: first }))).toBe('406 invalid');
    expect(outcome(await usage(later, { start_date: '2001-01-01' }))).toBe('406 invalid');
    expect(outcome(await usage(later, { start_date: 'yesterday' }))).toBe('406 invalid');
  });
});

describe('entitlements', () => {
  test('name every feature of the platform and no other, without an end date', async () => {
    const ada = await api.signUp();
    const { body } = await api.as(ada).getEntitlements();
    const active = collapseEntitlements(body);
    expect(Object.keys(active).sort()).toEqual([
      'custom_disclaimer',
      'envelope',
      'kba_auth',
      'passcode_auth',
      'sms_auth',
    ]);
    for (const one of body) expect(one).toMatchObject({ organization_id: ada.organization_id, contract_id: null });
    expect((await api.as(ada).getEntitlements()).body).toEqual(body);
    expect(callsOf('getEntitlements')).toEqual([]);
  });
});
