import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { splitRoute } from '../../lib/http/route.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { pdf, recipient, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { type ConnectedAgent, connectAgent } from './agent.ts';

let api: Api;
let ada: Person;
let agent: ConnectedAgent;
let reader: ConnectedAgent;

const READ_ONLY = 'envelopes:read templates:read';

beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
  agent = await connectAgent(api, ada, 'Contract agent');
  reader = await connectAgent(api, ada, 'Reading agent', READ_ONLY);
});
afterAll(() => api.stop());

const namesOf = async ({ client }: ConnectedAgent) => (await client.listTools()).tools.map(({ name }) => name).sort();

/** A message as it goes over the wire, without the SDK's client. */
const post = (message: unknown, headers: Record<string, string> = {}, token = agent.token) =>
  api.request<AgentAnswer>('POST', '/mcp', token ? { token } : {}, { body: message, headers });

/** The parts of JSON-RPC's answers that the tests read. */
interface AgentAnswer {
  status: string;
  result: { content: { text: string }[]; protocolVersion: string };
  error: { message: string };
}

const call = (name: string, input: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});

const sent = (more: Record<string, unknown> = {}) => ({
  name: 'Contract by an agent',
  documents: [{ name: 'contract.pdf', data: pdf() }],
  recipients: [recipient('Signer', 1)],
  fields: [signatureField('Signer')],
  ...more,
});

describe('getting access', () => {
  test('a request without a token is told where the metadata are, and these name the server that gives tokens', async () => {
    const { status, headers } = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, {}, '');
    expect(status).toBe(401);
    const [, address = ''] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
    const { body } = await api.request<Read<'getProtectedResourceMetadata'>>('GET', new URL(address).pathname);
    expect(body).toMatchObject({ resource: `${api.url}/mcp`, authorization_servers: [api.url] });
    expect(body.scopes_supported).toEqual(['envelopes:read', 'envelopes:write', 'templates:read']);
    expect((await api.anyone.getProtectedResourceMetadata()).body).toEqual(body);
  });

  test("the SDK's client finds its way to the sign-in page by itself, with PKCE and the resource that it wants", () => {
    expect(agent.refused).toBeInstanceOf(UnauthorizedError);
    expect(Object.fromEntries(agent.asked.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      resource: `${api.url}/mcp`,
      scope: 'envelopes:read envelopes:write templates:read',
    });
  });

  test("a token for another server's resource is not given", async () => {
    const body = { ...Object.fromEntries(agent.asked.searchParams), resource: 'https://example.com/mcp' };
    const answer = await api.as(ada).answerAuthorization({ body });
    expect(new URL(answer.body.redirect_to).searchParams.get('error')).toBe('invalid_target');
  });

  test("a user's own sign-in is refused, because the trail would not tell the agent from the user", async () => {
    const { status, headers } = await post(call('list_envelopes', {}), {}, ada.token);
    expect([status, headers.get('x-error-code')]).toEqual([401, 'client_needed']);
  });

  test('a page of another origin is refused with 403, one of this platform is served', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post(ping, { origin: 'https://evil.example.com' })).status).toBe(403);
    expect((await post(ping, { origin: 'null' })).status).toBe(403);
    expect(await post(ping, { origin: api.url })).toMatchObject({ status: 200, body: { id: 1, result: {} } });
  });

  test.each(['GET', 'DELETE'])('%s /mcp is answered by 405 with the method that there is', async (method) => {
    const { status, headers } = await api.request(method, '/mcp', { token: agent.token });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('what an agent can do', () => {
  test('it has the tools of a sender: none signs, fills in, or reaches people, keys, webhooks or settings', async () => {
    expect(await namesOf(agent)).toEqual([
      'cancel_envelope',
      'correct_recipient',
      'create_envelope',
      'get_document_link',
      'get_envelope',
      'get_template',
      'list_envelopes',
      'list_templates',
      'remind_recipient',
      'update_envelope',
    ]);
  });

  test('with scopes to read it has the tools that read, and any other is refused with the scope that is missing', async () => {
    expect(await namesOf(reader)).toEqual([
      'get_document_link',
      'get_envelope',
      'get_template',
      'list_envelopes',
      'list_templates',
    ]);
    const before = (await reader.use('list_envelopes', {})).shown.count;
    const input = sent({ idempotency_key: 'reader' });
    const { status, headers } = await post(call('create_envelope', input), {}, reader.token);
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="envelopes:write"');
    expect((await reader.use('list_envelopes', {})).shown.count).toBe(before);
  });

  test('every tool says what it takes, in the schemas of its operation', async () => {
    const { tools } = await agent.client.listTools();
    for (const { name, inputSchema, description } of tools) {
      expect(description?.length, name).toBeGreaterThan(20);
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(inputSchema), name).not.toContain('#/components');
    }
    const create = tools.find(({ name }) => name === 'create_envelope')?.inputSchema;
    expect(create?.required).toEqual(['recipients', 'idempotency_key']);
    const body = operations.find(({ contract }) => contract.id === 'createEnvelope')?.contract.body;
    const members = Object.keys((body as unknown as { shape: object }).shape);
    expect(Object.keys(create?.properties ?? {}).sort()).toEqual([...members, 'idempotency_key'].sort());
  });

  test('it sends a contract, follows it, reminds, and hands out the sealed file; the trail says who sent it', async () => {
    const signer = recipient('Signer', 1);
    const input = sent({ recipients: [signer], idempotency_key: 'contract-1' });
    const created = await agent.use('create_envelope', input);
    expect(created).toMatchObject({ isError: false, shown: { status: 'pending', signed: false } });
    const envelope_id = created.shown.id as string;
    // A key of a signing link would let the agent sign.
    expect(JSON.stringify(created.shown)).not.toMatch(/in_app_key|passcode|base64/);

    const again = await agent.use('create_envelope', input);
    expect(again.shown.id).toBe(envelope_id);
    await api.settle();
    expect(await api.messages(signer.email)).toHaveLength(1);

    const remind = { envelope_id, role_name: 'Signer', idempotency_key: 'remind-1' };
    for (const _ of [1, 2]) expect((await agent.use('remind_recipient', remind)).shown).toEqual({ status: 'OK' });
    await api.settle();
    expect(await api.messages(signer.email)).toHaveLength(2);

    const path = { envelope_id };
    const { body: own } = await api.as(ada).getEnvelope({ path });
    await sign(api, own, 'Signer');
    await api.settle();
    const { shown } = await agent.use('get_envelope', { envelope_id });
    expect(shown).toMatchObject({ status: 'complete', signed: true, recipients: [{ status: 'submitted' }] });
    const [document] = shown.documents as { id: string }[];
    const link = await agent.use('get_document_link', { document_id: document?.id });
    const file = await fetch(link.shown.link);
    expect((await file.text()).slice(0, 5)).toBe('%PDF-');

    const { body: audit } = await api.as(ada).getEnvelopeAudit({ path });
    expect(audit.intact).toBe(true);
    const byAgent = audit.events.filter((one: { actor: { client?: unknown } }) => one.actor.client);
    expect(byAgent.map(({ event }: { event: string }) => event)).toEqual([
      'envelope:created',
      'recipient:invited',
      'recipient:reminder',
    ]);
    expect(byAgent[0].actor).toMatchObject({
      email: ada.email,
      client: { kind: 'oauth_app', id: agent.client_id, name: 'Contract agent' },
    });
    expect(byAgent[0].actor.user_agent).toMatch(/^Countersign-MCP\/1 \(for 127\.0\.0\.1; /);
    expect(own.history_entries[0]).toMatchObject({ event: 'envelope:created', application: 'Contract agent' });
  });

  test('it finds a template, sends it, corrects a recipient, changes the settings once for each key, and cancels', async () => {
    await api.as(ada).createTemplate({ body: lease({ name: 'Lease for agents' }) });
    await api.settle();
    const found = await agent.use('list_templates', { q: 'lease agents' });
    const template_id = found.shown.templates[0].id as string;
    const { shown } = await agent.use('get_template', { template_id });
    expect(shown.roles.map(({ name }: { name: string }) => name)).toEqual(['Tenant', 'Landlord & owner']);
    const recipients = shown.roles.map(({ name }: { name: string }, at: number) => recipient(name, at + 1));
    const created = await agent.use('create_envelope', { template_id, recipients, idempotency_key: 'lease-1' });
    const envelope_id = created.shown.id as string;
    const corrected = await agent.use('correct_recipient', {
      ...{ envelope_id, role_name: 'Landlord & owner', first_name: 'Grace', idempotency_key: 'correct-1' },
    });
    expect(corrected.shown).toMatchObject({ role_name: 'Landlord & owner', first_name: 'Grace' });
    const changed = await agent.use('update_envelope', { envelope_id, name: 'Garden flat', idempotency_key: 'name-1' });
    expect(changed.shown.name).toBe('Garden flat');
    // The same key with other arguments is refused; another application has keys of its own.
    const renamed = { envelope_id, name: 'Flat', idempotency_key: 'name-1' };
    const reused = await agent.use('update_envelope', renamed);
    expect(reused).toMatchObject({ isError: true, shown: { code: 'idempotency_key_reused' } });
    const second = await connectAgent(api, ada, 'Second agent');
    expect((await second.use('update_envelope', renamed)).shown.name).toBe('Flat');
    const canceled = await agent.use('cancel_envelope', { envelope_id, idempotency_key: 'cancel-1' });
    expect(canceled.shown.status).toBe('canceled');
    await api.settle();
    const listed = await agent.use('list_envelopes', { status: ['canceled'], rows: 5 });
    expect(listed.shown.envelopes.map(({ id }: { id: string }) => id)).toContain(envelope_id);
  });

  test('an API key does the same, and the trail names the key', async () => {
    const { body: key } = await api.as(ada).createApiKey({ body: { name: 'Night job' } });
    const { client_id, client_secret } = key;
    const tokens = await api.anyone.authenticate({
      body: { grant_type: 'client_credentials', client_id, client_secret },
    });
    const token = tokens.body.access_token;
    const answer = await post(call('create_envelope', sent({ idempotency_key: 'night' })), {}, token);
    const created = JSON.parse(answer.body.result.content[0]?.text ?? '');
    const { body: envelope } = await api.as(ada).getEnvelope({ path: { envelope_id: created.id } });
    expect(envelope.history_entries[0].application).toBe('Night job');
  });
});

describe('mistakes and attacks', () => {
  test.each([
    [
      'an argument that a tool has not',
      'get_envelope',
      { envelope_id: 'x', envelop: 1 },
      /envelop: is not .*envelope_id/,
    ],
    ['a missing argument', 'get_envelope', {}, /envelope_id: is required/],
    ['a write without its key', 'cancel_envelope', { envelope_id: 'x' }, /idempotency_key: is required/],
    ['an id that is none', 'get_envelope', { envelope_id: 'x' }, /envelope_id: must be a UUID/],
    ['a wrong value', 'list_envelopes', { view: 'done' }, /view: must be one of inbox, sent/],
    ['a text for a list', 'create_envelope', { recipients: 'Ada', idempotency_key: 'a' }, /recipients: must be a list/],
    [
      'a path that leads elsewhere',
      'remind_recipient',
      { envelope_id: 'x', role_name: '..', idempotency_key: 'a' },
      /role_name: must be/,
    ],
  ])('%s is a result that the model can read', async (_, tool, input, message) => {
    const { isError, shown } = await agent.use(tool, input);
    expect(isError).toBe(true);
    expect(shown.error).toMatch(message);
  });

  test("another organization's envelope is as unknown as one that never was", async () => {
    const stranger = await api.signUp();
    const theirs = await sendEnvelope(api, stranger, [recipient('Signer', 1)]);
    const none = crypto.randomUUID();
    const [document] = theirs.documents;
    const asked = async (tool: string, input: Record<string, unknown>) => (await agent.use(tool, input)).shown;
    const cancel = (envelope_id: string) => asked('cancel_envelope', { envelope_id, idempotency_key: envelope_id });
    expect(await asked('get_envelope', { envelope_id: theirs.id })).toEqual(
      await asked('get_envelope', { envelope_id: none }),
    );
    expect(await cancel(theirs.id)).toEqual(await cancel(none));
    expect(await asked('get_document_link', { document_id: document?.id })).toMatchObject({ status: 404 });
    const { body } = await api.as(stranger).getEnvelope({ path: { envelope_id: theirs.id } });
    expect(body.status).toBe('pending');
  });

  test('tools that sign, or have the name of an operation, do not exist', async () => {
    for (const name of ['submit_recipient', 'submitRecipient', 'createInPersonLink', 'create_api_key', '__proto__']) {
      const { body } = await post(call(name, {}));
      expect(body.error.message, name).toContain('There is no tool');
    }
  });

  test('a list of messages is refused as a whole, and a message that is none is a parse error', async () => {
    const { status, body } = await post([call('list_envelopes', {}), call('list_envelopes', {})]);
    expect([status, body.status]).toEqual([406, 'ERROR']);
    expect((await post({ jsonrpc: '2.0', id: 1, nothing: true })).status).toBe(400);
    expect(
      (await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-protocol-version': '1999-01-01' })).status,
    ).toBe(400);
  });

  test('a protocol version that is not known is answered with one that is, and a notification with 202', async () => {
    const initialize = (protocolVersion: string) =>
      post({
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      });
    expect((await initialize('2025-06-18')).body.result.protocolVersion).toBe('2025-06-18');
    expect((await initialize('2999-01-01')).body.result.protocolVersion).toBe('2025-11-25');
    const { status, bytes } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([status, bytes.length]).toEqual([202, 0]);
  });

  test('once the user ends the application, it is out at once', async () => {
    const gone = await connectAgent(api, ada, 'Gone agent');
    await api.as(ada).deleteOauthApp({ path: { client_id: gone.client_id } });
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}, gone.token)).status).toBe(401);
  });
});

test('every tool calls an operation for users that an application may call with an envelope or template scope', async () => {
  const { TOOLS, AGENT_SCOPES } = await import('../../lib/http/agents/tools.ts');
  const SIGNING = /submit|agree|sign|decline|delegate|field|verif|kba|in-person|key|webhook|member|app/i;
  for (const [name, tool] of Object.entries(TOOLS)) {
    const contract = operations.find(({ contract: { id } }) => id === tool.operation)?.contract;
    expect(AGENT_SCOPES, name).toContain(contract?.callableBy);
    expect(splitRoute(contract?.route ?? '').path, name).not.toMatch(SIGNING);
  }
});
