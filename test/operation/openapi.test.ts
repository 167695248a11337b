import { expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../functions/index.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { statusOfCode } from '../../lib/http/error-statuses.ts';
import { fileParts, repeatedFilePart } from '../../lib/http/multipart.ts';
import { openApiDocument } from '../../lib/http/openapi.ts';
import { splitRoute } from '../../lib/http/route.ts';
import { TAGS } from '../../lib/http/tags.ts';

const contracts: readonly Contract[] = operations.map(({ contract }) => contract);
/** All but those whose failures have the form of another protocol. */
const enveloped = contracts.filter(({ failureAs }) => !failureAs);
interface Shape {
  properties?: Record<string, object>;
  required?: string[];
}

type Content = Record<string, { schema: Shape; example?: unknown; examples?: Record<string, unknown> }>;

interface DescribedOperation {
  operationId: string;
  tags: string[];
  description?: string;
  security: object[];
  parameters: object[];
  requestBody: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}

/** The members of a description that are read here, as OpenAPI has them. */
interface Description {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Shape>; responses: Record<string, { content: Content }> };
}

const described = (contracts: readonly Contract[]): Description =>
  JSON.parse(JSON.stringify(openApiDocument(contracts)));
const description = described(contracts);

const operationOf = (contract: Contract, from = description): DescribedOperation => {
  const { method, path } = splitRoute(contract.route);
  const found = from.paths[path.replace('+}', '}')]?.[method.toLowerCase()];
  if (!found) throw new Error(`${contract.id} isn't described`);
  return found;
};

const contract = (rest: Partial<Contract>): Contract => ({
  id: 'test',
  tag: 'Templates',
  summary: 'Test',
  route: 'POST /v2/tests/{test_id}',
  session: 'user',
  path: z.strictObject({ test_id: z.string() }),
  returns: z.object({ id: z.string() }),
  access: {},
  ...rest,
});
const describing = (rest: Partial<Contract>) => operationOf(contract(rest), described([contract(rest)]));

test('every operation is described, once, under a tag of the list', () => {
  const all = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  expect(all.map(({ operationId }) => operationId).sort()).toEqual(contracts.map(({ id }) => id).sort());
  for (const { tags } of all) expect(Object.keys(TAGS)).toContain(tags[0]);
});

test('the interface states its version', () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(description.info.version).toBe('6.10.4');
});

test('every operation lists the four errors of the specification, in the ERROR envelope', () => {
  for (const one of enveloped) {
    const { responses } = operationOf(one);
    expect(Object.keys(responses), one.id).toEqual(expect.arrayContaining(['200', '400', '401', '404', '406']));
  }
  const { required, properties } = description.components.schemas.Error ?? {};
  expect(required?.toSorted()).toEqual(['error', 'status']);
  expect(properties?.status).toMatchObject({ const: 'ERROR' });
  for (const { content } of Object.values(description.components.responses)) {
    expect(content).toMatchObject({ 'application/json': { schema: { $ref: '#/components/schemas/Error' } } });
  }
});

test('failures in the form of another protocol are described in that form, with each status that it has', () => {
  const others = contracts.filter(({ failureAs }) => failureAs);
  expect(others.map(({ id }) => id)).toContain('readScimResources');
  for (const one of others) {
    const { 200: _done, ...failures } = operationOf(one).responses;
    const { mime = '', statuses = [] } = one.failureAs ?? {};
    expect(Object.keys(failures).map(Number), one.id).toEqual(statuses);
    for (const { content } of Object.values(failures)) expect(Object.keys(content ?? {})).toEqual([mime]);
  }
});

test("an operation's own errors are listed with their status and an example", () => {
  for (const one of enveloped) {
    for (const code of one.errors ?? []) {
      const examples = operationOf(one).responses[statusOfCode(code)]?.content?.['application/json']?.examples;
      expect(examples?.[code], `${one.id} ${code}`).toMatchObject({ value: { status: 'ERROR' } });
    }
  }
});

test('a status in a description stands before a failure of the operation that has this status', () => {
  const stated = contracts.flatMap((one) =>
    [...(operationOf(one).description ?? '').matchAll(/\b(40[0-9]|413|429|503)\b(?: `(\w+)`)?/g)].map(
      ([, status = '', code = '']) => ({ one, status, code }),
    ),
  );
  const wrong = stated.filter(({ one, status, code }) => {
    const response = operationOf(one).responses[status];
    const whole = response?.$ref ? description.components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
    return whole?.content?.['application/json']?.examples?.[code] === undefined;
  });
  expect(stated.length).toBeGreaterThan(10);
  expect(wrong.map(({ one, status, code }) => `${one.id}: ${status} ${code}`)).toEqual([]);
});

test('every reference has a target, and every component is used', () => {
  const text = JSON.stringify(description);
  const references = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  for (const reference of references) {
    const [kind = '', name = ''] = reference.split('/');
    expect(description.components, reference).toHaveProperty([kind, name]);
  }
  for (const name of Object.keys(description.components.schemas)) expect(references).toContain(`schemas/${name}`);
});

test('no two paths differ in the names of their variables alone', () => {
  const shapes = Object.keys(description.paths).map((path) => path.replace(/\{\w+\+?\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('the same contracts give the same text', () => {
  expect(JSON.stringify(openApiDocument(contracts))).toBe(JSON.stringify(description));
});

test('sessions are described as security schemes', () => {
  expect(describing({ session: 'none' }).security).toEqual([]);
  expect(describing({ session: 'user' }).security).toEqual([{ user: [] }, { oauth2: [] }]);
  expect(describing({ session: 'signer' }).security).toEqual([{ signer: [] }]);
  expect(describing({ session: 'both' }).security).toEqual([{ user: [] }, { oauth2: [] }, { signer: [] }]);
});

test('a form is described beside JSON, with its files', () => {
  const { content } = describing({ body: z.object({ name: z.string() }), multipart: fileParts('file') }).requestBody;
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
  expect(content['multipart/form-data']?.schema).toMatchObject({
    properties: { name: { type: 'string' }, file: { type: 'string', format: 'binary' } },
    required: ['name'],
  });
});

test('a form has an example of its texts, without what JSON has in place of files', () => {
  const body = z.object({ name: z.string(), data: z.string(), sizes: z.array(z.int()) });
  const examples = { body: { name: 'a', data: 'JVBERi0=', sizes: [1] } };
  const { content } = describing({ body, multipart: fileParts('file'), examples }).requestBody;
  expect(content['application/json']?.example).toEqual(examples.body);
  expect(content['multipart/form-data']?.example).toEqual({ name: 'a', sizes: [1] });
  const picture = { body: { file: 'iVBORw0KGgo=' } };
  const without = describing({ body: z.object({ file: z.string() }), multipart: fileParts('file'), examples: picture });
  expect(without.requestBody.content['multipart/form-data']).not.toHaveProperty('example');
});

test('a file that may come several times is described as a list', () => {
  const { content } = describing({ multipart: repeatedFilePart('documents') }).requestBody;
  const documents = { type: 'array', items: { type: 'string', format: 'binary' } };
  expect(content['multipart/form-data']?.schema.properties).toEqual({ documents });
});

test('writes take an Idempotency-Key, reads do not', () => {
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  expect(describing({}).parameters).toContainEqual(key);
  expect(describing({ route: 'GET /v2/tests/{test_id}' }).parameters).not.toContainEqual(key);
});

test('an answer that is no JSON has its own media type', () => {
  const { content } = describing({ produces: 'application/pdf' }).responses[200] ?? {};
  expect(content).toEqual({ 'application/pdf': { schema: { type: 'string', format: 'binary' } } });
});

test('answers may get new keys: no schema forbids them', () => {
  const { content } = describing({}).responses[200] ?? {};
  expect(content?.['application/json']?.schema).not.toHaveProperty('additionalProperties');
});
