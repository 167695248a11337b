import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkTo } from '../infra/local/story/signing.ts';
import description from '../openapi.json' with { type: 'json' };
import type { Answered, Api, Person, RequestInput } from './api.ts';
import { startApiWithDns } from './domains/api-with-dns.ts';
import { signaturePicture } from './pictures.ts';
import { type Envelope, ok, openSession, recipient, sendEnvelope } from './stories/envelope.ts';
import { base64, pdf } from './templates/material.ts';
import { agreed } from './verification/ceremony.ts';

/**
 * The 18 operations that the interface specification names (4.1 to 4.18): what each answers when all is well, and each
 * of the statuses 400, 401, 404 and 406 that it can come to.
 */
let api: Api;
let stage: Awaited<ReturnType<typeof startApiWithDns>>;
let owner: Person;
let stranger: Person;

beforeAll(async () => {
  stage = await startApiWithDns();
  api = stage.api;
  owner = await api.signUp();
  stranger = await api.signUp();
});

afterAll(() => stage.stop());

const NOT_JSON: RequestInput = { body: '{"a": ' };

/** Specification 2.1: `status` is always `ERROR`, `error` describes it. */
const expectRefused = ({ status, body }: Answered, expected: number): void => {
  expect(body).toEqual({ status: 'ERROR', error: expect.stringMatching(/./) });
  expect(status).toBe(expected);
};

const expectText = (answered: unknown): void => expect(answered).toEqual(expect.any(String));

const brandOf = async ({ organization_id: organizationid }: Person) => {
  const body = { key: `brand-${randomUUID().slice(0, 8)}` };
  const brand = ok(await api.as(owner).createBrand({ path: { organizationid }, body }));
  return { organizationid, brandid: brand.id as string };
};

const newTemplate = async (): Promise<{ id: string; documents: { id: string }[] }> =>
  ok(
    await api
      .as(owner)
      .createTemplate({ body: { name: 'Lease', documents: [{ name: 'a.pdf', data: base64(pdf()) }] } }),
  );

const invite = async (email: string): Promise<string> => {
  const body = { email, first_name: 'Grace', last_name: 'Hopper', role: 'member' };
  ok(await api.as(owner).createOrganizationInvitation({ body }));
  await api.settle();
  return (await api.messages(email))[0]?.code ?? '';
};

const someone = () => `${randomUUID()}@example.com`;

/** An envelope with one recipient who may fill in a text, and that recipient's session. */
const inHand = async (): Promise<{ envelope: Envelope; signer: string }> => {
  const role = recipient('Buyer One', 1);
  const fields = [{ name: 'note', role_name: 'Buyer One', type: 'textbox', document_id: 0, page: 1, x: 72, y: 72 }];
  const envelope = await sendEnvelope(api, owner, [role], { fields });
  return { envelope, signer: (await agreed(api, envelope, 'Buyer One')).signer };
};

test('every one of them documents its four errors, each as the ERROR body', () => {
  const named = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
  for (const route of SPECIFIED) {
    const found = named.find((one) => one.route === route);
    const responses = found?.operation.responses as Record<string, unknown> | undefined;
    expect(Object.keys(responses ?? {}), route).toEqual(expect.arrayContaining(['200', '400', '401', '404', '406']));
  }
  expect(description.info.version).toBe('6.10.4');
});

const SPECIFIED = [
  'POST /v2/organization-invitations/accept',
  'POST /v2/organizations/{organizationid}/brands/{brandid}/email-domain',
  'GET /v2/oauth2/authorize',
  'POST /v2/profiles/signatures',
  'POST /v2/organizations/{organizationid}/brands/{brandid}/email-domain/verify',
  'POST /v2/organization-contacts',
  'POST /v2/template-documents',
  'POST /v2/templates',
  'POST /v2/kba/identity',
  'PUT /v2/envelopes/{envelope_id}/fields/{field_name}',
  'POST /v2/sign/unauth/{envelope_id}/{role_name}/{key}/fresh-link',
  'GET /v2/organizations/{organization_id}/pipeline-settings',
  'DELETE /v2/organization-invitations/{email}',
  'GET /v2/organizations/{organization_id}',
  'POST /v2/organizations/{organizationid}/brands/{brandid}/app-domain/verify',
  'DELETE /v2/users/sessions/{session_id}',
  'DELETE /v2/template-documents/{document_id}',
  'DELETE /v2/organization-members/{profile_id}',
];

describe('4.1 acceptOrganizationInvitation', () => {
  const accept = (body: unknown) => api.anyone.acceptOrganizationInvitation({ body });
  const person = { first_name: 'Grace', last_name: 'Hopper', password: 'correct horse battery staple' };

  test('answers an authentication response', async () => {
    const email = someone();
    const { status, body } = await accept({ ...person, email, token: await invite(email) });
    expect(status).toBe(200);
    expect(body).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
  });

  test('answers 400 to what is no JSON', async () => expectRefused(await accept('{'), 400));

  test('answers 401 if the address has an account with another password', async () => {
    const token = await invite(stranger.email);
    expectRefused(await accept({ ...person, email: stranger.email, token, password: 'wrong horse battery' }), 401);
  });

  test('answers 404 to an invalid token', async () =>
    expectRefused(await accept({ ...person, email: someone(), token: 'invented' }), 404));

  test.each(['email', 'token', 'first_name', 'last_name', 'password'])('answers 406 without %s', async (field) => {
    const answer = await accept({ ...person, email: someone(), token: 'x', [field]: undefined });
    expectRefused(answer, 406);
    expect(answer.body.error).toContain(field);
  });
});

describe('4.2 addBrandEmailDomain', () => {
  const subdomain = () => `mail-${randomUUID().slice(0, 8)}.example.com`;
  const add = (path: Record<string, string>, body: unknown, person: { token?: string } = owner) =>
    api.as(person).addBrandEmailDomain({ path, body });

  test('answers the brand with the domain', async () => {
    const path = await brandOf(owner);
    const body = ok(await add(path, { subdomain: subdomain(), local_part: 'sign' }));
    expect(body).toMatchObject({ id: path.brandid, email_local_part: 'sign' });
  });

  test('answers 400 if the brand already has a domain', async () => {
    const path = await brandOf(owner);
    ok(await add(path, { subdomain: subdomain(), local_part: 'sign' }));
    expectRefused(await add(path, { subdomain: subdomain(), local_part: 'sign' }), 400);
  });

  test('answers 401 without a session, and 404 to another tenant', async () => {
    const path = await brandOf(owner);
    expectRefused(await add(path, { subdomain: subdomain(), local_part: 'sign' }, {}), 401);
    expectRefused(await add(path, { subdomain: subdomain(), local_part: 'sign' }, stranger), 404);
  });

  test('answers 406 without subdomain or local_part', async () => {
    const path = await brandOf(owner);
    expectRefused(await add(path, { local_part: 'sign' }), 406);
    expectRefused(await add(path, { subdomain: subdomain() }), 406);
  });
});

describe('4.3 startAuthorization', () => {
  const redirect_uri = 'https://app.example.com/callback';
  const start = (query: RequestInput['query']) => api.anyone.startAuthorization({ query });
  let client_id: string;
  beforeAll(async () => {
    const body = { name: 'App', redirect_uris: [redirect_uri] };
    client_id = ok(await api.as(owner).createOauthApp({ body })).client_id;
  });

  test('sends the browser to the sign-in page, with an empty JSON object', async () => {
    const answer = await start({
      client_id,
      redirect_uri,
      response_type: 'code',
      state: 'a b&c',
      scope: 'envelopes:read',
    });
    expect([answer.status, answer.body]).toEqual([302, {}]);
    const to = new URL(answer.headers.get('location') ?? '');
    expect(to.pathname).toBe('/authorize');
    expect(to.searchParams.get('state')).toBe('a b&c');
  });

  test('answers 400 to a redirect that is not registered', async () => {
    const elsewhere = 'https://elsewhere.example.com/callback';
    expectRefused(await start({ client_id, redirect_uri: elsewhere, response_type: 'code' }), 400);
  });

  test('answers 404 to a client that is not registered', async () =>
    expectRefused(await start({ client_id: randomUUID(), redirect_uri, response_type: 'code' }), 404));

  test('answers 406 to missing or invalid parameters', async () => {
    expectRefused(await start({ redirect_uri, response_type: 'code' }), 406);
    expectRefused(await start({ client_id: 'no-uuid', redirect_uri, response_type: 'code' }), 406);
    expectRefused(await start({ client_id, redirect_uri: 'no uri', response_type: 'code' }), 406);
  });
});

describe('4.4 createSignatureBlock', () => {
  const create = (body: unknown, person: { token?: string } = owner) => api.as(person).createSignatureBlock({ body });

  test('keeps the image', async () => {
    const body = ok(await create({ signature: signaturePicture().toString('base64') }));
    expect(body).toMatchObject({ id: expect.any(String), profile_id: owner.profile_id });
  });

  test('answers 400 to no JSON, 401 without a session, 406 to no signature and to no image', async () => {
    expectRefused(await create('{'), 400);
    expectRefused(await create({ signature: signaturePicture().toString('base64') }, {}), 401);
    expectRefused(await create({}), 406);
    expectRefused(await create({ signature: 'bm8gaW1hZ2U=' }), 406);
  });
});

describe.each([
  ['4.5 verifyBrandEmailDomain', 'verifyBrandEmailDomain', 'addBrandEmailDomain'],
  ['4.15 verifyBrandAppDomain', 'verifyBrandAppDomain', 'addBrandAppDomain'],
] as const)('%s', (_, verify, add) => {
  const newDomain = () => {
    const domain = `d-${randomUUID().slice(0, 8)}.example.com`;
    return add === 'addBrandAppDomain' ? { domain } : { subdomain: domain, local_part: 'sign' };
  };

  test('answers the three fields of 2.4', async () => {
    const path = await brandOf(owner);
    ok(await api.as(owner)[add]({ path, body: newDomain() }));
    const body = ok(await api.as(owner)[verify]({ path }));
    for (const field of ['email_display_name', 'locale', 'timezone']) expect(body, field).toHaveProperty(field);
  });

  test('answers 400 if there is no domain, 401 without a session, 404 to another tenant, 406 to no id', async () => {
    const path = await brandOf(owner);
    expectRefused(await api.as(owner)[verify]({ path }), 400);
    expectRefused(await api.anyone[verify]({ path }), 401);
    expectRefused(await api.as(stranger)[verify]({ path }), 404);
    expectRefused(await api.as(owner)[verify]({ path: { ...path, brandid: 'none' } }), 406);
  });
});

describe('4.6 createOrganizationContact', () => {
  const create = (body: unknown, person: { token?: string } = owner) =>
    api.as(person).createOrganizationContact({ body });
  const contact = { first_name: 'Lise', last_name: 'Meitner', email: 'lise@example.com' };

  test('answers the contact', async () => expect(ok(await create(contact))).toMatchObject(contact));

  test('answers 400 to no JSON, 401 without a session, 406 to no e-mail address', async () => {
    expectRefused(await create('{'), 400);
    expectRefused(await create(contact, {}), 401);
    expectRefused(await create({ ...contact, email: 'lise' }), 406);
  });
});

describe('4.7 createTemplateDocument', () => {
  const add = (body: unknown, person: { token?: string } = owner) => api.as(person).createTemplateDocument({ body });

  test('answers the document', async () => {
    const { id: template_id } = await newTemplate();
    const body = ok(await add({ template_id, name: 'b.pdf', data: base64(pdf()) }));
    expect(body).toMatchObject({ template_id, name: 'b.pdf', page_sizes: { 1: { width: 612, height: 792 } } });
  });

  test('answers 400 to no JSON, 401 without a session, 404 to another tenant, 406 to no PDF', async () => {
    const { id: template_id } = await newTemplate();
    const body = { template_id, name: 'b.pdf', data: base64(pdf()) };
    expectRefused(await add('{'), 400);
    expectRefused(await add(body, {}), 401);
    expectRefused(await add(body, stranger), 404);
    expectRefused(await add({ ...body, data: 'bm8gUERG' }), 406);
    expectRefused(await add({ ...body, template_id: 7 }), 406);
  });
});

describe('4.8 createTemplate', () => {
  const create = (body: unknown, person: { token?: string } = owner) => api.as(person).createTemplate({ body });

  test('answers the template', async () =>
    expect(ok(await create({ name: 'Lease' }))).toMatchObject({ name: 'Lease', documents: [], roles: [], fields: [] }));

  test('answers 400 to no JSON, 401 without a session, 406 to no name', async () => {
    expectRefused(await create('{'), 400);
    expectRefused(await create({ name: 'Lease' }, {}), 401);
    expectRefused(await create({}), 406);
  });
});

describe('4.9 submitKbaIdentity', () => {
  const identity = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    address: '1 Lane',
    city: 'Town',
    state: 'IL',
    zip: '60601',
  };

  test('answers the next step', async () => {
    const envelope = await sendEnvelope(api, owner, [recipient('Buyer', 1, { auth_methods: ['kba'] })]);
    const { signer } = await agreed(api, envelope, 'Buyer');
    const body = { envelope_id: envelope.id, role_name: 'Buyer', identity };
    const step = ok(await api.as({ signer }).submitKbaIdentity({ body }));
    expect(step).toMatchObject({ envelope_id: envelope.id, role_name: 'Buyer', kba_step: 'challenge' });
  });

  test('answers 400 before the disclosures, 401 without a session, 404 to another envelope, 406 to no identity', async () => {
    const envelope = await sendEnvelope(api, owner, [recipient('Buyer', 1, { auth_methods: ['kba'] })]);
    const { signer } = await openSession(api, envelope, 'Buyer');
    const body = { envelope_id: envelope.id, role_name: 'Buyer', identity };
    expectRefused(await api.as({ signer }).submitKbaIdentity({ body }), 400);
    expectRefused(await api.anyone.submitKbaIdentity({ body }), 401);
    expectRefused(await api.as({ signer }).submitKbaIdentity({ body: { ...body, envelope_id: randomUUID() } }), 404);
    expectRefused(await api.as({ signer }).submitKbaIdentity({ body: { ...body, identity: 'Ada' } }), 406);
  });
});

describe('4.10 updateEnvelopeField', () => {
  const update = (session: { signer?: string }, envelope_id: string, input: RequestInput, field_name = 'note') =>
    api.as(session).updateEnvelopeField({ path: { envelope_id, field_name }, ...input });

  test.each([
    ['the query', { query: { role_name: 'Buyer One' }, body: { value: 'Seen' } }],
    ['the body', { body: { role_name: 'Buyer One', value: 'Seen' } }],
    ["the session's own", { body: { value: 'Seen' } }],
  ])('answers the field, with the role in %s', async (_where, input) => {
    const { envelope, signer } = await inHand();
    const field = ok(await update({ signer }, envelope.id, input));
    expect(Object.keys(field)).toEqual(expect.arrayContaining(ENVELOPE_FIELD));
    expect(field).toMatchObject({ envelope_id: envelope.id, name: 'note', role_name: 'Buyer One', type: 'textbox' });
    expect(field.value).toBe('Seen');
  });

  test('answers 400 to no JSON, 401 without a session, 404 to an unknown field, 406 to a wrong value', async () => {
    const { envelope, signer } = await inHand();
    expectRefused(await update({ signer }, envelope.id, NOT_JSON), 400);
    expectRefused(await update({}, envelope.id, { body: { value: 'Seen' } }), 401);
    expectRefused(await update({ signer }, envelope.id, { body: { value: 'Seen' } }, 'no field'), 404);
    expectRefused(await update({ signer }, envelope.id, { body: { value: { a: 1 } } }), 406);
    expectRefused(await update({ signer }, 'no-uuid', { body: { value: 'Seen' } }), 406);
  });
});

/** Specification 2.6. */
const ENVELOPE_FIELD = [
  ...['default', 'document_id', 'envelope_id', 'group', 'height', 'label', 'multiline', 'name', 'options', 'page'],
  ...['placeholder', 'prepared', 'readonly', 'required', 'role_name', 'settings', 'type', 'width', 'x', 'y'],
];

describe('4.11 requestFreshLink', () => {
  test('answers a JSON string, and sends the link to the recipient', async () => {
    const { envelope } = await inHand();
    const path = await linkTo(api, envelope.recipients[0]?.email ?? '');
    expectText(ok(await api.anyone.requestFreshLink({ path })));
    expect((await linkTo(api, envelope.recipients[0]?.email ?? '')).key).not.toBe(path.key);
  });

  test('answers 400 to no JSON, 404 to an invented key, 406 to no envelope id', async () => {
    const { envelope } = await inHand();
    const path = await linkTo(api, envelope.recipients[0]?.email ?? '');
    expectRefused(await api.anyone.requestFreshLink({ path, ...NOT_JSON }), 400);
    expectRefused(await api.anyone.requestFreshLink({ path: { ...path, key: 'invented' } }), 404);
    expectRefused(await api.anyone.requestFreshLink({ path: { ...path, envelope_id: 'none' } }), 406);
  });
});

describe.each([
  ['4.12 getOrganizationPipelineSettings', 'getOrganizationPipelineSettings'],
  ['4.14 getOrganization', 'getOrganization'],
] as const)('%s', (_, id) => {
  test('answers it to a member', async () => {
    const { body } = await api.as(owner)[id]({ path: { organization_id: owner.organization_id } });
    const settings = { process_acroforms: false, process_tags: false, ignore_invalid_roles: false };
    const expected = id === 'getOrganization' ? { id: owner.organization_id } : settings;
    expect(body).toMatchObject(expected);
  });

  test('answers 401 without a session, 404 to another tenant, 406 to no id', async () => {
    const path = { organization_id: owner.organization_id };
    expectRefused(await api.anyone[id]({ path }), 401);
    expectRefused(await api.as(stranger)[id]({ path }), 404);
    expectRefused(await api.as(owner)[id]({ path: { organization_id: 'none' } }), 406);
  });
});

describe('4.13 deleteOrganizationInvitation', () => {
  test('answers a JSON string', async () => {
    const email = someone();
    await invite(email);
    expectText(ok(await api.as(owner).deleteOrganizationInvitation({ path: { email } })));
  });

  test('answers 400 to no JSON, 401 without a session, 404 to another tenant, 406 to no address', async () => {
    const email = someone();
    await invite(email);
    const path = { email };
    expectRefused(await api.as(owner).deleteOrganizationInvitation({ path, ...NOT_JSON }), 400);
    expectRefused(await api.anyone.deleteOrganizationInvitation({ path }), 401);
    expectRefused(await api.as(stranger).deleteOrganizationInvitation({ path }), 404);
    expectRefused(await api.as(owner).deleteOrganizationInvitation({ path: { email: 'none' } }), 406);
  });
});

describe('4.16 revokeSession', () => {
  const sessions = async (): Promise<{ id: string; current: boolean }[]> => ok(await api.as(owner).getSessions());

  test('answers a JSON string', async () => {
    const { email: username, password } = owner;
    ok(await api.anyone.authenticate({ body: { grant_type: 'password', username, password } }));
    const another = (await sessions()).find(({ current }) => !current);
    expectText(ok(await api.as(owner).revokeSession({ path: { session_id: another?.id ?? '' } })));
  });

  test("answers 400 to one's own, 401 without a session, 404 to another's", async () => {
    const own = (await sessions()).find(({ current }) => current)?.id ?? '';
    expectRefused(await api.as(owner).revokeSession({ path: { session_id: own } }), 400);
    expectRefused(await api.anyone.revokeSession({ path: { session_id: own } }), 401);
    expectRefused(await api.as(stranger).revokeSession({ path: { session_id: own } }), 404);
    expectRefused(await api.as(owner).revokeSession({ path: { session_id: 'x'.repeat(500) } }), 406);
  });
});

describe('4.17 deleteTemplateDocument', () => {
  test('answers a JSON string', async () => {
    const document_id = (await newTemplate()).documents[0]?.id ?? '';
    expectText(ok(await api.as(owner).deleteTemplateDocument({ path: { document_id } })));
  });

  test('answers 400 to no JSON, 401 without a session, 404 to another tenant, 406 to no id', async () => {
    const path = { document_id: (await newTemplate()).documents[0]?.id ?? '' };
    expectRefused(await api.as(owner).deleteTemplateDocument({ path, ...NOT_JSON }), 400);
    expectRefused(await api.anyone.deleteTemplateDocument({ path }), 401);
    expectRefused(await api.as(stranger).deleteTemplateDocument({ path }), 404);
    expectRefused(await api.as(owner).deleteTemplateDocument({ path: { document_id: 'none' } }), 406);
  });
});

describe('4.18 deleteOrganizationMember', () => {
  const joined = async (): Promise<string> => {
    const body = { first_name: 'Emmy', last_name: 'Noether', email: someone() };
    return ok(await api.as(owner).createOrganizationMember({ body })).id;
  };

  test('answers a JSON string', async () =>
    expectText(ok(await api.as(owner).deleteOrganizationMember({ path: { profile_id: await joined() } }))));

  test('answers 400 to the last owner, 401 without a session, 404 to another tenant, 406 to no id', async () => {
    const path = { profile_id: await joined() };
    expectRefused(await api.as(owner).deleteOrganizationMember({ path: { profile_id: owner.profile_id } }), 400);
    expectRefused(await api.anyone.deleteOrganizationMember({ path }), 401);
    expectRefused(await api.as(stranger).deleteOrganizationMember({ path }), 404);
    expectRefused(await api.as(owner).deleteOrganizationMember({ path: { profile_id: 'none' } }), 406);
  });
});
