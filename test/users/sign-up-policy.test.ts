import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type Api, startApi } from '../api.ts';
import { outcome } from '../members/member.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

let restore = () => {};
afterEach(() => restore());
/** The platform's owner lets these sign up. */
const admit = (SIGN_UP: string | undefined, ADMINISTRATOR_EMAIL?: string) => {
  restore();
  restore = setEnvironment({ SIGN_UP, ADMINISTRATOR_EMAIL });
};

const signUp = (email: string) =>
  api.anyone.createProfile({
    body: { email, password: 'correct horse', first_name: 'A', last_name: 'B', org_name: 'C', phone: '' },
  });

describe('signing up', () => {
  test('is for everybody if it is open', async () => {
    admit('open');
    expect((await signUp('anybody@example.net')).status).toBe(200);
  });

  test.each(['invitation', undefined, ''])('is for nobody but the administrators under %j', async (policy) => {
    admit(policy, 'first@example.com,Second@example.com');
    expect(outcome(await signUp('anybody@example.com'))).toBe('401 sign_up_closed');
    expect(outcome(await signUp('second@EXAMPLE.com'))).toBe('200');
    admit(policy);
    expect(outcome(await signUp('first@example.com'))).toBe('401 sign_up_closed');
  });

  test('is only for addresses of the named domains, not for similar ones', async () => {
    admit('example.com,example.org', 'boss@elsewhere.example');
    for (const email of ['a@example.com', 'a@EXAMPLE.ORG', 'boss@elsewhere.example']) {
      expect([email, outcome(await signUp(email))]).toEqual([email, '200']);
    }
    for (const email of [
      'a@sub.example.com',
      'a@badexample.com',
      'a@example.com.evil.example',
      'b@elsewhere.example',
    ]) {
      expect([email, outcome(await signUp(email))]).toEqual([email, '401 sign_up_closed']);
    }
  });

  test('doesn’t reveal, if it is closed, that an address has an account', async () => {
    const ada = await api.signUp();
    admit('invitation');
    const [known, unknown] = [await signUp(ada.email), await signUp('nobody@example.com')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });
});

describe('under an invitation policy', () => {
  test('the invited can join, but can’t create a separate organization', async () => {
    const ada = await api.signUp();
    admit('invitation', ada.email);
    const email = 'invited-one@example.com';
    await api.as(ada).createOrganizationInvitation({ body: { email, first_name: 'A', last_name: 'B', role: 'admin' } });
    await api.settle();
    const [mail] = await api.messages(email);
    const joined = await api.anyone.acceptOrganizationInvitation({
      body: { email, token: mail?.code, first_name: 'A', last_name: 'B', password: 'a password' },
    });
    expect(joined.status).toBe(200);
    const as = api.as({ token: joined.body.access_token });
    expect(outcome(await as.createOrganization({ body: { name: 'Mine' } }))).toBe('401 sign_up_closed');
    const child = { name: 'Child', parent_id: ada.organization_id };
    expect(outcome(await as.createOrganization({ body: child }))).toBe('200');
    expect(outcome(await api.as(ada).createOrganization({ body: { name: 'Mine' } }))).toBe('200');
  });
});
