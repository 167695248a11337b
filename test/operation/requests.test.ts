import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { invoke } from './invoke.ts';

const contract = {
  id: 'echo',
  tag: 'Test',
  summary: 'Echo',
  session: 'none',
  returns: z.unknown(),
  access: {},
} as const;

const echo = operation(
  {
    ...contract,
    route: 'POST /v2/things/{thing_name}/parts/{part}',
    path: z.strictObject({ thing_name: z.string(), part: z.string() }),
    query: z.object({
      q: z.string().optional(),
      rows: z.int().optional(),
      starred: z.boolean().optional(),
      status: z.array(z.string()).optional(),
      when: z.iso.datetime().optional(),
    }),
    body: z.object({
      name: z.string(),
      size: z.int().optional(),
      on: z.boolean().optional(),
      roles: z.array(z.object({ name: z.string() })).optional(),
    }),
    multipart: fileParts('file'),
  },
  ({ path, query, body, files, headers }) => ({
    path,
    query,
    body,
    files: files.map(({ bytes, ...file }) => ({ ...file, text: Buffer.from(bytes).toString() })),
    headers,
  }),
);

const path = { p3: 'a', p5: 'b' };
const body = '{"name":"x"}';
const send = async (request: Parameters<typeof invoke>[1]) =>
  (await invoke(echo, { path, body, ...request })).body as Record<string, unknown>;

/** A multipart form as a browser sends it. */
const form = async (fill: (data: FormData) => void) => {
  const data = new FormData();
  fill(data);
  const request = new Request('http://localhost', { method: 'POST', body: data });
  return {
    headers: { 'Content-Type': request.headers.get('content-type') ?? '' },
    body: new Uint8Array(await request.arrayBuffer()),
  };
};

describe('path variables', () => {
  test('have the names of the contract, not those of the gateway', async () => {
    expect(await send({})).toMatchObject({ path: { thing_name: 'a', part: 'b' } });
  });

  test('are decoded exactly once', async () => {
    const { path: read } = await send({ path: { p3: 'Buyer%20%2F%20Seller', p5: '100%2525' } });
    expect(read).toEqual({ thing_name: 'Buyer / Seller', part: '100%25' });
  });

  test('with an invalid encoding are taken as they are', async () => {
    expect(await send({ path: { p3: '100%', p5: '%zz' } })).toMatchObject({
      path: { thing_name: '100%', part: '%zz' },
    });
  });
});

describe('headers', () => {
  test('reach the function in lower case', async () => {
    expect(await send({ headers: { 'X-Client-ID': 'abc', COOKIE: 'd' } })).toMatchObject({
      headers: { 'x-client-id': 'abc', cookie: 'd' },
    });
  });
});

describe('queries', () => {
  test('are read as the types that the contract names', async () => {
    const query = { q: ['20'], rows: ['20'], starred: ['true'], status: ['open', 'closed'] };
    expect(await send({ query })).toMatchObject({
      query: { q: '20', rows: 20, starred: true, status: ['open', 'closed'] },
    });
  });

  test('take one value for a list, and names with brackets', async () => {
    expect(await send({ query: { status: ['open'] } })).toMatchObject({ query: { status: ['open'] } });
    expect(await send({ query: { 'status[]': ['open', 'done'] } })).toMatchObject({
      query: { status: ['open', 'done'] },
    });
    expect(await send({ query: { 'status[0]': ['open'], 'status[1]': ['done'] } })).toMatchObject({
      query: { status: ['open', 'done'] },
    });
  });

  test('count an empty value as none', async () => {
    expect(await send({ query: { rows: [''], starred: [''] } })).toMatchObject({ query: {} });
  });

  test('of the wrong type answer 406 and name the parameter', async () => {
    const answer = await invoke(echo, { path, body, query: { rows: ['many'] } });
    expect(answer.status).toBe(406);
    expect(answer.body).toEqual({ status: 'ERROR', error: expect.stringMatching(/^rows: /) });
  });
});

describe('JSON bodies', () => {
  test('are read as text or base64', async () => {
    expect(await send({})).toMatchObject({ body: { name: 'x' } });
    expect(await send({ body: Buffer.from(body) })).toMatchObject({ body: { name: 'x' } });
  });

  test('lose the keys that the contract does not know', async () => {
    const read = await send({ body: '{"name":"x","id":"mine","__proto__":{"size":1}}' });
    expect(read.body).toEqual({ name: 'x' });
  });

  test('that are not JSON answer 400', async () => {
    for (const broken of ['{', '{"name":', 'name=x', '\u0000']) {
      const answer = await invoke(echo, { path, body: broken, headers: { 'content-type': 'application/json' } });
      expect(answer.status).toBe(400);
      expect(answer.headers['X-Error-Code']).toBe('malformed_json');
    }
  });

  test('of a wrong shape answer 406 and name the field, nested ones with their place', async () => {
    const errors = await Promise.all(
      ['[]', 'null', '"text"', '{"name":7}', '{"name":"x","roles":[{"name":1}]}', ''].map(
        async (wrong) => (await invoke(echo, { path, body: wrong })).body,
      ),
    );
    const about = (field: string) => ({ status: 'ERROR', error: expect.stringContaining(`${field}: `) });
    expect(errors).toEqual(['request body', 'request body', 'request body', 'name', 'roles.0.name', 'name'].map(about));
  });
});

describe('forms', () => {
  test('are read like JSON of the same fields', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const read = await send({ headers, body: 'name=42&size=42&on=false' });
    expect(read.body).toEqual({ name: '42', size: 42, on: false });
  });

  test('of several parts bring texts and files', async () => {
    const request = await form((data) => {
      data.set('name', 'x');
      data.set('roles', '[{"name":"Buyer"}]');
      data.set('file', new File(['content'], '../../etc/passwd.pdf', { type: 'application/pdf' }));
    });
    expect(await send(request)).toMatchObject({
      body: { name: 'x', roles: [{ name: 'Buyer' }] },
      files: [{ field: 'file', name: 'passwd.pdf', mime: 'application/pdf', text: 'content' }],
    });
  });

  test('bring only the files that the contract names', async () => {
    const request = await form((data) => {
      data.set('name', 'x');
      data.set('other', new File(['content'], 'other.pdf'));
    });
    expect(await send(request)).toMatchObject({ files: [] });
  });

  test('that are broken answer 400', async () => {
    for (const headers of [
      { 'content-type': 'multipart/form-data' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]) {
      const answer = await invoke(echo, { path, headers, body: Buffer.from('--x\r\nno form') });
      expect(answer.status).toBe(400);
      expect(answer.headers['X-Error-Code']).toBe('malformed_multipart');
    }
  });
});
