import {
  authenticate,
  createApiKey,
  deleteApiKey,
  getApiKeys,
  getMyUser,
  getOrganization,
  getOrganizationPipelineSettings,
  getWebhooks,
  type IUserSession,
  rotateApiKey,
  rotateWebhookSecret,
  setWebhooks,
  updateApiKey,
  updateOrganization,
  updateOrganizationLogo,
  updateOrganizationPipelineSettings,
  updateOrganizationThumbnail,
  WEBHOOK_EVENTS,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { endpointOf, follow, join, type Member, picture, refusal, signedIn } from './client.ts';

let api: Api;
let ada: Member;
let other: Member;

beforeAll(async () => {
  api = await startApi();
  [ada, other] = [await join(api), await join(api)];
});
afterAll(() => api.stop());

const organizationId = ({ profile }: Member): string => profile.organization_id;

describe('an organization', () => {
  it('is read by its members, and is unknown to others', async () => {
    const organization = await getOrganization(ada.endpoint, organizationId(ada));
    expect(organization).toMatchObject({ id: organizationId(ada), name: 'Compagnie 漢字', parent_id: null });
    expect((await refusal(getOrganization(ada.endpoint, organizationId(other)))).status).toBe(404);
    const change = updateOrganization(ada.endpoint, organizationId(other), { name: 'Mine now' });
    expect((await refusal(change)).status).toBe(404);
  });

  it('keeps what is changed, and a whole record echoed back changes nothing else', async () => {
    const id = organizationId(ada);
    const changed = await updateOrganization(ada.endpoint, id, {
      name: 'Compagnie 🏛',
      url: 'https://example.com/',
      primary_color: '#FF0000',
      disclaimer: '<ul><li>Agree</li></ul>',
      data: { ours: [1, { deep: true }] },
    });
    expect(changed).toMatchObject({
      name: 'Compagnie 🏛',
      primary_color: '#FF0000',
      data: { ours: [1, { deep: true }] },
    });
    const echo = {
      ...changed,
      contact_email: '',
      environment: '',
      id: organizationId(other),
      parent_id: organizationId(other),
    };
    const echoed = await updateOrganization(ada.endpoint, id, echo);
    expect(echoed).toEqual({ ...changed, contact_email: null, updated_at: expect.any(String) });
    expect(await getOrganization(ada.endpoint, id)).toEqual(echoed);
  });

  it('has logos that a page can show', async () => {
    const file = () => new File([picture()], 'logo.png', { type: 'image/png' });
    await updateOrganizationLogo(ada.endpoint, organizationId(ada), file());
    const { full_logo_url, thumbnail_url } = await updateOrganizationThumbnail(
      ada.endpoint,
      organizationId(ada),
      file(),
    );
    for (const url of [full_logo_url, thumbnail_url]) expect((await follow(url ?? '')).type).toBe('image/png');
  });

  it('has four pipeline settings, of which only those that are sent change', async () => {
    const id = organizationId(ada);
    const off = {
      process_acroforms: false,
      process_tags: false,
      ignore_invalid_roles: false,
      ignore_invalid_fields: false,
    };
    expect(await getOrganizationPipelineSettings(ada.endpoint, id)).toEqual(off);
    await updateOrganizationPipelineSettings(ada.endpoint, id, { process_tags: true });
    const both = await updateOrganizationPipelineSettings(ada.endpoint, id, { ignore_invalid_roles: true });
    expect(both).toEqual({ ...off, process_tags: true, ignore_invalid_roles: true });
    expect(await getOrganizationPipelineSettings(ada.endpoint, id)).toEqual(both);
    expect((await refusal(getOrganizationPipelineSettings(ada.endpoint, organizationId(other)))).status).toBe(404);
  });
});

describe('an API key', () => {
  const signIn = (client_id: string, client_secret: string) =>
    authenticate(endpointOf(api), { grant_type: 'client_credentials', client_id, client_secret });

  it('signs a server in as its profile, until it is deleted', async () => {
    const made = await createApiKey(ada.endpoint, { name: 'Billing 🧾', profile_id: ada.profile.id });
    expect(made).toMatchObject({
      name: 'Billing 🧾',
      profile_id: ada.profile.id,
      organization_id: organizationId(ada),
      global_admin: false,
      last_used_at: null,
      client_secret: expect.any(String),
    });
    const { access_token } = await signIn(made.client_id, made.client_secret ?? '');
    const server = await signedIn(api, access_token);
    const { session_type, email, profile_id, organization_id } = server.session as IUserSession;
    expect({ session_type, email, profile_id, organization_id }).toEqual({
      session_type: 'user',
      email: ada.email,
      profile_id: ada.profile.id,
      organization_id: organizationId(ada),
    });
    expect(await getMyUser(server)).toMatchObject({ email: ada.email });

    const listed = await getApiKeys(ada.endpoint);
    expect(listed).toMatchObject([{ client_id: made.client_id, last_used_at: expect.any(String) }]);
    expect(JSON.stringify(listed)).not.toContain('client_secret');

    expect(await deleteApiKey(ada.endpoint, made.client_id)).toBe('OK');
    expect(await getApiKeys(ada.endpoint)).toEqual([]);
    expect((await refusal(signIn(made.client_id, made.client_secret ?? ''))).status).toBe(401);
    expect((await refusal(deleteApiKey(ada.endpoint, made.client_id))).status).toBe(404);
  });

  it('is renamed without showing its secret, and rotated with both secrets good for a while', async () => {
    const made = await createApiKey(ada.endpoint, { name: 'One', profile_id: ada.profile.id });
    const renamed = await updateApiKey(ada.endpoint, made.client_id, { ...made, name: 'Two' });
    expect(renamed).toMatchObject({ name: 'Two', client_id: made.client_id });
    expect(renamed.client_secret).toBeUndefined();
    const rotated = await rotateApiKey(ada.endpoint, made.client_id);
    expect(rotated.client_secret).not.toBe(made.client_secret);
    for (const secret of [made.client_secret, rotated.client_secret]) {
      expect(await signIn(made.client_id, secret ?? '')).toMatchObject({ access_token: expect.any(String) });
    }
    await api.advance('PT25H');
    expect((await refusal(signIn(made.client_id, made.client_secret ?? ''))).status).toBe(401);
    expect((await signIn(made.client_id, rotated.client_secret ?? '')).access_token).toBeTruthy();
    // Her session has ended meanwhile, and a key makes no keys.
    const again = { grant_type: 'password', username: ada.email, password: ada.password } as const;
    ada = { ...ada, endpoint: await signedIn(api, (await authenticate(endpointOf(api), again)).access_token) };
  });

  it('acts only for profiles of its organization, and is unknown to others', async () => {
    const made = await createApiKey(ada.endpoint, { name: 'Mine', profile_id: ada.profile.id });
    const foreign = createApiKey(ada.endpoint, { name: 'Theirs', profile_id: other.profile.id });
    expect((await refusal(foreign)).status).toBe(406);
    const { access_token } = await authenticate(endpointOf(api), {
      grant_type: 'password',
      username: other.email,
      password: other.password,
    });
    const stranger = await signedIn(api, access_token);
    const calls = [rotateApiKey(stranger, made.client_id), deleteApiKey(stranger, made.client_id)];
    expect((await Promise.all(calls.map(refusal))).map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe("an organization's webhook", () => {
  const events = Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, false])) as Record<
    (typeof WEBHOOK_EVENTS)[number],
    boolean
  >;

  it('exists before anybody sets it, with every event that the client knows', async () => {
    const webhook = await getWebhooks(ada.endpoint);
    expect(webhook).toMatchObject({ organization_id: organizationId(ada), url: '', active: false, events });
  });

  it('keeps what is set, gets a signing secret, and takes its whole record back', async () => {
    const wanted = { ...events, envelope_completed: true };
    const set = await setWebhooks(ada.endpoint, {
      url: 'https://example.com/hook',
      active: true,
      auth_method: 'hmac',
      events: wanted,
      client_id: null,
      client_secret: null,
      scope: null,
      token_endpoint: null,
    });
    expect(set).toMatchObject({ url: 'https://example.com/hook', active: true, auth_method: 'hmac', events: wanted });
    expect(set.secret_key).toMatch(/^whsec_/);
    expect(await setWebhooks(ada.endpoint, set)).toEqual(set);
    const rotated = await rotateWebhookSecret(ada.endpoint);
    expect(rotated.secret_key).toMatch(/^whsec_/);
    expect(rotated.secret_key).not.toBe(set.secret_key);
    const off = await setWebhooks(ada.endpoint, { ...rotated, url: '', active: false });
    expect(off).toMatchObject({ url: '', active: false, secret_key: rotated.secret_key });
  });
});
