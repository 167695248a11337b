import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildN8n } from '../../infra/clients/n8n.ts';
import { CHOSEN } from '../../infra/clients/n8n-operations.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { type NodeDescription, requestOf, shown } from './n8n-engine.ts';

type Json = Record<string, unknown>;

interface Trigger {
  webhookMethods: { default: Record<'checkExists' | 'create' | 'delete', (this: unknown) => Promise<boolean>> };
  webhook(this: unknown): Promise<{ workflowData?: [[{ json: { type: string } }]]; noWebhookResponse?: boolean }>;
}

interface Credentials {
  authenticate: { properties: { headers: { Authorization: string } } };
  preAuthentication(this: unknown, credentials: object): Promise<{ accessToken: string }>;
}

let api: Api;
let ada: Person;
let folder: string;
let description: NodeDescription;
let trigger: Trigger;
let credentials: Credentials;
let key: { url: string; clientId: string; clientSecret: string };
let token: string;

/** `helpers.httpRequest` of n8n. */
const httpRequest = async ({ method, url, body }: { method: string; url: string; body?: object }, bearer?: string) => {
  const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) };
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-n8n-'));
  await cp('clients/n8n', folder, { recursive: true, filter: (path) => !/\/(dist|generated)$/.test(path) });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await buildN8n(folder);
  // The folder lies outside of any package, and what n8n loads is CommonJS.
  const load = createRequire(join(folder, 'package.json'));
  description = new (load('./dist/nodes/Countersign/Countersign.node.js').Countersign)().description;
  trigger = new (load('./dist/nodes/Countersign/CountersignTrigger.node.js').CountersignTrigger)();
  credentials = new (load('./dist/credentials/CountersignApi.credentials.js').CountersignApi)();

  api = await startApi();
  ada = await api.signUp();
  const { client_id, client_secret } = ok(await api.as(ada).createApiKey({ body: { name: 'n8n' } }));
  key = { url: api.url, clientId: client_id, clientSecret: client_secret };
  token = (await credentials.preAuthentication.call({ helpers: { httpRequest } }, key)).accessToken;
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

/** Carries out an operation of the node as n8n does. */
const carryOut = async (resource: string, operation: string, values: Json = {}): Promise<Response> => {
  const request = requestOf(description, { resource, operation, ...values }, key);
  request.headers.set('authorization', `Bearer ${token}`);
  const answer = await fetch(request);
  expect([resource, operation, answer.status]).toEqual([resource, operation, 200]);
  return answer;
};

const recipientsOf = (...names: string[]) => ({
  recipient: names.map((role_name) => ({
    role_name,
    first_name: role_name,
    last_name: 'Person',
    email: `${role_name.toLowerCase().replaceAll(/\W/g, '')}@example.com`,
    phone: '',
  })),
});

describe('the node for n8n', () => {
  test('has a name, a kind and a default for every control, and one control of a name at a time', () => {
    for (const { resource, value } of CHOSEN) {
      const controls = shown(description.properties, { resource, operation: value });
      const names = controls.map(({ name }) => name);
      expect(new Set(names).size, `${resource} ${value}: ${names}`).toBe(names.length);
      expect(names.slice(0, 2)).toEqual(['resource', 'operation']);
    }
    const faulty = description.properties.filter(
      ({ displayName, name, type, default: value }) => !displayName || !name || !type || value === undefined,
    );
    expect(faulty).toEqual([]);
  });

  test('asks for the token that its credentials send', () => {
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(credentials.authenticate.properties.headers.Authorization).toBe('=Bearer {{$credentials.accessToken}}');
  });

  test('carries out each of its operations on the platform', async () => {
    const template = ok(await api.as(ada).createTemplate({ body: lease() }));
    const created = await carryOut('envelope', 'createFromTemplate', {
      template_id: template.id,
      recipients: recipientsOf('Tenant', 'Landlord & owner'),
      options: { name: 'Lease by n8n' },
    });
    const { id, documents } = (await created.json()) as { id: string; documents: { id: string }[] };
    const at = { envelope_id: id };

    expect(await (await carryOut('envelope', 'get', at)).json()).toMatchObject({ id, name: 'Lease by n8n' });
    await api.settle();
    const list = await carryOut('envelope', 'getMany', { options: { status: ['pending'], q: 'n8n', rows: 5 } });
    expect(await list.json()).toMatchObject({ envelopes: [{ id }] });
    const templates = await carryOut('template', 'getMany');
    expect(await templates.json()).toMatchObject({ templates: [{ id: template.id }] });

    const download = await carryOut('document', 'download', { document_id: documents[0]?.id });
    expect(Buffer.from(await download.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/);
    const reminded = await carryOut('envelope', 'remind', { ...at, role_name: 'Tenant' });
    expect(await reminded.json()).toMatchObject({ status: 'OK' });
    expect(await (await carryOut('envelope', 'cancel', at)).json()).toMatchObject({ status: 'canceled' });
  });
});

describe('the trigger for n8n', () => {
  let receiver: Server;
  const data: Json = {};
  const answers: Awaited<ReturnType<Trigger['webhook']>>[] = [];
  const statuses: number[] = [];
  const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  /** `this` of the trigger's functions. */
  const context = (more: object = {}) => ({
    getNodeWebhookUrl: address,
    getNodeParameter: () => ['envelope_completed', 'template_created'],
    getWorkflowStaticData: () => data,
    getCredentials: async () => key,
    helpers: {
      httpRequestWithAuthentication: (_name: string, request: { method: string; url: string; body?: object }) =>
        httpRequest(request, token),
    },
    ...more,
  });

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const rawBody = await buffer(request);
      const taken = await trigger.webhook.call(
        context({
          getHeaderData: () => request.headers,
          getRequestObject: () => ({ rawBody }),
          getResponseObject: () => ({
            status: (status: number) => {
              statuses.push(status);
              return response.writeHead(status);
            },
          }),
        }),
      );
      answers.push(taken);
      if (!taken.noWebhookResponse) response.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterAll(() => receiver.close());

  test('registers itself, starts with signed events alone, and takes its webhook away', async () => {
    const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
    expect(await checkExists.call(context())).toBe(false);
    expect(await create.call(context())).toBe(true);
    expect(await checkExists.call(context())).toBe(true);

    ok(await api.as(ada).createTemplate({ body: { name: 'Heard of' } }));
    await api.settle();
    expect(answers.map(({ workflowData }) => workflowData?.[0][0].json.type)).toEqual(['template_created']);

    const forged = await fetch(address(), { method: 'POST', body: JSON.stringify({ type: 'envelope_completed' }) });
    expect([forged.status, statuses]).toEqual([401, [401]]);

    expect(await remove.call(context())).toBe(true);
    expect(ok(await api.as(ada).getWebhookReceivers())).toEqual([]);
    expect(data).toEqual({});
  });

  test('leaves the webhooks of others as they are, and makes one alone, also if n8n has lost what it knew', async () => {
    const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
    const url = `${address()}/another`;
    ok(await api.as(ada).setWebhooks({ body: { url, active: true, events: {} } }));
    const other = ok(await api.as(ada).createWebhookReceiver({ body: { url, events: ['template_created'] } }));
    const others = async () => ok(await api.as(ada).getWebhookReceivers()).filter((one) => one.url !== address());
    const before = await others();
    expect(before.map(({ id }) => id)).toEqual([ada.organization_id, other.id]);
    await create.call(context());
    for (const name of Object.keys(data)) delete data[name];
    expect(await checkExists.call(context())).toBe(false);
    await create.call(context());
    expect(ok(await api.as(ada).getWebhookReceivers())).toHaveLength(3);
    expect(await others()).toEqual(before);
    await remove.call(context());
    expect(ok(await api.as(ada).getWebhookReceivers())).toEqual(before);
  });
});
