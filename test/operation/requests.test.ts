import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { invoke } from './invoke.ts';

const contract = {
  id: 'echo',
  tag: 'Documentation',
  summary: 'Echo',
  session: 'none',
  returns: z.unknown(),
  access: {},
} as const;

const echo = operation(
  {
    ...contract,
    route: 'POST /v2/things/{thing_name}/parts/{part}',
    unrecorded: 'none',
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
    expect(await send({ headers: { 'X-Client-ID': 'abc', 'X-Other': 'd' } })).toMatchObject({
      headers: { 'x-client-id': 'abc', 'x-other': 'd' },
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

  test('given twice where one is meant answer 406, and so do texts with U+0000', async () => {
    for (const [query, error] of [
      [{ rows: ['5', '6'] }, 'rows: must be given once'],
      [{ q: ['a', 'b'] }, 'q: must be given once'],
      [{ q: ['a\0b'] }, 'q: the character U+0000 is not allowed'],
    ] as const) {
      const answer = await invoke(echo, { path, body, query: query as never });
      expect([answer.status, answer.body]).toEqual([406, { status: 'ERROR', error }]);
    }
  });

  test('may have names that every object has: they are unknown like others', async () => {
    const query = Object.fromEntries(['constructor', 'toString', '__proto__'].map((name) => [name, ['1']]));
    const answer = await invoke(echo, { path, body, query });
    expect(answer.status).toBe(200);
    expect(answer.headers['Countersign-Ignored']).toBe('constructor, toString, __proto__');
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

  test('that are not UTF-8 answer 400, and a byte order mark is no fault', async () => {
    const latin = await invoke(echo, { path, body: Buffer.from('{"name":"caf\xe9"}', 'latin1') });
    expect([latin.status, latin.body]).toEqual([400, { status: 'ERROR', error: expect.stringContaining('UTF-8') }]);
    expect(await send({ body: Buffer.from(`\ufeff${body}`) })).toMatchObject({ body: { name: 'x' } });
  });

  test('under the media type that curl sends on its own are JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await send({ headers })).toMatchObject({ body: { name: 'x' } });
    const broken = await invoke(echo, { path, headers, body: '{"name":' });
    expect(broken.body).toEqual({ status: 'ERROR', error: expect.stringContaining('line 1, column 9') });
  });

  test.each([
    [
      'a name twice',
      '{"name":"x",\n "name":"y"}',
      406,
      'request body: the name "name" is given twice (line 2, column 2)',
    ],
    ['a name twice, spelled in two ways', '{"name":"x","n\\u0061me":"y"}', 406, 'the name "name" is given twice'],
    [
      'a name twice within',
      '{"name":"x","roles":[{"name":"a" , "name" : "b"}]}',
      406,
      'the name "name" is given twice',
    ],
    ['U+0000', '{"name":"a\\u0000b"}', 406, 'name: the character U+0000 is not allowed (line 1, column 9)'],
    ['U+0000 in a list', '{"name":"x","roles":[{},{"name":"\\u0000"}]}', 406, 'roles.1.name: the character U+0000'],
    ['U+0000 in a name', '{"name":"x","\\u0000":1}', 406, 'request body: the character U+0000'],
    ['half a character', '{"name":"\\ud83d"}', 400, 'half of a character'],
    ['half a character in a name', '{"name":"x","\\ude00":1}', 400, 'half of a character'],
    ['nesting without end', `{"name":"x","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 406, '100 levels'],
    ['a compressed body', '\u001f\u008b', 406, 'Content-Encoding: must be left out'],
  ])('with %s are refused with the reason', async (_, text, status, reason) => {
    const headers: Record<string, string> = text.startsWith('{') ? {} : { 'content-encoding': 'gzip' };
    const answer = await invoke(echo, { path, body: text, headers });
    expect(answer.body).toEqual({ status: 'ERROR', error: expect.stringContaining(reason) });
    expect(answer.status).toBe(status);
  });

  test('keep texts that only look like names, brackets and escapes', async () => {
    const name = '"name": {[\\" \\\\ u0000 😀';
    const read = await send({ body: JSON.stringify({ name, roles: [{ name: 'a' }, { name: 'a' }] }) });
    expect(read.body).toEqual({ name, roles: [{ name: 'a' }, { name: 'a' }] });
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

  test('take a list as one text, or as a text for each entry', async () => {
    const request = await form((data) => {
      data.set('name', 'x');
      data.append('roles', '{"name":"Buyer"}');
      data.append('roles', '{"name":"Seller"}');
    });
    expect(await send(request)).toMatchObject({ body: { roles: [{ name: 'Buyer' }, { name: 'Seller' }] } });
  });

  test.each([
    ['[{"name":7}]', 'roles.0.name: must be a text'],
    ['{"name":7}', 'roles.0.name: must be a text'],
    ['[{"name":"a"},]', 'roles: is not valid JSON: line 1, column 15: expected a value'],
    ['Buyer', 'roles.0: must be an object'],
  ])('name the fault within a JSON text: %s', async (roles, error) => {
    const request = await form((data) => {
      data.set('name', 'x');
      data.set('roles', roles);
    });
    const answer = await invoke(echo, { path, ...request });
    expect([answer.status, answer.body]).toEqual([406, { status: 'ERROR', error }]);
  });

  test('with a text twice where one is meant answer 406', async () => {
    const request = await form((data) => {
      data.append('name', 'x');
      data.append('name', 'y');
    });
    const answer = await invoke(echo, { path, ...request });
    expect([answer.status, answer.body]).toEqual([406, { status: 'ERROR', error: 'name: must be given once' }]);
  });

  test('lose no part in silence: too many parts and parts without a name answer 400', async () => {
    const texts = await form((data) => {
      for (let at = 0; at < 201; at++) data.append(`f${at}`, 'x');
    });
    const files = await form((data) => {
      for (let at = 0; at < 51; at++) data.append('file', new File(['x'], 'a.pdf'));
    });
    const nameless = {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.from('--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n'),
    };
    for (const [request, reason] of [
      [texts, 'at most 200 texts'],
      [files, 'at most 50 files'],
      [nameless, 'has no name'],
    ] as const) {
      const answer = await invoke(echo, { path, ...request });
      expect(answer.body).toEqual({ status: 'ERROR', error: expect.stringContaining(reason) });
      expect(answer.status).toBe(400);
    }
  });

  test('may have a long text, and names that every object has', async () => {
    const roles = JSON.stringify([{ name: 'x'.repeat(1_200_000) }]);
    const request = await form((data) => {
      data.set('name', 'x');
      data.set('roles', roles);
      data.set('__proto__', '{"size":1}');
      data.set('constructor', 'y');
    });
    const answer = await invoke(echo, { path, ...request });
    expect([answer.status, answer.headers['Countersign-Ignored']]).toEqual([200, '__proto__, constructor']);
    expect((answer.body as { body: { roles: { name: string }[] } }).body.roles[0]?.name).toHaveLength(1_200_000);
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
