import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { readExamples } from '../../infra/docs/examples.ts';
import type { Contract } from '../../lib/http/contract.ts';
import description from '../../openapi.json' with { type: 'json' };
import { answerFault } from '../answer-check.ts';
import { masked, normaliser } from './normalise.ts';

interface Content {
  schema?: unknown;
  example?: unknown;
}

interface Described {
  operationId: string;
  responses: Record<string, { content?: Record<string, Content> }>;
}

const contracts = new Map<string, Contract>(operations.map(({ contract }) => [contract.id, contract]));
const paths = Object.entries(description.paths) as unknown as [string, Record<string, Described>][];

/** All content of successful answers, with its place in the description. */
const contents = paths.flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, responses }]) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(([mime, { schema, example }]) => ({
          operationId,
          mime,
          schema,
          example,
          pointer: ['paths', path, method, 'responses', status, 'content', mime, 'schema'],
        })),
      ),
  ),
);

const json = contents.filter(({ mime }) => mime === 'application/json');

describe('the description', () => {
  test('has an example of every successful answer that is JSON or plain text, and the media type of every other', () => {
    const shown = contents.filter(({ mime }) => ['application/json', 'text/plain'].includes(mime));
    expect(shown.filter(({ example }) => example === undefined).map((one) => `${one.operationId} ${one.mime}`)).toEqual(
      [],
    );
    expect(json.length).toBeGreaterThan(operations.length * 0.8);
    const files = contents.filter((one) => !shown.includes(one) && !one.mime.startsWith('text/'));
    for (const { operationId, mime, schema } of files)
      expect(schema, operationId).toEqual(mime.endsWith('+json') ? {} : { type: 'string', format: 'binary' });
  });
});

describe('an example', () => {
  test('is what the operation’s contract says, with no name that it doesn’t', () => {
    const faults = json.flatMap(({ operationId, example }) => {
      const contract = contracts.get(operationId);
      // The other answers of an operation have no schema of their own.
      if (!contract || (contract.produces ?? 'application/json') !== 'application/json') return [];
      return answerFault(contract, example) ?? [];
    });
    expect(faults).toEqual([]);
  });

  test('is valid by the schema that the description has beside it', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } });
    formats.default(ajv);
    ajv.addSchema({ ...description, $id: 'openapi' });
    const pointed = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
    const faults = json.flatMap(({ operationId, pointer, example }) => {
      const validate = ajv.compile({ $ref: `openapi#/${pointer.map(pointed).join('/')}` });
      return validate(example) ? [] : `${operationId}: ${ajv.errorsText(validate.errors)}`;
    });
    expect(faults).toEqual([]);
  });

  test('has no trace of the machine that recorded it, and no token that was ever signed', () => {
    const text = JSON.stringify(readExamples());
    const traces = /.{40}(?:127\.0\.0\.1|localhost|\/tmp\/|X-Amz-Credential|\b(?:person|member|recipient)-\d)/g;
    expect(text.match(traces)).toBeNull();
    const tokens = [...text.matchAll(/eyJ[\w-]+\.[\w-]+\.([\w-]+)/g)].map(([, signature = '']) => signature);
    expect(tokens.length).toBeGreaterThan(0);
    for (const signature of tokens) expect(Buffer.from(signature, 'base64url').toString()).toBe('"signature"');
  });
});

describe('the comparison of an example with a live answer', () => {
  const live = {
    id: '019ab3c1-1111-7abc-8def-0123456789ab',
    parent: '019ab3c1-1111-7abc-8def-0123456789ab',
    at: '2026-11-22T20:00:00.123Z',
    link: 'http://127.0.0.1:4567/sign/019ab3c1-1111-7abc-8def-0123456789ab/Tenant/x7Zk_Qp3-LmN0aBcDeFgHiJkLmNoPqRsTuVwXyZ1234',
    status: 'pending',
    email: 'theo-4711-3@example.com',
  };
  const recording = { url: 'http://127.0.0.1:4567', began: Date.parse('2026-11-22T20:00:00Z') };
  const example = normaliser(recording)(live) as typeof live;

  test('takes ids, secrets, times and addresses of another run for the same', () => {
    expect(example).not.toEqual(live);
    expect([example.parent, example.at, example.email]).toEqual([
      example.id,
      '2026-03-02T09:00:00.000Z',
      'theo@example.com',
    ]);
    expect(example.link).toMatch(/^https:\/\/countersign\.example\.com\/sign\/0195a3c0-[\w-]+\/Tenant\/\w{43}$/);
    const later = { url: 'http://127.0.0.1:9999', began: recording.began + 86_400_000 };
    const other = JSON.parse(
      JSON.stringify(live)
        .replaceAll('019ab3c1-1111', '019ab3c1-2222')
        .replaceAll(':4567', ':9999')
        .replace('T20:00:00.123', 'T20:00:07.001')
        .replace('2026-11-22', '2026-11-23')
        .replace('x7Zk_Qp3', '-aZk_Qp4')
        .replace('-4711-3', '-815-77'),
    );
    expect(masked(normaliser(later)(other))).toEqual(masked(example));
  });

  test.each([
    ['a name that is gone', ({ email: _, ...rest }: typeof live) => rest],
    ['a new name', (one: typeof live) => ({ ...one, more: null })],
    ['another type', (one: typeof live) => ({ ...one, at: null })],
    ['another word', (one: typeof live) => ({ ...one, status: 'complete' })],
    ['an id in the place of a word', (one: typeof live) => ({ ...one, status: live.id })],
  ])('finds %s', (_, change) => {
    expect(masked(normaliser(recording)(change(live)))).not.toEqual(masked(example));
  });
});
