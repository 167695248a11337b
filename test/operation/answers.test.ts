import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { fail } from '../../lib/base/errors.ts';
import { Answer, page, redirect, text } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { invoke } from './invoke.ts';

const contract = {
  id: 'test',
  tag: 'Documentation',
  summary: 'Test',
  route: 'GET /v2/test',
  session: 'none',
  returns: z.object({ status: z.enum(['OK', 'LATER']), note: z.string().optional(), at: z.string().nullable() }),
  access: {},
} as const;
const filed = { ...contract, produces: 'text/plain' } as const;
const found = { ...contract, redirects: 'Where it is' } as const;
const shown = { ...contract, alsoProduces: ['text/plain'] } as const;
const right = { status: 'OK', at: null } as const;

/** Never called: tsc must accept the first ones and refuse each of the others. */
const _answers = () => [
  operation(contract, () => ({ status: 'OK', at: null })),
  operation(contract, async () => ({ status: 'LATER', at: '2026-01-31', note: 'wait' })),
  operation(filed, () => text('OK')),
  operation(found, async ({ origin }) => (origin.ip ? redirect('https://example.com') : right)),
  operation(shown, async ({ origin }) => (origin.ip ? text('OK') : right)),
  // @ts-expect-error: no object
  operation(contract, () => 'nonsense'),
  // @ts-expect-error: nothing
  operation(contract, async () => undefined),
  // @ts-expect-error: a property is missing, or was renamed
  operation(contract, () => ({ status: 'OK', until: null })),
  // @ts-expect-error: another type
  operation(contract, async () => ({ status: 'OK', at: 7 })),
  // @ts-expect-error: none of the values
  operation(contract, async () => ({ status: 'NEVER', at: null })),
  // @ts-expect-error: an optional property of another type
  operation(contract, () => ({ status: 'OK', at: null, note: 7 })),
  // @ts-expect-error: one in the place of a list
  operation({ ...contract, returns: z.array(contract.returns) }, () => right),
  // @ts-expect-error: no JSON, and the contract says nothing of it
  operation(contract, () => text('OK')),
  // @ts-expect-error: a redirect that the contract says nothing of
  operation(contract, async ({ origin }) => (origin.ip ? redirect('https://example.com') : right)),
  // @ts-expect-error: JSON, where the contract says text
  operation(filed, () => right),
  // @ts-expect-error: neither what it returns nor a redirect
  operation(found, () => 7),
  // @ts-expect-error: neither what it returns nor a text
  operation(shown, () => 'OK'),
];

const answering = (run: () => unknown) =>
  operation(
    {
      id: 'test',
      tag: 'Documentation',
      summary: 'Test',
      route: 'GET /v2/test',
      session: 'none',
      returns: z.unknown(),
      access: {},
    },
    run,
  );

const answerOf = (run: () => unknown) => invoke(answering(run), { method: 'GET' });

describe('success', () => {
  test('is JSON, for any origin, never cached, with the id of its request', async () => {
    const answer = await answerOf(() => ({ a: 1 }));
    expect(answer).toMatchObject({ status: 200, body: { a: 1 } });
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'no-store',
      'X-Request-Id': expect.stringMatching(/^request-/),
    });
  });

  test('without a value is null', async () => {
    expect((await answerOf(() => undefined)).raw).toBe('null');
  });

  test('may be plain text, a page, a redirect or bytes', async () => {
    expect(await answerOf(() => text('https://example.com/a.png'))).toMatchObject({ raw: 'https://example.com/a.png' });
    const shown = await answerOf(() => page('<p>Hello</p>'));
    expect(shown.headers['Content-Security-Policy']).toContain("default-src 'none'");
    for (const odd of ['https://a,b', 'https://a; script-src *', 'https://a b', "'self' *", 'https://é.example']) {
      expect(() => page('<p>Hello</p>', { 'img-src': [odd] })).toThrow('Not a source of a policy');
    }
    expect(await answerOf(() => redirect('https://example.com/'))).toMatchObject({
      status: 302,
      raw: '{}',
      headers: { Location: 'https://example.com/' },
    });
    const bytes = await answerOf(() => new Answer('application/pdf', Uint8Array.of(0, 255)));
    expect(Buffer.from(bytes.raw, 'base64')).toEqual(Buffer.from([0, 255]));
  });
});

describe('errors', () => {
  test('have exactly the two keys of the ERROR envelope, the code and the request id beside it', async () => {
    const answer = await answerOf(() => fail('not_found'));
    expect(answer.status).toBe(404);
    expect(answer.raw).toBe('{"status":"ERROR","error":"Not found."}');
    expect(answer.headers).toMatchObject({
      'X-Error-Code': 'not_found',
      'X-Request-Id': expect.stringMatching(/^request-/),
      'Access-Control-Allow-Origin': '*',
    });
  });

  test('for too many requests say when to try again', async () => {
    const answer = await answerOf(() => fail('too_many_requests', { seconds: 7 }));
    expect(answer.status).toBe(429);
    expect(answer.headers['Retry-After']).toBe('7');
    expect(answer.raw).toContain('7 seconds');
  });

  test.each([
    ['a server error of AWS, or of a local engine whose disk is full', { $metadata: { httpStatusCode: 500 } }],
    ['no room on the own disk', { code: 'ENOSPC' }],
    ['no room left for the user', { code: 'EDQUOT' }],
  ])('that pass by are said to: %s', async (_, members) => {
    const answer = await answerOf(() => {
      throw Object.assign(new Error('no room'), members);
    });
    expect(answer).toMatchObject({ status: 503, headers: { 'X-Error-Code': 'unavailable', 'Retry-After': '1' } });
  });

  test('that are unexpected reveal no internals', async () => {
    const answer = await answerOf(() => {
      throw new TypeError('password of the table is hunter2');
    });
    expect(answer).toMatchObject({ status: 500, headers: { 'X-Error-Code': 'internal' } });
    expect(answer.raw).not.toMatch(/hunter2|TypeError|at /);
  });

  test('for a busy service are 503, safe to try again', async () => {
    const busy = Object.assign(new Error('slow down'), { name: 'ProvisionedThroughputExceededException' });
    expect(await answerOf(() => Promise.reject(busy))).toMatchObject({ status: 503 });
  });
});
