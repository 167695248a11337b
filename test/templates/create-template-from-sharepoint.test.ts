import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listFiles } from '../../lib/aws/files/file-store.ts';
import { config } from '../../lib/base/config.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { lines } from '../pipeline/documents.ts';
import { pdf } from './material.ts';

let api: Api;
let owner: Person;
let graph: Server;
let storage: Server;
let asked: IncomingMessage[] = [];
let answer: RequestListener;

const listen = async (listener: RequestListener): Promise<Server> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  graph = await listen((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  process.env.GRAPH_URL = addressOf(graph);
});
afterAll(async () => {
  delete process.env.GRAPH_URL;
  graph.close();
  storage?.close();
  await api.stop();
});
beforeEach(() => {
  asked = [];
});

const body = { name: 'Lease', siteId: 'example.sharepoint.com,a-b,c-d', itemId: '01ABC', oboToken: 'the.secret-token' };
const create = (more: Record<string, unknown> = {}) =>
  api.as(owner).createTemplateFromSharepoint({ body: { ...body, ...more } });

/** Graph with one file. */
const holding =
  (item: Record<string, unknown>, bytes: Uint8Array): RequestListener =>
  (request, response) =>
    request.url?.includes('/content')
      ? response.end(bytes)
      : response.end(JSON.stringify({ name: 'lease.pdf', file: { mimeType: 'application/pdf' }, ...item }));

/** A condition of the transaction doesn't hold. */
const refused = () =>
  new TransactionCanceledException({
    message: 'refused',
    $metadata: {},
    CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
  });

describe('createTemplateFromSharepoint', () => {
  test("makes a private template of the file, read with the caller's token", async () => {
    answer = holding({}, pdf(2));
    const { status, body: template } = await create();
    expect([status, template.error]).toEqual([200, undefined]);
    expect(template).toMatchObject({
      name: 'Lease',
      visibility: 'private',
      documents: [{ name: 'lease.pdf', pages: 2 }],
    });
    expect(asked.map(({ url }) => url)).toEqual([
      '/v1.0/sites/example.sharepoint.com%2Ca-b%2Cc-d/drive/items/01ABC?$select=name,size,file',
      '/v1.0/sites/example.sharepoint.com%2Ca-b%2Cc-d/drive/items/01ABC/content',
    ]);
    for (const { headers } of asked) expect(headers.authorization).toBe('Bearer the.secret-token');
  });

  test('lets Graph convert other files to PDF', async () => {
    answer = holding({ name: 'Lease.docx' }, pdf());
    const { body: template } = await create();
    expect(template.documents[0].name).toBe('Lease.pdf');
    expect(asked[1]?.url).toMatch(/\/content\?format=pdf$/);
  });

  test('never sends the token to the server that Graph redirects to', async () => {
    const seen: IncomingMessage[] = [];
    storage = await listen((request, response) => {
      seen.push(request);
      response.end(pdf());
    });
    answer = (request, response) =>
      request.url?.includes('/content')
        ? response.writeHead(302, { location: `${addressOf(storage)}/download?t=1` }).end()
        : holding({}, pdf())(request, response);
    expect((await create()).status).toBe(200);
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/download?t=1', undefined]]);
  });

  test('obeys the pipeline settings, with more fields than one transaction takes', async () => {
    const path = { organization_id: owner.organization_id };
    await api.as(owner).updateOrganizationPipelineSettings({ path, body: { process_tags: true } });
    answer = holding({}, lines(...Array.from({ length: 10 }, () => '{{initial:Tenant}}'.repeat(12))));
    const { body: template } = await create();
    expect([template.roles.length, template.fields.length]).toEqual([1, 120]);
    await api.as(owner).updateOrganizationPipelineSettings({ path, body: { process_tags: false } });
  });

  test.each([
    [401, 400, /refused access/],
    [403, 400, /refused access/],
    [404, 404, /knows no such file/],
    [400, 406, /itemId/],
    [406, 406, /can't make a PDF/],
    [429, 400, /status 429/],
    [500, 400, /status 500/],
  ])('answers %i of Graph with %i', async (given, expected, message) => {
    answer = (_, response) => response.writeHead(given).end('{"error":{"message":"the.secret-token"}}');
    const { status, body: refusal } = await create();
    expect([status, refusal.error]).toEqual([expected, expect.stringMatching(message)]);
    expect(refusal.error).not.toContain('secret');
  });

  test.each([
    ['a folder', { file: undefined }, /folder/],
    ['a file that is too large', { size: 60 * 1024 * 1024 }, /50 MB/],
    ['what is no document', {}, /not a PDF/],
  ])('refuses %s', async (_, item, message) => {
    answer = holding(item, Buffer.from('nothing'));
    const { status, body: refusal } = await create();
    expect([status, refusal.error]).toEqual([406, expect.stringMatching(message)]);
  });

  test('answers 400 if Graph’s answer is malformed, or Graph is down', async () => {
    answer = (_, response) => response.end('<html>');
    expect((await create()).status).toBe(400);
    answer = (request) => request.socket.destroy();
    expect((await create()).status).toBe(400);
  });

  test.each([
    { siteId: '../x' },
    { siteId: '..' },
    { itemId: 'a/b' },
    { itemId: '01?x=1' },
    { itemId: '' },
    { oboToken: 'a b' },
    { oboToken: 'a\r\nHost: x' },
  ])('refuses %j without a request to Graph', async (change) => {
    const { status, body: refusal } = await create(change);
    expect([status, refusal.error]).toEqual([406, expect.stringContaining(Object.keys(change)[0] ?? '')]);
    expect(asked).toEqual([]);
  });

  test.each([
    ['leaves no file behind where the table refuses the template', refused(), 503, 0],
    ['keeps the file where nobody knows whether the table has the template', new Error('the table is away'), 500, 1],
  ])('%s', async (_, failure, expected, left) => {
    answer = holding({}, pdf());
    const files = await listFiles(`${owner.organization_id}/`);
    const { send } = DynamoDBDocumentClient.prototype;
    DynamoDBDocumentClient.prototype.send = async function (this: unknown, ...given: never[]) {
      if ((given[0] as unknown) instanceof TransactWriteCommand) throw failure;
      return (send as (...all: never[]) => unknown).apply(this, given);
    } as typeof send;
    try {
      expect((await create()).status).toBe(expected);
    } finally {
      DynamoDBDocumentClient.prototype.send = send;
    }
    expect(await listFiles(`${owner.organization_id}/`)).toHaveLength(files.length + left);
  });
});

test('only the local platform can use another server than Microsoft’s', () => {
  expect(config.graphUrl()).toBe(process.env.GRAPH_URL);
  process.env.ALLOW_LOOPBACK = 'false';
  expect(config.graphUrl()).toBe('https://graph.microsoft.com');
  process.env.ALLOW_LOOPBACK = 'true';
});
